/** The dialog for naming or renaming a team. */

import type { ClientError } from "@latchkey/react";
import type { ReactElement } from "react";
import { Field } from "../../primitives/field.tsx";
import { FormDialog } from "../../primitives/form-dialog.tsx";
import { textOf, useForm } from "../../primitives/use-form.ts";
import { useOrganizationUi } from "../ui.ts";

export interface NameDialogProps {
  readonly title: string;
  readonly text: string;
  readonly submit: string;
  readonly name?: string;
  send(name: string): Promise<{ readonly error: ClientError | null }>;
  onDone(name: string): unknown;
  onClose(): void;
}

export function NameDialog({ name = "", send, onDone, onClose, ...words }: NameDialogProps): ReactElement {
  const { teams } = useOrganizationUi().texts;
  const form = useForm(async (values) => {
    const newName = textOf(values, "name").trim();
    const result = await send(newName);
    if (!result.error) {
      onClose();
      onDone(newName);
    }
    return result;
  });
  return (
    <FormDialog {...words} open busy={form.busy} problem={form.problem} onSubmit={form.onSubmit} onClose={onClose}>
      <Field
        label={teams.name}
        name="name"
        defaultValue={name}
        autoComplete="off"
        required
        maxLength={255}
        error={form.fieldErrors.name}
      />
    </FormDialog>
  );
}
