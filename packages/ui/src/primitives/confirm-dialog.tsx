/** A question before something that cannot be taken back. */

import { AlertDialog } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { useAuthUi } from "../provider/context.ts";
import { Button } from "./button.tsx";

/** What `ConfirmDialog` takes. */
export interface ConfirmDialogProps {
  /** The button that opens it. */
  readonly trigger: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  onConfirm(): void;
}

/** A question before something that cannot be undone. */
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
              <Button look="quiet">{texts.cancel}</Button>
            </AlertDialog.Cancel>
            <AlertDialog.Action asChild>
              <Button look="danger" onClick={onConfirm}>
                {confirm}
              </Button>
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
