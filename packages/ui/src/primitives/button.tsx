/** Buttons with a busy state. While busy, they can't be pressed again. */

import {
  type ButtonHTMLAttributes,
  type ForwardRefExoticComponent,
  forwardRef,
  type ReactNode,
  type RefAttributes,
} from "react";
import { type Slot, useSlots } from "../provider/appearance.tsx";
import type { CallPaths } from "../provider/call-paths.ts";
import { Offered } from "../provider/offered.tsx";
import { Tooltip } from "./tooltip.tsx";

/** The visual style of a button. */
export type ButtonVariant = "primary" | "secondary" | "ghost" | "destructive";

/** Props for `Button`. */
export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Default: `primary`. Use `primary` once per page. `destructive` has an outline and red text. See `solid`. */
  readonly variant?: ButtonVariant;
  /** Whether a destructive button is filled. Only for the last step of a confirmation. */
  readonly solid?: boolean;
  /** 32, 36, or 40 pixels high. Default: the height of the controls around it. */
  readonly size?: "small" | "medium" | "large" | undefined;
  /** Whether the button is as wide as its container. */
  readonly fullWidth?: boolean;
  /** Whether a spinner replaces the label. The button keeps its width and focus. */
  readonly busy?: boolean;
  /** Icon before the label. */
  readonly icon?: ReactNode;
  /** Whether the button can't be pressed right now. Unlike `disabled`, it keeps focus. */
  readonly blocked?: boolean;
  /** Path of the call that the button leads to, or several paths. If the server turned one off, nothing is rendered. */
  readonly path?: CallPaths | undefined;
  /** Additional part name for this button, so that the app can set its class names. */
  readonly part?: Slot;
}

const variantSlots: Readonly<Record<ButtonVariant, readonly Slot[]>> = {
  primary: ["button", "buttonPrimary"],
  secondary: ["button", "buttonSecondary"],
  ghost: ["button"],
  destructive: ["button", "buttonDestructive"],
};

// React 18 only passes refs to `forwardRef` components, and dialogs and menus need one to move focus.
/** A button with a busy state. While busy, it can't be pressed again. */
export const Button: ForwardRefExoticComponent<ButtonProps & RefAttributes<HTMLButtonElement>> = forwardRef<
  HTMLButtonElement,
  ButtonProps
>(function Button(
  {
    variant = "primary",
    solid = false,
    size,
    fullWidth = false,
    busy = false,
    blocked = false,
    icon,
    part,
    path,
    className,
    children,
    type = "button",
    onClick,
    ...rest
  },
  ref,
) {
  const slot = useSlots();
  const isOff = busy || blocked;
  const isIconOnly = children === undefined || children === null;
  const look = slot(
    part ? [...variantSlots[variant], part] : variantSlots[variant],
    "lk-button",
    `lk-button-${variant}`,
    solid && "lk-button-solid",
    size && `lk-button-${size}`,
    isIconOnly && "lk-button-icon",
    fullWidth && "lk-button-full",
    className,
  );
  const button = (
    <button
      {...rest}
      {...look}
      ref={ref}
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={isOff || undefined}
      onClick={isOff ? (event) => event.preventDefault() : onClick}
    >
      {icon}
      {isIconOnly ? null : <span className="lk-button-label">{children}</span>}
      {busy ? <span className="lk-spinner" aria-hidden="true" /> : null}
    </button>
  );
  return <Offered path={path}>{button}</Offered>;
});

/** Props for `IconButton`. */
export interface IconButtonProps extends Omit<ButtonProps, "children" | "aria-label"> {
  /** Accessible name, and the tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
}

/** A button that only shows an icon. Its label appears as a tooltip. Default variant: `ghost`. */
export const IconButton: ForwardRefExoticComponent<IconButtonProps & RefAttributes<HTMLButtonElement>> = forwardRef<
  HTMLButtonElement,
  IconButtonProps
>(function IconButton({ label, variant = "ghost", ...rest }, ref) {
  return (
    <Tooltip text={label} isLabel>
      <Button {...rest} ref={ref} variant={variant} aria-label={label} />
    </Tooltip>
  );
});
