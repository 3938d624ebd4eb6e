/** A button that shows when it is busy, and cannot be pressed twice. */

import type { ButtonHTMLAttributes, ReactElement } from "react";
import { classNames } from "./class-names.ts";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Default: `primary`. */
  readonly look?: "primary" | "quiet" | "danger";
  readonly busy?: boolean;
}

export function Button({
  look = "primary",
  busy = false,
  className,
  children,
  type = "button",
  onClick,
  ...rest
}: ButtonProps): ReactElement {
  return (
    <button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={classNames("lk-button", `lk-button-${look}`, className)}
    >
      {busy ? <span className="lk-spinner" aria-hidden="true" /> : null}
      <span className="lk-button-label">{children}</span>
    </button>
  );
}
