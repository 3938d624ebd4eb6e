/** A button that shows when it is busy, and cannot be pressed twice. */

import {
  type ButtonHTMLAttributes,
  type ForwardRefExoticComponent,
  forwardRef,
  type ReactNode,
  type RefAttributes,
} from "react";
import { classNames } from "./class-names.ts";

/** What `Button` takes. */
export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Default: `primary`. */
  readonly look?: "primary" | "quiet" | "danger";
  readonly busy?: boolean;
  /** Before the label; while it is busy, something that turns stands there. */
  readonly icon?: ReactNode;
  /** Cannot be pressed for now. It keeps the focus, which `disabled` would take away. */
  readonly blocked?: boolean;
}

// React 18 gives a ref to none but these, and dialogs and menus need it to move the focus.
/** A button that says when it is busy, and cannot be pressed then. */
export const Button: ForwardRefExoticComponent<ButtonProps & RefAttributes<HTMLButtonElement>> = forwardRef<
  HTMLButtonElement,
  ButtonProps
>(function Button(
  { look = "primary", busy = false, icon, blocked = false, className, children, type = "button", onClick, ...rest },
  ref,
) {
  const isOff = busy || blocked;
  return (
    <button
      {...rest}
      ref={ref}
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={isOff || undefined}
      onClick={isOff ? (event) => event.preventDefault() : onClick}
      className={classNames("lk-button", `lk-button-${look}`, className)}
    >
      {busy ? <span className="lk-spinner" aria-hidden="true" /> : icon}
      <span className="lk-button-label">{children}</span>
    </button>
  );
});
