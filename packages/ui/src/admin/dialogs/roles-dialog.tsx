/** The dialog for the roles of users. */

import type { ReactElement } from "react";
import { FieldNote } from "../../primitives/field.tsx";
import { FormDialog } from "../../primitives/form-dialog.tsx";
import { useForm } from "../../primitives/use-form.ts";
import { fill } from "../../texts/texts.ts";
import { useAdminAccess } from "../access.tsx";
import { rolesOf, useAdminClient } from "../client.ts";
import { useAdminUi } from "../plugin.tsx";
import type { CommandDialogProps } from "../user-command.ts";
import { useDialogTexts } from "./use-dialog-texts.ts";

/** A checkbox for each role. For several users, only the default role is checked at first. */
export function RolesDialog({ users, note, returnFocusTo, run, onClose }: CommandDialogProps): ReactElement {
  const client = useAdminClient();
  const access = useAdminAccess();
  const { roles: words, bulk } = useAdminUi().texts;
  const { title, done } = useDialogTexts(users, words.dialogTitle, bulk.setRoleTitle, words.saved);
  const [user] = users;
  const current = users.length === 1 ? rolesOf(user) : [access.defaultRole];
  const names = [...new Set([...Object.keys(access.roles), ...current])];
  const form = useForm((values) => {
    const chosen = names.filter((role) => values.has(role));
    // Every user has at least one role.
    const role = chosen.length > 0 ? chosen : [access.defaultRole];
    return run({ run: ({ id: userId }) => client.admin.setRole({ userId, role }), done });
  });
  return (
    <FormDialog
      open
      title={title}
      text={words.subtitle}
      submit={words.submit}
      busy={form.busy}
      problem={form.problem}
      returnFocusTo={returnFocusTo}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      {note}
      <div>
        {names.map((role) => (
          <RoleChoice key={role} role={role} isChecked={current.includes(role)} isAssignable={access.covers(role)} />
        ))}
      </div>
    </FormDialog>
  );
}

interface RoleChoiceProps {
  readonly role: string;
  readonly isChecked: boolean;
  readonly isAssignable: boolean;
}

function RoleChoice({ role, isChecked, isAssignable }: RoleChoiceProps): ReactElement {
  const { roles } = useAdminUi().texts;
  const id = `lk-role-${role}`;
  const note = isAssignable ? undefined : fill(roles.notAssignable, { role });
  return (
    <>
      <label className="lk-check">
        <input
          type="checkbox"
          name={role}
          defaultChecked={isChecked}
          disabled={!isAssignable}
          aria-describedby={note ? `${id}-note` : undefined}
        />
        <bdi>{role}</bdi>
      </label>
      <FieldNote inputId={id} hint={note} />
    </>
  );
}
