/** The dialog that replaces backup codes, and shows the new ones. */

import type { ClientError } from "@latchkey/react";
import { type ReactElement, type ReactNode, type RefObject, useState } from "react";
import { useAuthUi } from "../provider/context.ts";
import type { BackupCodesRowTexts, BackupCodesTexts } from "../texts/backup-codes.ts";
import { BackupCodes } from "./backup-codes.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { type SubmitResult, useForm } from "./use-form.ts";

/** What the call that replaces the codes resolves to. */
interface NewCodes {
  readonly data: { readonly backupCodes: readonly string[] } | null;
  readonly error: ClientError | null;
}

/** Props for `NewCodesDialog`. */
export interface NewCodesDialogProps {
  readonly words: BackupCodesRowTexts;
  readonly codesWords: BackupCodesTexts;
  readonly returnFocusTo: RefObject<HTMLElement | null>;
  /** Maps error codes to input names. */
  readonly fieldByErrorCode?: Readonly<Record<string, string>>;
  /** Code of an error that a retry can't fix. The dialog can then only be closed. */
  readonly finalErrorCode?: string;
  /** The inputs before the change. Receives the errors by input name. */
  fields?(errors: Readonly<Record<string, string>>): ReactNode;
  /** Replaces the codes. Receives the form's values. */
  generate(values: FormData): Promise<NewCodes>;
  /** Runs once the codes are replaced. */
  onChanged(): void;
  onClose(): void;
}

/** Asks before it replaces the codes. The new ones have to be saved before the dialog closes. */
export function NewCodesDialog(props: NewCodesDialogProps): ReactElement {
  const { words, codesWords, onChanged, onClose } = props;
  const { texts } = useAuthUi();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [isSaved, setSaved] = useState(false);
  const form = useForm(async (values): Promise<SubmitResult> => {
    if (codes) {
      if (isSaved) onClose();
      return { error: null };
    }
    const { data, error } = await props.generate(values);
    if (data) {
      setCodes(data.backupCodes);
      onChanged();
    }
    return { error };
  }, props.fieldByErrorCode);
  const isRefused = form.error !== null && form.error.code === props.finalErrorCode;
  const submit = codes ? codesWords.saved : words.newCodes;
  return (
    <FormDialog
      open
      wide={codes !== null}
      title={codes ? codesWords.title : words.newCodesTitle}
      text={codes ? codesWords.text : words.newCodesText}
      submit={isRefused ? texts.close : submit}
      {...(codes || isRefused ? { dismiss: null } : {})}
      blocked={codes !== null && !isSaved}
      busy={form.busy}
      problem={form.problem}
      returnFocusTo={props.returnFocusTo}
      onSubmit={(event) => {
        if (!isRefused) return form.onSubmit(event);
        event.preventDefault();
        onClose();
      }}
      onClose={() => (codes && !isSaved ? undefined : onClose())}
    >
      {codes ? (
        <>
          <BackupCodes codes={codes} words={codesWords} onSaved={() => setSaved(true)} />
          {isSaved ? null : <p className="lk-note">{codesWords.saveFirst}</p>}
        </>
      ) : (
        props.fields?.(form.fieldErrors)
      )}
    </FormDialog>
  );
}
