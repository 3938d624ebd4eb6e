/** The dialog for inviting people by email. */

import type { Invitation } from "@latchkey/organization";
import { type ReactElement, type RefObject, useState } from "react";
import { Alert, ErrorAlert } from "../../primitives/alert.tsx";
import { CopyButton } from "../../primitives/copy-button.tsx";
import { EmailListField, isEmail } from "../../primitives/email-list-field.tsx";
import { FormDialog } from "../../primitives/form-dialog.tsx";
import { SelectField } from "../../primitives/select-field.tsx";
import { useToast } from "../../primitives/toast.tsx";
import { textOf, useForm } from "../../primitives/use-form.ts";
import { useAuthUi } from "../../provider/context.ts";
import { fill, fillCount } from "../../texts/texts.ts";
import { useOrganizationUi } from "../ui.ts";
import type { Membership } from "../use-membership.ts";
import { useRoles } from "../use-roles.ts";
import { useOrganizationServer } from "../use-server.ts";
import { useInvitationLink } from "./use-invitation-link.ts";
import { type InviteState, useInvite } from "./use-invite.ts";

export interface InviteDialogProps {
  readonly membership: Membership;
  /** Gets the focus when the dialog closes. Default: the element that had it before. */
  readonly returnTo?: RefObject<HTMLElement | null>;
  /** Runs after each attempt that invited someone. */
  onInvited?(): Promise<void>;
  onClose(): void;
}

/** If the server doesn't send email, the dialog ends with the links to copy. */
export function InviteDialog(props: InviteDialogProps): ReactElement {
  const invite = useInvite(props.membership.organization.id);
  const [showsLinks, setShowsLinks] = useState(false);
  if (showsLinks) return <LinksDialog returnTo={props.returnTo} created={invite.created} onClose={props.onClose} />;
  return <InviteForm {...props} invite={invite} onLinks={() => setShowsLinks(true)} />;
}

interface InviteFormProps extends InviteDialogProps {
  readonly invite: InviteState;
  onLinks(): void;
}

/** Emails that were rejected stay for another attempt. */
function InviteForm({ membership, returnTo, invite, onInvited, onLinks, onClose }: InviteFormProps): ReactElement {
  const { texts } = useAuthUi();
  const { invitations, members } = useOrganizationUi().texts;
  const server = useOrganizationServer();
  const sendsEmail = server.invitations === "email";
  const toast = useToast();
  const [emails, setEmails] = useState<readonly string[]>([]);
  const [fieldError, setFieldError] = useState<string | null>(null);
  const { created, failures } = invite;
  const { teams } = membership.organization;
  const canChooseTeam = server.teams && teams.length > 0 && membership.can("member:update");
  const options = useRoles(membership);
  const isDone = new Set(created.map(({ email }) => email));
  const left = emails.filter((email) => !isDone.has(email));
  const form = useForm(async (values) => {
    const isValid = left.length > 0 && left.every(isEmail);
    setFieldError(isValid ? null : left.length === 0 ? texts.required : texts.emailListInvalid);
    if (!isValid) return { error: null };
    const { sent, error } = await invite.invite(left, textOf(values, "role"), textOf(values, "team"));
    if (sent > 0) await onInvited?.();
    if (error || sent < left.length) return { error };
    if (!sendsEmail) onLinks();
    else {
      onClose();
      toast({ text: fillCount(texts, invitations.sentSome, created.length + sent) });
    }
    return { error: null };
  });
  const hasSent = created.length > 0 && sendsEmail;
  const failedCount = left.filter((email) => failures[email] !== undefined).length;
  return (
    <FormDialog
      open
      wide
      returnFocusTo={returnTo}
      title={invitations.inviteTitle}
      text={sendsEmail ? invitations.inviteText : invitations.inviteLinkText}
      submit={sendsEmail ? invitations.inviteSubmit : invitations.inviteLinkSubmit}
      busy={form.busy}
      problem={form.problem}
      edited={left.length > 0}
      onSubmit={form.onSubmit}
      onClose={created.length > 0 && !sendsEmail ? onLinks : onClose}
    >
      {(failedCount > 0 || (form.problem && hasSent)) && !form.busy ? (
        <Alert tone="warning">
          {hasSent ? <p>{fillCount(texts, invitations.sentSome, created.length)}</p> : null}
          {failedCount > 0 ? <p>{fillCount(texts, invitations.failedSome, failedCount)}</p> : null}
        </Alert>
      ) : null}
      <EmailListField
        label={invitations.emails}
        emails={left}
        errors={failures}
        error={fieldError}
        onChange={(next) => {
          setFieldError(null);
          setEmails(next);
        }}
      />
      <SelectField label={members.role} name="role" options={options} defaultValue={server.roles.at(-1)} />
      {canChooseTeam ? (
        <SelectField
          label={invitations.team}
          name="team"
          options={[
            { value: "", label: invitations.noTeam },
            ...teams.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      ) : null}
    </FormDialog>
  );
}

interface LinksDialogProps extends Pick<InviteDialogProps, "onClose"> {
  readonly returnTo: InviteDialogProps["returnTo"] | undefined;
  readonly created: readonly Invitation[];
}

function LinksDialog({ returnTo, created, onClose }: LinksDialogProps): ReactElement {
  const { texts } = useAuthUi();
  const { invitations } = useOrganizationUi().texts;
  const [problem, setProblem] = useState<string | null>(null);
  const loadLink = useInvitationLink(setProblem);
  const form = useForm(async () => {
    onClose();
    return { error: null };
  });
  return (
    <FormDialog
      open
      wide
      returnFocusTo={returnTo}
      title={invitations.links}
      text={fillCount(texts, invitations.createdSome, created.length)}
      submit={invitations.done}
      dismiss={null}
      busy={false}
      problem={null}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <ErrorAlert error={problem} />
      <ul className="lk-list">
        {created.map(({ id, email }) => (
          <li key={id} className="lk-list-row" aria-label={fill(invitations.copyLinkOf, { email })}>
            <bdi className="lk-list-text lk-truncate" title={email}>
              {email}
            </bdi>
            <CopyButton text={() => loadLink(id)}>{invitations.copyLink}</CopyButton>
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}
