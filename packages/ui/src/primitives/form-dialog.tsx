/** A dialog with a form. It traps the focus and returns it when it closes. */

import { AlertDialog } from "radix-ui";
import { type FormEvent, type ReactElement, type ReactNode, type RefObject, useRef } from "react";
import { useAuthUi } from "../provider/context.ts";
import { ErrorAlert } from "./alert.tsx";
import { Button } from "./button.tsx";

/** Props of `FormDialog`. */
export interface FormDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly text: string;
  readonly submit: string;
  /** Text of the close button. Default: "Cancel", which is ambiguous if the dialog cancels something. */
  readonly dismiss?: string;
  /** Variant of the submit button. Default: `primary`. */
  readonly variant?: "primary" | "danger";
  readonly busy: boolean;
  /** Error of the whole form. */
  readonly problem: string | null;
  /**
   * Gets the focus when the dialog closes. Default: the element that had it before, but a menu item is gone by then.
   */
  readonly returnFocusTo?: RefObject<HTMLElement | null> | undefined;
  readonly children?: ReactNode;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  /** Runs on Cancel or Escape. */
  onClose(): void;
}

/** A dialog with a form. It traps the focus and returns it when it closes. */
export function FormDialog(props: FormDialogProps): ReactElement {
  const { texts } = useAuthUi();
  const form = useRef<HTMLFormElement>(null);
  const before = useRef<Element | null>(null);
  const focusFirst = (event: Event): void => {
    const input = form.current?.querySelector<HTMLInputElement>("input:not([hidden])");
    before.current = document.activeElement;
    if (!input) return;
    event.preventDefault();
    input.focus();
  };
  const focusBack = (event: Event): void => {
    event.preventDefault();
    const { activeElement: now, body } = document;
    // A message that appeared in the meantime has the focus and keeps it.
    if (now && now !== body && !form.current?.contains(now)) return;
    const target = props.returnFocusTo?.current ?? before.current;
    if (target instanceof HTMLElement) target.focus();
  };
  return (
    <AlertDialog.Root open={props.open} onOpenChange={(open) => (open ? undefined : props.onClose())}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="lk-overlay" />
        <AlertDialog.Content className="lk-dialog" onOpenAutoFocus={focusFirst} onCloseAutoFocus={focusBack}>
          <AlertDialog.Title className="lk-dialog-title">{props.title}</AlertDialog.Title>
          <AlertDialog.Description className="lk-dialog-text">{props.text}</AlertDialog.Description>
          <form className="lk-form" ref={form} onSubmit={props.onSubmit} noValidate>
            <ErrorAlert error={props.problem} />
            {props.children}
            <div className="lk-dialog-actions">
              <AlertDialog.Cancel asChild>
                <Button variant="quiet">{props.dismiss ?? texts.cancel}</Button>
              </AlertDialog.Cancel>
              <Button type="submit" variant={props.variant ?? "primary"} busy={props.busy}>
                {props.submit}
              </Button>
            </div>
          </form>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
