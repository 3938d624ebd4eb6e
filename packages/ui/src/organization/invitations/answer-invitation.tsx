/** An invitation as its recipient sees it, with all error states. */

import type { InvitationDetails } from "@latchkey/organization";
import type { ClientError } from "@latchkey/react";
import { type ReactElement, useState } from "react";
import { AuthCard } from "../../auth/auth-card.tsx";
import { ResendForm } from "../../email-verification/resend-form.tsx";
import { ErrorAlert } from "../../primitives/alert.tsx";
import { Avatar } from "../../primitives/avatar.tsx";
import { Button, type ButtonProps } from "../../primitives/button.tsx";
import { Email } from "../../primitives/email.tsx";
import { LoadError } from "../../primitives/load-error.tsx";
import { Sentence } from "../../primitives/sentence.tsx";
import { useQuery } from "../../primitives/use-query.ts";
import { useAuthUi } from "../../provider/context.ts";
import { errorText, fill } from "../../texts/texts.ts";
import { useOrganizationClient } from "../client.ts";
import { useOrganizationUi } from "../ui.ts";
import { useRoleList } from "../use-roles.ts";

/** The parameters of the invitation link. */
export interface InvitationRef {
  /** The plain id, or `{id}.{secret}` from a link. */
  readonly id: string;
  /** The token in links that earlier versions sent. */
  readonly token?: string;
}

export interface AnswerInvitationProps {
  readonly invitationRef: InvitationRef;
  /** Email of the signed-in user. */
  readonly email: string;
  readonly className: string | undefined;
  readonly onAccepted: ((organizationId: string) => void) | undefined;
}

export function AnswerInvitation({ invitationRef, email, className, onAccepted }: AnswerInvitationProps): ReactElement {
  const client = useOrganizationClient();
  const { texts } = useAuthUi();
  const { data, error, reload } = useQuery(
    "/organization/get-invitation",
    `${invitationRef.id} ${invitationRef.token}`,
    () => client.organization.getInvitation({ query: invitationRef }),
  );
  const [actionError, setActionError] = useState<ClientError | null>(null);
  const blockingError = error ?? (actionError && isFinal(actionError) ? actionError : null);
  if (blockingError)
    return <InvitationError error={blockingError} email={email} className={className} onRetry={reload} />;
  if (!data) return <AuthCard title={texts.loading} pending className={className} />;
  return (
    <Offer
      invitationRef={invitationRef}
      invitation={data}
      problem={actionError ? errorText(texts, actionError) : null}
      className={className}
      onRefused={setActionError}
      onAccepted={onAccepted}
    />
  );
}

const wrongRecipientCode = "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION";
const memberCode = "USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION";
const fullCode = "ORGANIZATION_MEMBERSHIP_LIMIT_REACHED";
const emailUnverifiedCode = "EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION";

/** Whether a retry would fail with the same error. */
function isFinal({ code }: ClientError): boolean {
  return [
    "INVITATION_NOT_FOUND",
    "INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION",
    memberCode,
    fullCode,
    wrongRecipientCode,
    emailUnverifiedCode,
  ].includes(code);
}

interface OfferProps {
  readonly invitationRef: InvitationRef;
  readonly invitation: InvitationDetails;
  readonly problem: string | null;
  readonly className: string | undefined;
  onRefused(error: ClientError | null): void;
  readonly onAccepted: ((organizationId: string) => void) | undefined;
}

function Offer({ invitationRef, invitation, problem, className, onRefused, onAccepted }: OfferProps): ReactElement {
  const client = useOrganizationClient();
  const { navigate, Link } = useAuthUi();
  const { path, texts } = useOrganizationUi();
  const words = texts.invitation;
  const describe = useInvitationTitle();
  const [busy, setBusy] = useState<"accept" | "reject" | null>(null);
  const [isRejected, setRejected] = useState(false);
  const name = invitation.organizationName;
  const signedIn = client.useSession().data?.user.email ?? "";
  const named = {
    invitationId: invitationRef.id,
    ...(invitationRef.token === undefined ? {} : { token: invitationRef.token }),
  };
  const respond = async (how: "accept" | "reject"): Promise<void> => {
    setBusy(how);
    onRefused(null);
    const { acceptInvitation, rejectInvitation } = client.organization;
    const { error } = await (how === "accept" ? acceptInvitation : rejectInvitation)(named);
    setBusy(null);
    if (error) onRefused(error);
    else if (how === "reject") setRejected(true);
    else if (onAccepted) onAccepted(invitation.organizationId);
    else navigate(path);
  };
  if (isRejected) {
    return (
      <AuthCard
        focusOnMount
        title={words.rejectedTitle}
        subtitle={fill(texts.own.rejected, { name })}
        className={className}
        footer={
          <Link href={path} className="lk-link">
            {words.goOn}
          </Link>
        }
      />
    );
  }
  return (
    <AuthCard
      appearance={{ logo: <InvitationLogo invitation={invitation} /> }}
      title={describe(invitation)}
      subtitle={<Sentence text={words.signedInAs} values={{ email: <Email value={signedIn} /> }} />}
      className={className}
    >
      <div className="lk-form">
        <ErrorAlert error={problem} />
        <Button
          fullWidth
          path="/organization/accept-invitation"
          busy={busy === "accept"}
          blocked={busy !== null}
          onClick={() => void respond("accept")}
        >
          {words.accept}
        </Button>
        <Button
          fullWidth
          path="/organization/reject-invitation"
          variant="secondary"
          busy={busy === "reject"}
          blocked={busy !== null}
          onClick={() => void respond("reject")}
        >
          {words.reject}
        </Button>
      </div>
    </AuthCard>
  );
}

/** Returns a function that says who invited the user, to what, and as what. */
export function useInvitationTitle(): (invitation: InvitationDetails) => string {
  const { invitation: words } = useOrganizationUi().texts;
  const listRoles = useRoleList();
  return ({ inviterName, inviterEmail, organizationName, role }) =>
    fill(words.title, { inviter: inviterName || inviterEmail, name: organizationName, role: listRoles(role) });
}

/** The organization's logo, in place of the app's. */
export function InvitationLogo({ invitation }: { readonly invitation: InvitationDetails }): ReactElement {
  const { organizationName, organizationLogo = null } = invitation;
  return <Avatar size="large" shape="square" name={organizationName} image={organizationLogo} />;
}

export interface InvitationErrorProps {
  readonly error: ClientError;
  /** Email of the signed-in user, or `null` if no one is signed in. */
  readonly email: string | null;
  readonly className: string | undefined;
  onRetry(): Promise<void>;
}

/** Shows why an invitation can't be accepted and how to fix it. */
export function InvitationError({ error, email, className, onRetry }: InvitationErrorProps): ReactElement {
  const { Link } = useAuthUi();
  const { path, texts: words } = useOrganizationUi();
  const { invitation } = words;
  if (error.code === wrongRecipientCode && email !== null)
    return <WrongRecipient email={email} className={className} />;
  if (error.code === emailUnverifiedCode) {
    return (
      <AuthCard
        title={invitation.unverifiedTitle}
        subtitle={invitation.unverifiedText}
        className={className}
        footer={<SwitchAccount variant="ghost" />}
      >
        <ResendForm />
      </AuthCard>
    );
  }
  // After a network error, rate limit, or server error, the invitation can still be valid.
  const isTransient = error.status === 0 || error.status >= 429;
  const footer =
    email === null ? undefined : (
      <Link href={path} className="lk-link">
        {invitation.goOn}
      </Link>
    );
  if (error.code === memberCode)
    return (
      <AuthCard title={invitation.memberTitle} subtitle={invitation.memberText} className={className} footer={footer} />
    );
  if (error.code === fullCode)
    return (
      <AuthCard title={invitation.fullTitle} subtitle={invitation.fullText} className={className} footer={footer} />
    );
  return (
    <AuthCard title={invitation.notOpen} className={className} footer={footer}>
      <div className="lk-form">
        <LoadError error={error} onRetry={isTransient ? onRetry : undefined} />
      </div>
    </AuthCard>
  );
}

function WrongRecipient({ email, className }: { readonly email: string; readonly className: string | undefined }) {
  const { Link } = useAuthUi();
  const { path, texts } = useOrganizationUi();
  const { invitation } = texts;
  return (
    <AuthCard
      title={invitation.otherTitle}
      subtitle={<Sentence text={invitation.otherText} values={{ email: <Email value={email} /> }} />}
      className={className}
      footer={
        <Link href={path} className="lk-link">
          {invitation.goOn}
        </Link>
      }
    >
      <SwitchAccount />
    </AuthCard>
  );
}

/** Signs the user out, so that this page shows the sign-in form. */
function SwitchAccount({ variant = "primary" }: Pick<ButtonProps, "variant">): ReactElement {
  const client = useOrganizationClient();
  const { texts } = useAuthUi();
  const { invitation } = useOrganizationUi().texts;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const signOut = async (): Promise<void> => {
    setBusy(true);
    const { error } = await client.signOut();
    setBusy(false);
    setProblem(error ? errorText(texts, error) : null);
  };
  return (
    <div className="lk-form">
      <ErrorAlert error={problem} />
      <Button fullWidth variant={variant} busy={busy} onClick={() => void signOut()}>
        {invitation.signOut}
      </Button>
    </div>
  );
}
