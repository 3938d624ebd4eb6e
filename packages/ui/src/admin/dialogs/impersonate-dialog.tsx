/** The dialog for impersonating a user. */

import type { ReactElement } from "react";
import { Field } from "../../primitives/field.tsx";
import { FormDialog } from "../../primitives/form-dialog.tsx";
import { SelectField } from "../../primitives/select-field.tsx";
import { textOf, useForm } from "../../primitives/use-form.ts";
import { useAuthUi } from "../../provider/context.ts";
import { fill, fillCount } from "../../texts/texts.ts";
import { useAdminAccess } from "../access.tsx";
import { nameOf, useAdminClient } from "../client.ts";
import { useAdminUi } from "../plugin.tsx";
import type { CommandDialogProps } from "../user-command.ts";

/** In seconds. */
const durations = [15 * 60, 30 * 60, 3600, 4 * 3600, 8 * 3600, 24 * 3600];
const maxReason = 500;

/** Asks for a duration and a reason, and then navigates to the app's home page. */
export function ImpersonateDialog({ users, returnFocusTo, onClose }: CommandDialogProps): ReactElement | null {
  const client = useAdminClient();
  const { texts, paths, navigate } = useAuthUi();
  const { impersonate } = useAdminUi().texts;
  const { impersonationSeconds: maximum } = useAdminAccess();
  const [user] = users;
  const form = useForm(async (values) => {
    const reason = textOf(values, "reason").trim();
    const result = await client.admin.impersonateUser({
      userId: user?.id ?? "",
      duration: Number(textOf(values, "duration")),
      ...(reason === "" ? {} : { reason }),
    });
    if (!result.error) {
      onClose();
      navigate(paths.home);
    }
    return result;
  });
  if (!user) return null;
  const choices = [...durations.filter((seconds) => seconds < maximum), maximum];
  return (
    <FormDialog
      open
      title={fill(impersonate.title, { name: nameOf(user) })}
      text={impersonate.text}
      submit={impersonate.start}
      busy={form.busy}
      problem={form.problem}
      returnFocusTo={returnFocusTo}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <SelectField
        label={impersonate.duration}
        name="duration"
        defaultValue={String(choices.findLast((seconds) => seconds <= 3600) ?? maximum)}
        options={choices.map((seconds) => ({
          value: String(seconds),
          label:
            seconds % 3600 === 0
              ? fillCount(texts, impersonate.hours, seconds / 3600)
              : fillCount(texts, impersonate.minutes, Math.round(seconds / 60)),
        }))}
      />
      <Field
        label={impersonate.reason}
        hint={impersonate.reasonHint}
        name="reason"
        autoComplete="off"
        maxLength={maxReason}
      />
    </FormDialog>
  );
}
