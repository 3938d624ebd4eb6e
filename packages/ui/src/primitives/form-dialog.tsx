/** A question that is answered by filling something in. The focus is kept inside, and goes back where it was. */

import { AlertDialog } from "radix-ui";
import { type FormEvent, type ReactElement, type ReactNode, type RefObject, useRef } from "react";
import { useAuthUi } from "../provider/context.ts";
import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";

/** What `FormDialog` takes. */
export interface FormDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly text: string;
  readonly submit: string;
  /** Of the button that closes it. Default: "Cancel", which says nothing where something is to be canceled. */
  readonly dismiss?: string;
  /** Of the button that submits. Default: `primary`. */
  readonly look?: "primary" | "danger";
  readonly busy: boolean;
  /** For the form as a whole. */
  readonly problem: string | null;
  /** Gets the focus when it closes. Default: what had it before; a line of a menu is gone by then. */
  readonly returnTo?: RefObject<HTMLElement | null> | undefined;
  readonly children?: ReactNode;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  /** Cancel, or Escape. */
  onClose(): void;
}

/** A dialog with a form: keeps the focus, and gives it back. */
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
    // What was said meanwhile has taken it, and keeps it.
    if (now && now !== body && !form.current?.contains(now)) return;
    const target = props.returnTo?.current ?? before.current;
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
            {props.problem ? <Alert tone="error">{props.problem}</Alert> : null}
            {props.children}
            <div className="lk-dialog-actions">
              <AlertDialog.Cancel asChild>
                <Button look="quiet">{props.dismiss ?? texts.cancel}</Button>
              </AlertDialog.Cancel>
              <Button type="submit" look={props.look ?? "primary"} busy={props.busy}>
                {props.submit}
              </Button>
            </div>
          </form>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
