/** The dialog for banning users. */

import type { ReactElement } from "react";
import { Field } from "../../primitives/field.tsx";
import { FormDialog } from "../../primitives/form-dialog.tsx";
import { SelectField } from "../../primitives/select-field.tsx";
import { textOf, useForm } from "../../primitives/use-form.ts";
import { useAdminClient } from "../client.ts";
import { useAdminUi } from "../plugin.tsx";
import type { CommandDialogProps } from "../user-command.ts";
import { useDialogTexts } from "./use-dialog-texts.ts";

/** In seconds. */
const hour = 3600;
const maxReason = 500;

/** Asks for a reason and an end. */
export function BanDialog({ users, note, returnFocusTo, run, onClose }: CommandDialogProps): ReactElement {
  const client = useAdminClient();
  const { ban, bulk } = useAdminUi().texts;
  const { title, done } = useDialogTexts(users, ban.dialogTitle, bulk.banTitle, ban.banned);
  const form = useForm((values) => {
    const banReason = textOf(values, "reason").trim();
    const seconds = Number(textOf(values, "seconds"));
    const until = seconds === 0 ? {} : { banExpiresIn: seconds };
    return run({ run: ({ id: userId }) => client.admin.banUser({ userId, banReason, ...until }), done });
  });
  const choices = [
    { value: "0", label: ban.forever },
    { value: String(hour), label: ban.forHour },
    { value: String(24 * hour), label: ban.forDay },
    { value: String(7 * 24 * hour), label: ban.forWeek },
    { value: String(30 * 24 * hour), label: ban.forMonth },
  ];
  return (
    <FormDialog
      open
      title={title}
      text={ban.dialogText}
      submit={ban.ban}
      variant="destructive"
      busy={form.busy}
      problem={form.problem}
      returnFocusTo={returnFocusTo}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      {note}
      <Field
        label={ban.reason}
        hint={ban.reasonHint}
        name="reason"
        autoComplete="off"
        maxLength={maxReason}
        required
        error={form.fieldErrors.reason}
      />
      <SelectField label={ban.until} name="seconds" options={choices} />
    </FormDialog>
  );
}
