/** A confirmation before an action that can't be undone or affects others. */

import { AlertDialog } from "radix-ui";
import { type ReactElement, type ReactNode, useRef } from "react";
import { useSlots } from "../provider/appearance.tsx";
import { useAuthUi } from "../provider/context.ts";
import { ErrorAlert, type ErrorAlertProps } from "./alert.tsx";
import { Button } from "./button.tsx";

/** Props for `ConfirmDialog`. */
export interface ConfirmDialogProps {
  /** The button that opens the dialog. Missing if the app opens it with `open`. */
  readonly trigger?: ReactNode;
  /** A question that names the object, such as "Delete Acme?" */
  readonly title: string;
  /** The effect of confirming. */
  readonly text: ReactNode;
  /** Text of the confirm button. Repeats the verb of the title. */
  readonly confirm: string;
  /** Text of the close button. Default: "Cancel", which is ambiguous if the dialog cancels something. */
  readonly dismiss?: string;
  /** Default: `destructive`. */
  readonly variant?: "primary" | "destructive";
  readonly busy?: boolean;
  /** Why the action failed. The dialog should then stay open. */
  readonly error?: ErrorAlertProps["error"];
  /** Whether the dialog is open. Without it, the dialog closes as soon as the user confirms. */
  readonly open?: boolean;
  /** Element that gets focus afterward, if the one that opened the dialog is gone. */
  readonly returnFocusTo?: { readonly current: HTMLElement | null } | undefined;
  /** Additional content, such as a field to type the name. */
  readonly children?: ReactNode;
  onConfirm(): void;
  onClose?(): void;
}

/** Asks before it runs `onConfirm`. The focus starts on the close button. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactElement {
  const { trigger, title, text, confirm, variant = "destructive", busy = false, open, onConfirm, onClose } = props;
  const { texts } = useAuthUi();
  const slot = useSlots();
  const previousFocus = useRef<Element | null>(null);
  const content = useRef<HTMLDivElement>(null);
  const isControlled = open !== undefined;
  const action = (
    <Button variant={variant} solid={variant === "destructive"} busy={busy} onClick={onConfirm}>
      {confirm}
    </Button>
  );
  const focusBack = (event: Event): void => {
    const { activeElement: now } = document;
    // The page has changed in the meantime and already moved the focus.
    if (
      isControlled &&
      now &&
      now !== document.body &&
      now !== previousFocus.current &&
      !content.current?.contains(now)
    ) {
      event.preventDefault();
      return;
    }
    const target = props.returnFocusTo?.current ?? (isControlled ? previousFocus.current : null);
    if (!(target instanceof HTMLElement)) return;
    event.preventDefault();
    target.focus();
  };
  return (
    <AlertDialog.Root {...(isControlled ? { open } : {})} onOpenChange={(isOpen) => (isOpen ? undefined : onClose?.())}>
      {trigger ? <AlertDialog.Trigger asChild>{trigger}</AlertDialog.Trigger> : null}
      <AlertDialog.Portal>
        <AlertDialog.Overlay {...slot("overlay", "lk-overlay")} />
        <AlertDialog.Content
          ref={content}
          {...slot("dialog", "lk-dialog")}
          onOpenAutoFocus={() => {
            previousFocus.current = document.activeElement;
          }}
          onCloseAutoFocus={focusBack}
        >
          <AlertDialog.Title className="lk-dialog-title">{title}</AlertDialog.Title>
          <AlertDialog.Description className="lk-dialog-text">{text}</AlertDialog.Description>
          <div className="lk-form">
            <ErrorAlert error={props.error} />
            {props.children}
            <div className="lk-dialog-actions">
              <AlertDialog.Cancel asChild>
                <Button variant="secondary">{props.dismiss ?? texts.cancel}</Button>
              </AlertDialog.Cancel>
              {isControlled ? action : <AlertDialog.Action asChild>{action}</AlertDialog.Action>}
            </div>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
