/** The section for leaving, transferring, or deleting the organization. */

import { type ReactElement, useState } from "react";
import { Field } from "../../primitives/field.tsx";
import { FormDialog } from "../../primitives/form-dialog.tsx";
import { Row, type RowDialogProps, Rows } from "../../primitives/row.tsx";
import { Section } from "../../primitives/section.tsx";
import { useForm } from "../../primitives/use-form.ts";
import type { CallPaths } from "../../provider/call-paths.ts";
import { useCanCall } from "../../provider/use-can-call.ts";
import { fill } from "../../texts/texts.ts";
import { roleNamesOf } from "../client.ts";
import { LeaveDialog } from "../members/leave-dialog.tsx";
import { isOnlyOwner } from "../members/member-rights.ts";
import { type OrganizationSectionProps, SectionFrame } from "../section-frame.tsx";
import { useOrganizationUi } from "../ui.ts";
import { useDeparture } from "../use-departure.ts";
import type { Membership } from "../use-membership.ts";
import { useOrganizationServer } from "../use-server.ts";
import { TransferDialog } from "./transfer-dialog.tsx";

/** Lets members leave the active organization, owners transfer it, and members with permission delete it. */
export function OrganizationDanger({ focusOnMount }: OrganizationSectionProps): ReactElement {
  return (
    <SectionFrame>
      {(membership) => <Danger membership={membership} focusOnMount={focusOnMount ?? false} />}
    </SectionFrame>
  );
}

const transferPaths = ["/organization/update-member-role", "/organization/list-members"];

interface DangerProps {
  readonly membership: Membership;
  readonly focusOnMount: boolean;
}

function Danger({ membership, focusOnMount }: DangerProps): ReactElement {
  const { danger, members } = useOrganizationUi().texts;
  const { creatorRole, delete: canBeDeleted } = useOrganizationServer();
  const { organization, member, can } = membership;
  const canCall = useCanCall();
  const has = (path: CallPaths): boolean => canCall(path) !== false;
  const isOwner = roleNamesOf(member.role).includes(creatorRole);
  const isOnly = isOnlyOwner(membership, member, creatorRole);
  return (
    <Section title={danger.title} focusOnMount={focusOnMount}>
      <Rows>
        {has("/organization/leave") ? (
          <Row
            label={danger.leave}
            value={<span className="lk-part-text">{isOnly ? members.onlyOwner : danger.leaveText}</span>}
            {...(isOnly
              ? {}
              : {
                  edit: danger.leave,
                  dialog: ({ open, onClose, returnFocusTo }: RowDialogProps) =>
                    open ? (
                      <LeaveDialog
                        organization={organization}
                        returnTo={returnFocusTo}
                        onLeft={onClose}
                        onClose={onClose}
                      />
                    ) : null,
                })}
          />
        ) : null}
        {isOwner && organization.membersTotal > 1 && has(transferPaths) ? (
          <Row
            label={danger.transfer}
            value={<span className="lk-part-text">{danger.transferText}</span>}
            edit={danger.transfer}
            dialog={(props) => (props.open ? <TransferDialog {...props} membership={membership} /> : null)}
          />
        ) : null}
        {canBeDeleted && can("organization:delete") ? (
          <Row
            label={danger.remove}
            value={<span className="lk-part-text">{danger.removeText}</span>}
            edit={danger.remove}
            destructive
            dialog={(props) => (props.open ? <DeleteDialog {...props} membership={membership} /> : null)}
          />
        ) : null}
      </Rows>
    </Section>
  );
}

interface DeleteDialogProps extends RowDialogProps {
  readonly membership: Membership;
}

function DeleteDialog({ membership, returnFocusTo, onClose }: DeleteDialogProps): ReactElement {
  const depart = useDeparture();
  const { danger } = useOrganizationUi().texts;
  const { id: organizationId, name, slug } = membership.organization;
  const [typed, setTyped] = useState("");
  const form = useForm(async () => {
    const result = await depart("delete", organizationId);
    if (!result.error) onClose();
    return result;
  });
  return (
    <FormDialog
      open
      variant="destructive"
      title={fill(danger.removeTitle, { name })}
      text={danger.removeText}
      submit={danger.removeSubmit}
      busy={form.busy}
      blocked={typed.trim() !== slug}
      problem={form.problem}
      returnFocusTo={returnFocusTo}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <Field
        label={fill(danger.confirm, { slug })}
        name="slug"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={form.fieldErrors.slug}
      />
    </FormDialog>
  );
}
