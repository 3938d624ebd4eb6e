/** The dialog that shows a new secret once. */

import { type ReactElement, type RefObject, useState } from "react";
import { type CopyValue, CopyValues } from "./copy-values.tsx";
import { FormDialog } from "./form-dialog.tsx";

/** Props for `SecretDialog`. */
export interface SecretDialogProps {
  readonly title: string;
  readonly text: string;
  readonly done: string;
  readonly values: readonly CopyValue[];
  readonly returnFocusTo: RefObject<HTMLElement | null>;
  onClose(): void;
}

/** Shows new values to copy. Only its button closes it right away, because the secret can't be shown again. */
export function SecretDialog({ title, text, done, values, returnFocusTo, onClose }: SecretDialogProps): ReactElement {
  // A click outside or Escape asks first, as after an edit.
  const [isDone, setDone] = useState(false);
  return (
    <FormDialog
      open
      title={title}
      text={text}
      submit={done}
      dismiss={null}
      busy={false}
      problem={null}
      edited={!isDone}
      returnFocusTo={returnFocusTo}
      onSubmit={(event) => {
        event.preventDefault();
        setDone(true);
        onClose();
      }}
      onClose={onClose}
    >
      <CopyValues values={values} />
    </FormDialog>
  );
}
