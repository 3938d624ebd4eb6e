/** A dialog with a form. It traps the focus and returns it when it closes. */

import { Dialog } from "radix-ui";
import { type FormEvent, type ReactElement, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useSlots } from "../provider/appearance.tsx";
import { useAuthUi } from "../provider/context.ts";
import { ErrorAlert, type ErrorAlertProps } from "./alert.tsx";
import { Button } from "./button.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { submitWithKeys } from "./submit-key.ts";
import { useFocusEffect } from "./use-focus-effect.ts";
import { isEdited } from "./use-form.ts";

/** Props for `FormDialog`. */
export interface FormDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly text: string;
  readonly submit: string;
  /**
   * Text of the close button. Default: "Cancel", which is ambiguous if the dialog cancels something. `null` for a last
   * step that only has one button.
   */
  readonly dismiss?: string | null;
  /** Variant of the submit button. Default: `primary`. */
  readonly variant?: "primary" | "destructive";
  /** Whether the dialog is wide enough for a list. */
  readonly wide?: boolean;
  readonly busy: boolean;
  /** Whether the form can't be submitted yet. */
  readonly blocked?: boolean;
  /** An error that isn't about a single field, or its message. */
  readonly problem: ErrorAlertProps["error"];
  /**
   * Gets the focus when the dialog closes. Default: the element that had focus before. Set it if that's a menu item,
   * which is gone by then.
   */
  readonly returnFocusTo?: RefObject<HTMLElement | null> | undefined;
  /** Whether values outside of inputs changed, such as chosen permissions. */
  readonly edited?: boolean;
  readonly children?: ReactNode;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  /** Runs on Cancel, Escape, or a click outside. After an edit, the latter two ask first. */
  onClose(): void;
}

/** A dialog with a form. It traps the focus and returns it when it closes. */
export function FormDialog(props: FormDialogProps): ReactElement {
  const { texts } = useAuthUi();
  const slot = useSlots();
  const form = useRef<HTMLFormElement>(null);
  const previousFocus = useRef<Element | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const shownTitle = useRef(props.title);
  const [isAsking, setAsking] = useState(false);
  useFocusEffect(() => {
    // A new title means a new step, so the last step's input is gone. A field of the new step may already have focus.
    const { activeElement: now } = document;
    const isInField = now instanceof HTMLInputElement && form.current?.contains(now);
    if (props.open && shownTitle.current !== props.title && !isInField) title.current?.focus();
    shownTitle.current = props.title;
  }, [props.open, props.title]);
  useEffect(() => {
    // A tall dialog can be scrolled, and its error is at the top.
    if (props.problem && form.current?.parentElement) form.current.parentElement.scrollTop = 0;
  }, [props.problem]);
  const variant = props.variant ?? "primary";
  const isConfirmation = variant === "destructive";
  const focusFirst = (event: Event): void => {
    const input = form.current?.querySelector<HTMLElement>("input:not([hidden], [type=hidden]), select, textarea");
    previousFocus.current = document.activeElement;
    // Without a field, the submit button gets focus. In a confirmation, it's Cancel, which comes first anyway.
    const target = input ?? (isConfirmation ? null : form.current?.querySelector<HTMLElement>("[type=submit]"));
    if (!target) return;
    event.preventDefault();
    target.focus();
  };
  const focusBack = (event: Event): void => {
    event.preventDefault();
    const target = props.returnFocusTo?.current ?? previousFocus.current;
    const { activeElement: now } = document;
    // A message that took the focus in the meantime keeps it. The page and the dialog below don't.
    if (now && !now.contains(target) && !form.current?.contains(now)) return;
    if (target instanceof HTMLElement) target.focus();
  };
  const leave = (): void => {
    if (props.edited || (form.current && isEdited(form.current))) setAsking(true);
    else props.onClose();
  };
  return (
    <Dialog.Root open={props.open} onOpenChange={(open) => (open ? undefined : leave())}>
      <Dialog.Portal>
        <Dialog.Overlay {...slot("overlay", "lk-overlay")} />
        <Dialog.Content
          {...slot("dialog", "lk-dialog", props.wide && "lk-dialog-wide")}
          // A click outside doesn't close a confirmation of a destructive action.
          {...(isConfirmation
            ? { role: "alertdialog", onPointerDownOutside: keepOpen, onInteractOutside: keepOpen }
            : {})}
          onOpenAutoFocus={focusFirst}
          onCloseAutoFocus={focusBack}
        >
          <Dialog.Title ref={title} className="lk-dialog-title" tabIndex={-1}>
            {props.title}
          </Dialog.Title>
          <Dialog.Description className="lk-dialog-text">{props.text}</Dialog.Description>
          <form className="lk-form" ref={form} onSubmit={props.onSubmit} onKeyDown={submitWithKeys} noValidate>
            <ErrorAlert error={props.problem} />
            {props.children}
            <div className="lk-dialog-actions">
              {props.dismiss === null ? null : (
                <Button variant="secondary" onClick={props.onClose}>
                  {props.dismiss ?? texts.cancel}
                </Button>
              )}
              <Button
                type="submit"
                variant={variant}
                solid={isConfirmation}
                busy={props.busy}
                blocked={props.blocked ?? false}
              >
                {props.submit}
              </Button>
            </div>
          </form>
          <ConfirmDialog
            open={isAsking}
            title={texts.discardTitle}
            text={texts.discardText}
            confirm={texts.discard}
            dismiss={texts.keepEditing}
            onConfirm={() => {
              setAsking(false);
              props.onClose();
            }}
            onClose={() => setAsking(false)}
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const keepOpen = (event: Event): void => event.preventDefault();
