/** A person's picture, or their initials. */

import { type ReactElement, useState } from "react";
import { classNames } from "./class-names.ts";

/** What `Avatar` takes. */
export interface AvatarProps {
  /** Where the initials come from. */
  readonly name: string;
  readonly image: string | null;
  readonly large?: boolean;
}

/** A person's picture, or the initials of the name. */
export function Avatar({ name, image, large = false }: AvatarProps): ReactElement {
  const [broken, setBroken] = useState<string | null>(null);
  const className = classNames("lk-avatar", large && "lk-avatar-large");
  if (image && isImageAddress(image) && image !== broken) {
    // The picture's host need not know which page it is shown on.
    return (
      <img className={className} src={image} alt="" referrerPolicy="no-referrer" onError={() => setBroken(image)} />
    );
  }
  // Drawn by the stylesheet: initials are a picture here, not part of a button's name.
  return <span className={className} data-initials={initials(name)} />;
}

/** On the web, or a path on the app's own host: nothing that a browser would run. */
export function isImageAddress(address: string): boolean {
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
