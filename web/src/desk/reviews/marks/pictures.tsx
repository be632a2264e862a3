/** The pictures of a mark: small, with their names, each to be opened or taken away; and those that are not there yet. */
import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../../../parts/icon";
import { sendAgain, takeAway } from "../../../state/images";
import { picturesFor, type Coming } from "../../../state/images_pending";
import { releasePicture, takePicture } from "../../../state/picture_addresses";
import type { Image } from "../../../wire/types.gen";

interface Props {
  images: readonly Image[];
  onRemove?: (image: Image) => void;
}

export const Pictures = ({ images, onRemove }: Props) =>
  images.length === 0 ? null : (
    <ul class="pictures">
      {images.map((image, index) => (
        <li key={`${image.sha256} ${index}`}>
          <Picture image={image} />
          {onRemove === undefined ? null : <Away name={image.name} onClick={() => onRemove(image)} />}
        </li>
      ))}
    </ul>
  );

/** A picture's address, fetched when its place is about to be seen: a review may have thousands. */
function usePicture(sha256: string): { address: string | null; place: RefObject<HTMLSpanElement | null> } {
  const address = useSignal<string | null>(null);
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let stop: () => void = () => undefined;
    const take = () => {
      observer.disconnect();
      const unfollow = takePicture(sha256).subscribe((known) => (address.value = known));
      stop = () => (unfollow(), releasePicture(sha256));
    };
    const observer = new IntersectionObserver((seen) => seen.some((each) => each.isIntersecting) && take(), { rootMargin: "50%" });
    if (place.current !== null) observer.observe(place.current);
    return () => (observer.disconnect(), stop());
  }, [sha256, address]);
  return { address: address.value, place };
}

function Picture({ image: { sha256, name } }: { image: Image }) {
  const { address, place } = usePicture(sha256);
  return (
    <span ref={place} class="picture">
      {address === null ? (
        <span class="coming">{name}</span>
      ) : (
        <a href={address} target="_blank" rel="noreferrer">
          <img src={address} alt="" />
          <span>{name}</span>
        </a>
      )}
    </span>
  );
}

/** The button goes with its picture, so the focus goes back to the words. */
function toWords(event: Event): void {
  const from = event.currentTarget;
  if (from instanceof Element) from.closest(".composer, .note")?.querySelector<HTMLElement>("textarea, .does button")?.focus({ preventScroll: true });
}

const Away = ({ name, onClick }: { name: string; onClick: () => void }) => (
  <button type="button" class="tool" aria-label={`Take ${name} away`} title="Take away" onClick={(event) => (toWords(event), onClick())}>
    <Icon shape="close" />
  </button>
);

interface ComingProps {
  review: string;
  slot: string;
}

/** On their way, not arrived, or refused. */
export function ComingPictures({ review, slot }: ComingProps) {
  const pictures = picturesFor(slot).value;
  const refused = pictures.filter(({ at }) => at === "refused");
  const others = pictures.filter(({ at }) => at !== "refused");
  return (
    <>
      {others.length === 0 ? null : (
        <ul class="pictures" aria-label="Not there yet">
          {others.map((picture) => (
            <li key={picture.key} class="coming" aria-busy={picture.at === "coming" ? "true" : undefined}>
              <span class="name">{picture.file.name}</span>
              {picture.at === "coming" ? <span class="state">on its way …</span> : <NotSent picture={picture} again={() => sendAgain(review, slot, picture)} />}
              <Away name={picture.file.name} onClick={() => takeAway(slot, picture)} />
            </li>
          ))}
        </ul>
      )}
      {refused.length === 0 ? null : (
        <ul class="heed" role="alert">
          {refused.map(({ key, why }) => (
            <li key={key}>{why}</li>
          ))}
        </ul>
      )}
    </>
  );
}

const NotSent = ({ picture, again }: { picture: Coming; again: () => void }) => (
  <>
    <span class="heed" role="alert">
      Not sent: {picture.why}
    </span>
    <button type="button" class="link" aria-label={`Try to send ${picture.file.name} again`} onClick={(event) => (toWords(event), again())}>
      Try again
    </button>
  </>
);
