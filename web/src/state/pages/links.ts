/** What of a page file may become a link or a picture: the file is anybody's, and an address in it is only a claim. */

const LOOPBACK = /^(localhost|[\w-]+(\.[\w-]+)*\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** The address of a dev server on this machine, else null. */
function siteAddress(address: string | null): URL | null {
  if (address === null || !URL.canParse(address)) return null;
  const url = new URL(address);
  const plain = url.username === "" && url.password === "";
  return plain && /^https?:$/.test(url.protocol) && LOOPBACK.test(url.hostname) ? url : null;
}

/** Where a page of a site is open now, when it is a path of that very site. */
export function pageLink(address: string | null, path: string): string | null {
  const site = siteAddress(address);
  if (site === null || !/^\/(?![/\\])/.test(path) || !URL.canParse(path, site)) return null;
  const url = new URL(path, site);
  return url.origin === site.origin ? url.href : null;
}

const PICTURE = /^data:image\/(png|jpeg|webp|gif|avif);base64,[A-Za-z0-9+/]+={0,2}$/;
/** An annotation is at most a megabyte on its way in. */
const LARGEST = 1_400_000;

export function shownPicture(value: unknown): string | null {
  return typeof value === "string" && value.length <= LARGEST && PICTURE.test(value) ? value : null;
}

// Marks of direction and controls: unseen, they could make a note read otherwise than it is stored.
const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** The words with what cannot be seen in them made visible. */
export function shown(words: string): string {
  return words.replace(UNSEEN, (sign) => `\u27e8U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}\u27e9`);
}
