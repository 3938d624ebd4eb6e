/** Changes the roles of several members, or removes them. */

import type { ClientError } from "@latchkey/react";
import { type ReactElement, useState } from "react";
import { Button } from "../../primitives/button.tsx";
import { FormDialog } from "../../primitives/form-dialog.tsx";
import { SelectField } from "../../primitives/select-field.tsx";
import { useToast } from "../../primitives/toast.tsx";
import { textOf, useForm } from "../../primitives/use-form.ts";
import { useAuthUi } from "../../provider/context.ts";
import { errorText, fillCount, type PluralText } from "../../texts/texts.ts";
import { type MemberDetails, useOrganizationClient } from "../client.ts";
import { ConfirmActionDialog } from "../confirm-action-dialog.tsx";
import { useOrganizationUi } from "../ui.ts";
import type { Membership } from "../use-membership.ts";
import { useRoles } from "../use-roles.ts";
import { changeRolePath, nameOfMember, removePath } from "./member-rights.ts";

export interface BulkActionsProps {
  readonly membership: Membership;
  readonly chosen: readonly MemberDetails[];
  /** @param problem the members for whom the action failed and why, or `null` */
  onDone(problem: string | null): Promise<void>;
}

type Action = (member: MemberDetails) => Promise<{ readonly error: ClientError | null }>;

/** The buttons above the table while members are selected. */
export function BulkActions({ membership, chosen, onDone }: BulkActionsProps): ReactElement {
  const client = useOrganizationClient();
  const { texts } = useAuthUi();
  const { members } = useOrganizationUi().texts;
  const toast = useToast();
  const [openDialog, setOpenDialog] = useState<"role" | "remove" | null>(null);
  const organizationId = membership.organization.id;
  const close = (): void => setOpenDialog(null);

  /** Runs sequentially, because a change can depend on the one before, such as when it affects the last owner. */
  const runAll = async (action: Action, done: PluralText): Promise<{ readonly error: null }> => {
    const failures: string[] = [];
    for (const member of chosen) {
      const { error } = await action(member);
      if (error) failures.push(`${nameOfMember(member)}: ${errorText(texts, error)}`);
    }
    close();
    const count = chosen.length - failures.length;
    if (count > 0) toast({ text: fillCount(texts, done, count) });
    const reasons = failures.join(" ");
    await onDone(failures.length > 0 ? fillCount(texts, members.failedSome, failures.length, { reasons }) : null);
    return { error: null };
  };
  const remove: Action = ({ id }) => client.organization.removeMember({ memberIdOrEmail: id, organizationId });
  return (
    <>
      {membership.canDo("member:update", changeRolePath) ? (
        <Button variant="secondary" onClick={() => setOpenDialog("role")}>
          {members.changeRole}
        </Button>
      ) : null}
      {membership.canDo("member:delete", removePath) ? (
        <Button variant="destructive" onClick={() => setOpenDialog("remove")}>
          {members.remove}
        </Button>
      ) : null}
      {openDialog === "role" ? (
        <RoleDialog
          membership={membership}
          onClose={close}
          onChosen={(role) =>
            runAll(
              ({ id: memberId }) => client.organization.updateMemberRole({ memberId, organizationId, role }),
              members.rolesSaved,
            )
          }
        />
      ) : null}
      {openDialog === "remove" ? (
        <ConfirmActionDialog
          title={fillCount(texts, members.removeSomeTitle, chosen.length)}
          text={members.removeText}
          submit={members.remove}
          run={() => runAll(remove, members.removedSome)}
          onClose={close}
        />
      ) : null}
    </>
  );
}

interface RoleDialogProps {
  readonly membership: Membership;
  onChosen(role: string): Promise<{ readonly error: null }>;
  onClose(): void;
}

function RoleDialog({ membership, onChosen, onClose }: RoleDialogProps): ReactElement {
  const { members } = useOrganizationUi().texts;
  const options = useRoles(membership);
  const form = useForm((values) => onChosen(textOf(values, "role")));
  return (
    <FormDialog
      open
      title={members.roleTitle}
      text={members.rolesText}
      submit={members.roleSubmit}
      busy={form.busy}
      problem={form.problem}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <SelectField label={members.role} name="role" options={options} defaultValue={options.at(-1)?.value} />
    </FormDialog>
  );
}
