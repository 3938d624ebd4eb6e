/** A confirmation before an action that can't be undone. */

import { AlertDialog } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { useAuthUi } from "../provider/context.ts";
import { Button } from "./button.tsx";

/** Props of `ConfirmDialog`. */
export interface ConfirmDialogProps {
  /** The button that opens the dialog. */
  readonly trigger: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  onConfirm(): void;
}

/** A confirmation before an action that can't be undone. */
export function ConfirmDialog({ trigger, title, text, confirm, onConfirm }: ConfirmDialogProps): ReactElement {
  const { texts } = useAuthUi();
  return (
    <AlertDialog.Root>
      <AlertDialog.Trigger asChild>{trigger}</AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="lk-overlay" />
        <AlertDialog.Content className="lk-dialog">
          <AlertDialog.Title className="lk-dialog-title">{title}</AlertDialog.Title>
          <AlertDialog.Description className="lk-dialog-text">{text}</AlertDialog.Description>
          <div className="lk-dialog-actions">
            <AlertDialog.Cancel asChild>
              <Button variant="quiet">{texts.cancel}</Button>
            </AlertDialog.Cancel>
            <AlertDialog.Action asChild>
              <Button variant="danger" onClick={onConfirm}>
                {confirm}
              </Button>
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
