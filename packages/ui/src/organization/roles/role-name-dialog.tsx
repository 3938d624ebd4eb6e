/** The dialog for a custom role's name. */

import type { ClientError } from "@latchkey/react";
import { type ReactElement, type RefObject, useState } from "react";
import { Field } from "../../primitives/field.tsx";
import { FormDialog } from "../../primitives/form-dialog.tsx";
import { textOf, useForm } from "../../primitives/use-form.ts";
import { useOrganizationUi } from "../ui.ts";

export interface RoleNameDialogProps {
  readonly title: string;
  readonly text: string;
  readonly submit: string;
  /** The current name. */
  readonly name?: string;
  readonly returnTo?: RefObject<HTMLElement | null>;
  send(name: string): Promise<{ readonly error: ClientError | null }>;
  onDone(name: string): unknown;
  onClose(): void;
}

const fieldByErrorCode = { ROLE_NAME_IS_ALREADY_TAKEN: "name", ROLE_IS_ASSIGNED_TO_MEMBERS: "name" };

/** An unchanged name isn't sent, because a role that members have can't be renamed. */
export function RoleNameDialog({
  name = "",
  returnTo,
  send,
  onDone,
  onClose,
  ...words
}: RoleNameDialogProps): ReactElement {
  const { roles: own } = useOrganizationUi().texts;
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm(async (values) => {
    const typed = textOf(values, "name").trim();
    const hasComma = typed.includes(",");
    setProblem(hasComma ? own.nameComma : null);
    if (hasComma) return { error: null };
    const result = typed === name ? { error: null } : await send(typed);
    if (!result.error) await onDone(typed);
    return result;
  }, fieldByErrorCode);
  const field: ReactElement = (
    <Field
      label={own.name}
      name="name"
      hint={own.nameHint}
      defaultValue={name}
      autoComplete="off"
      required
      maxLength={64}
      error={form.fieldErrors.name ?? problem}
    />
  );
  return (
    <FormDialog
      {...words}
      open
      busy={form.busy}
      problem={form.problem}
      returnFocusTo={returnTo}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      {field}
    </FormDialog>
  );
}
