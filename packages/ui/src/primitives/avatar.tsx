/** A user's picture or initials. */

import { type ReactElement, useState } from "react";
import { useSlots } from "../provider/appearance.tsx";

/** Props for `Avatar`. */
export interface AvatarProps {
  /** The name to take the initials from. */
  readonly name: string;
  readonly image: string | null;
  /** 24, 32, or 64 pixels. Default: `medium`. */
  readonly size?: "small" | "medium" | "large";
  /** `square` for organizations. Default: `round`, for people. */
  readonly shape?: "round" | "square";
}

/** Shows the picture, or the initials of the name if there is none. */
export function Avatar({ name, image, size = "medium", shape = "round" }: AvatarProps): ReactElement {
  const slot = useSlots();
  const [broken, setBroken] = useState<string | null>(null);
  const look = slot(
    "avatar",
    "lk-avatar",
    size !== "medium" && `lk-avatar-${size}`,
    shape === "square" && "lk-avatar-square",
  );
  if (image && isImageUrl(image) && image !== broken) {
    // Don't tell the picture's host which page it's shown on.
    return <img {...look} src={image} alt="" referrerPolicy="no-referrer" onError={() => setBroken(image)} />;
  }
  // The stylesheet draws the initials, so they don't become part of a button's accessible name.
  return <span {...look} data-initials={initials(name)} />;
}

/**
 * Whether the URL is a web URL or a path on the app's host. Rejects URLs that a browser could run as code, such as
 * `javascript:` ones.
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
