/** The icons of all components: one set, with lines of 1.5 pixels at 16 pixels. */

import type { ReactElement } from "react";
import { classNames } from "./class-names.ts";
import { iconPaths } from "./icon-paths.ts";

/** Name of an icon. */
export type IconName = keyof typeof iconPaths;

/** Props for `Icon`. */
export interface IconProps {
  readonly name: IconName;
  /** In pixels. Default: 16. */
  readonly size?: number;
}

/** Icons that point in the direction of the text, and are therefore mirrored on right-to-left pages. */
const directional: ReadonlySet<IconName> = new Set(["arrow-left", "chevron-left", "chevron-right", "log-out"]);

/** An icon. It's decoration: the text next to it, or the button's label, says what it means. */
export function Icon({ name, size = 16 }: IconProps): ReactElement {
  return (
    <svg
      className={classNames("lk-icon", directional.has(name) && "lk-icon-mirror")}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={(1.5 * 24) / size}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={iconPaths[name]} />
    </svg>
  );
}
