/** A confirmation dialog that shows the error if its action fails. */

import type { ClientError } from "@latchkey/react";
import type { ReactElement, RefObject } from "react";
import { FormDialog } from "../primitives/form-dialog.tsx";
import { useForm } from "../primitives/use-form.ts";

/** Props for `ConfirmActionDialog`. */
export interface ConfirmActionDialogProps {
  readonly title: string;
  readonly text: string;
  readonly submit: string;
  /** Gets the focus when the dialog closes, if it's still on the page. */
  readonly returnTo?: RefObject<HTMLElement | null>;
  /** Runs the action. If it fails, the dialog stays open and shows the error. */
  run(): Promise<{ readonly error: ClientError | null }>;
  onClose(): void;
}

export function ConfirmActionDialog({
  title,
  text,
  submit,
  returnTo,
  run,
  onClose,
}: ConfirmActionDialogProps): ReactElement {
  const form = useForm(run);
  return (
    <FormDialog
      open
      title={title}
      text={text}
      submit={submit}
      variant="destructive"
      busy={form.busy}
      problem={form.problem}
      returnFocusTo={returnTo}
      onSubmit={form.onSubmit}
      onClose={onClose}
    />
  );
}
