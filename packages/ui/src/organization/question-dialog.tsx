/** A question that is answered by yes or no, and that says what went wrong. */

import type { ClientError } from "@latchkey/react";
import type { ReactElement, RefObject } from "react";
import { FormDialog } from "../primitives/form-dialog.tsx";
import { useForm } from "../primitives/use-form.ts";

/** What `QuestionDialog` takes. */
export interface QuestionDialogProps {
  readonly title: string;
  readonly text: string;
  readonly submit: string;
  /** Gets the focus afterwards, if it is still there. */
  readonly returnTo?: RefObject<HTMLElement | null>;
  /** It stays open, and says so, where this is refused. */
  run(): Promise<{ readonly error: ClientError | null }>;
  onClose(): void;
}

export function QuestionDialog({ title, text, submit, returnTo, run, onClose }: QuestionDialogProps): ReactElement {
  const form = useForm(run);
  return (
    <FormDialog
      open
      title={title}
      text={text}
      submit={submit}
      look="danger"
      busy={form.busy}
      problem={form.problem}
      returnTo={returnTo}
      onSubmit={form.onSubmit}
      onClose={onClose}
    />
  );
}
