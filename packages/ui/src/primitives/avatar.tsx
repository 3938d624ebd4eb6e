/** A user's picture or initials. */

import { type ReactElement, useState } from "react";
import { classNames } from "./class-names.ts";

/** Props of `Avatar`. */
export interface AvatarProps {
  /** The name to take the initials from. */
  readonly name: string;
  readonly image: string | null;
  readonly large?: boolean;
}

/** Shows the picture, or the initials of the name if there is none. */
export function Avatar({ name, image, large = false }: AvatarProps): ReactElement {
  const [broken, setBroken] = useState<string | null>(null);
  const className = classNames("lk-avatar", large && "lk-avatar-large");
  if (image && isImageUrl(image) && image !== broken) {
    // Don't tell the picture's host which page it's shown on.
    return (
      <img className={className} src={image} alt="" referrerPolicy="no-referrer" onError={() => setBroken(image)} />
    );
  }
  // The stylesheet draws the initials, so they don't become part of a button's accessible name.
  return <span className={className} data-initials={initials(name)} />;
}

/**
 * Whether the URL is a web URL or a path on the app's host. Rejects what a browser could run, such as `javascript:`.
 */
export function isImageUrl(address: string): boolean {
  return /^(?:https?:\/\/|\/(?![/\\]))/i.test(address);
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("")
    .toUpperCase();
}
