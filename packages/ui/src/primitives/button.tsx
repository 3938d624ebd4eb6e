/** A button with a busy state, in which it can't be pressed again. */

import {
  type ButtonHTMLAttributes,
  type ForwardRefExoticComponent,
  forwardRef,
  type ReactNode,
  type RefAttributes,
} from "react";
import { classNames } from "./class-names.ts";

/** Props of `Button`. */
export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Default: `primary`. */
  readonly variant?: "primary" | "quiet" | "danger";
  readonly busy?: boolean;
  /** Icon before the label. While the button is busy, a spinner replaces it. */
  readonly icon?: ReactNode;
  /** Whether the button can't be pressed right now. Unlike `disabled`, it keeps the focus. */
  readonly blocked?: boolean;
}

// React 18 only passes refs to `forwardRef` components, and dialogs and menus need one to move the focus.
/** A button with a busy state, in which it can't be pressed again. */
export const Button: ForwardRefExoticComponent<ButtonProps & RefAttributes<HTMLButtonElement>> = forwardRef<
  HTMLButtonElement,
  ButtonProps
>(function Button(
  { variant = "primary", busy = false, icon, blocked = false, className, children, type = "button", onClick, ...rest },
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
      className={classNames("lk-button", `lk-button-${variant}`, className)}
    >
      {busy ? <span className="lk-spinner" aria-hidden="true" /> : icon}
      <span className="lk-button-label">{children}</span>
    </button>
  );
});
