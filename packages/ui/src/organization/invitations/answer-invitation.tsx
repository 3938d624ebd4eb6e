/** An invitation as its recipient sees it, and everything that can be in the way. */

import type { InvitationDetails } from "@latchkey/organization";
import type { ClientError } from "@latchkey/react";
import { type ReactElement, useEffect, useState } from "react";
import { ResendForm } from "../../email-verification/resend-form.tsx";
import { Alert } from "../../primitives/alert.tsx";
import { Button } from "../../primitives/button.tsx";
import { Card } from "../../primitives/card.tsx";
import { useLoaded } from "../../primitives/use-loaded.ts";
import { useAuthUi } from "../../provider/context.ts";
import { errorText, fill } from "../../texts/texts.ts";
import { roleNamesOf, useOrganizationClient } from "../client.ts";
import { useOrganizationUi } from "../ui.ts";
import { useRoleNames } from "../use-roles.ts";
import { forgetInvitation } from "./return.tsx";

/** What the link says. */
export interface WantedInvitation {
  /** The plain id, or the form `{id}.{secret}` that links carry. */
  readonly id: string;
  /** Of links that earlier versions mailed. */
  readonly token?: string;
}

export interface AnswerInvitationProps {
  readonly wanted: WantedInvitation;
  /** Whose session it is. */
  readonly email: string;
  readonly className: string | undefined;
  readonly onAccepted: ((organizationId: string) => void) | undefined;
}

export function AnswerInvitation({ wanted, email, className, onAccepted }: AnswerInvitationProps): ReactElement {
  const client = useOrganizationClient();
  const { texts } = useAuthUi();
  useEffect(() => forgetInvitation(), []);
  const { data, error, reload } = useLoaded(`${wanted.id} ${wanted.token}`, () =>
    client.organization.getInvitation({ query: wanted }),
  );
  const [refused, setRefused] = useState<ClientError | null>(null);
  const inTheWay = error ?? (refused && isFinal(refused) ? refused : null);
  if (inTheWay) return <Refusal error={inTheWay} email={email} className={className} onRetry={reload} />;
  if (!data) return <p className="lk-subtitle">{texts.loading}…</p>;
  return (
    <Offer
      wanted={wanted}
      invitation={data}
      problem={refused ? errorText(texts, refused) : null}
      className={className}
      onRefused={setRefused}
      onAccepted={onAccepted}
    />
  );
}

const forAnother = "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION";
const unverified = "EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION";

/** Answering once more would say the same. */
function isFinal({ code }: ClientError): boolean {
  return ["INVITATION_NOT_FOUND", "INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION", forAnother, unverified].includes(
    code,
  );
}

interface OfferProps {
  readonly wanted: WantedInvitation;
  readonly invitation: InvitationDetails;
  readonly problem: string | null;
  readonly className: string | undefined;
  onRefused(error: ClientError | null): void;
  readonly onAccepted: ((organizationId: string) => void) | undefined;
}

function Offer({ wanted, invitation, problem, className, onRefused, onAccepted }: OfferProps): ReactElement {
  const client = useOrganizationClient();
  const { navigate, Link } = useAuthUi();
  const { path, texts } = useOrganizationUi();
  const own = texts.general.invitation;
  const says = useInvitationText();
  const [busy, setBusy] = useState<"accept" | "reject" | null>(null);
  const [isRejected, setRejected] = useState(false);
  const name = invitation.organizationName;
  const named = { invitationId: wanted.id, ...(wanted.token === undefined ? {} : { token: wanted.token }) };
  const answer = async (how: "accept" | "reject"): Promise<void> => {
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
      <Card takesFocus title={own.rejectedTitle} subtitle={fill(own.rejected, { name })} className={className}>
        <Link href={path} className="lk-link">
          {own.goOn}
        </Link>
      </Card>
    );
  }
  return (
    <Card title={fill(own.title, { name })} subtitle={says(invitation)} className={className}>
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <div className="lk-actions">
        <Button busy={busy === "accept"} blocked={busy !== null} onClick={() => void answer("accept")}>
          {own.accept}
        </Button>
        <Button look="quiet" busy={busy === "reject"} blocked={busy !== null} onClick={() => void answer("reject")}>
          {own.reject}
        </Button>
      </div>
    </Card>
  );
}

/** Who invites where, as what. */
export function useInvitationText(): (invitation: InvitationDetails) => string {
  const { invitation: own } = useOrganizationUi().texts.general;
  const nameOf = useRoleNames();
  return ({ inviterEmail, organizationName, role }) =>
    fill(own.text, {
      inviter: inviterEmail,
      name: organizationName,
      role: roleNamesOf(role).map(nameOf).join(", "),
    });
}

export interface RefusalProps {
  readonly error: ClientError;
  /** Whose session it is; `null`: nobody's. */
  readonly email: string | null;
  readonly className: string | undefined;
  onRetry(): Promise<void>;
}

/** Why an invitation cannot be answered, and what can be done about it. */
export function Refusal({ error, email, className, onRetry }: RefusalProps): ReactElement {
  const { texts, Link } = useAuthUi();
  const { path, texts: own } = useOrganizationUi();
  const { invitation } = own.general;
  if (error.code === forAnother && email !== null) return <ForSomebodyElse email={email} className={className} />;
  if (error.code === unverified) {
    return (
      <Card title={invitation.unverifiedTitle} subtitle={invitation.unverifiedText} className={className}>
        <ResendForm />
      </Card>
    );
  }
  // A bad connection, or a busy server: the invitation may be as good as ever.
  const isPassing = error.status === 0 || error.status >= 429;
  const footer =
    email === null ? undefined : (
      <Link href={path} className="lk-link">
        {invitation.goOn}
      </Link>
    );
  return (
    <Card title={invitation.notOpen} className={className} footer={footer}>
      <Alert tone="error">{errorText(texts, error)}</Alert>
      {isPassing ? (
        <Button look="quiet" onClick={() => void onRetry()}>
          {texts.tryAgain}
        </Button>
      ) : null}
    </Card>
  );
}

function ForSomebodyElse({ email, className }: { readonly email: string; readonly className: string | undefined }) {
  const client = useOrganizationClient();
  const { texts } = useAuthUi();
  const { invitation } = useOrganizationUi().texts.general;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const signOut = async (): Promise<void> => {
    setBusy(true);
    const { error } = await client.signOut();
    setBusy(false);
    setProblem(error ? errorText(texts, error) : null);
  };
  return (
    <Card title={invitation.otherTitle} subtitle={fill(invitation.otherText, { email })} className={className}>
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <Button busy={busy} onClick={() => void signOut()}>
        {invitation.signOut}
      </Button>
    </Card>
  );
}
