/** The pictures of a mark: small, with their names, each to be opened or taken away. */
import { Icon } from "../../../parts/icon";
import type { AnnotationImage } from "../../../wire/annotation_types";
import { imageAddress } from "../../../wire/annotations";

interface Props {
  images: readonly AnnotationImage[];
  onRemove?: (image: AnnotationImage) => void;
}

export const Pictures = ({ images, onRemove }: Props) =>
  images.length === 0 ? null : (
    <ul class="pictures">
      {images.map((image, index) => (
        <li key={`${image.sha256} ${index}`}>
          <a href={imageAddress(image.sha256)} target="_blank" rel="noreferrer">
            <img src={imageAddress(image.sha256)} alt="" loading="lazy" />
            <span>{image.name}</span>
          </a>
          {onRemove === undefined ? null : (
            <button type="button" class="tool" aria-label={`Take ${image.name} away`} title="Take away" onClick={() => onRemove(image)}>
              <Icon shape="close" />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
