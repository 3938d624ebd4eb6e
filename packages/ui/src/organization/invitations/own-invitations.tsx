/** The list of invitations that the user received. */

import type { OwnInvitation } from "@latchkey/organization";
import { type ReactElement, useState } from "react";
import { Alert, ErrorAlert } from "../../primitives/alert.tsx";
import { Button } from "../../primitives/button.tsx";
import { Card } from "../../primitives/card.tsx";
import { List } from "../../primitives/list.tsx";
import { useQuery } from "../../primitives/use-query.ts";
import { useAuthUi } from "../../provider/context.ts";
import { type SignedInUser, WithUser } from "../../session-gate/with-user.tsx";
import { errorText, fill } from "../../texts/texts.ts";
import { roleNamesOf, useOrganizationClient } from "../client.ts";
import { useOrganizationUi } from "../ui.ts";
import { useRoleNames } from "../use-roles.ts";

/** Props of `OwnInvitations`. */
export interface OwnInvitationsProps {
  readonly className?: string;
  /**
   * Whether to render nothing if there are no invitations or the email isn't verified. Default: false, shows a message.
   */
  readonly hideEmpty?: boolean;
}

/** The pending invitations to the user's email, with buttons to accept or decline. */
export function OwnInvitations(props: OwnInvitationsProps): ReactElement {
  return <WithUser>{(user) => <Own {...props} user={user} />}</WithUser>;
}

interface OwnProps extends OwnInvitationsProps {
  readonly user: SignedInUser;
}

function Own({ user, className, hideEmpty = false }: OwnProps): ReactElement | null {
  const client = useOrganizationClient();
  const { texts, Link } = useAuthUi();
  const { path, texts: ownTexts } = useOrganizationUi();
  const { own, invitation } = ownTexts.general;
  const [answered, setAnswered] = useState<{ readonly said: string; readonly isMember: boolean } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const { data, error, reload } = useQuery(`${user.email} ${user.emailVerified}`, () =>
    client.organization.listUserInvitations(),
  );
  const isUnverified = error?.code === "EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION";
  if (hideEmpty && !answered && !problem && (isUnverified || (!error && !data?.length))) return null;

  const answer = async ({ id, organizationName }: OwnInvitation, how: "accept" | "reject"): Promise<void> => {
    setBusy(`${how} ${id}`);
    const { acceptInvitation, rejectInvitation } = client.organization;
    const result = await (how === "accept" ? acceptInvitation : rejectInvitation)({ invitationId: id });
    setProblem(result.error ? errorText(texts, result.error) : null);
    if (!result.error) {
      const said = how === "accept" ? own.accepted : own.rejected;
      setAnswered({ said: fill(said, { name: organizationName }), isMember: how === "accept" });
    }
    await reload();
    setBusy(null);
  };
  return (
    <Card wide title={own.title} subtitle={own.subtitle} className={className}>
      <ErrorAlert error={problem} />
      {answered ? (
        <Alert key={answered.said} tone="success" focusOnMount>
          {answered.said}{" "}
          {answered.isMember ? (
            <Link href={path} className="lk-link">
              {invitation.goOn}
            </Link>
          ) : null}
        </Alert>
      ) : null}
      <ErrorAlert error={error} />
      <List rows={data} empty={own.empty}>
        {(one) => <Offer key={one.id} invitation={one} busy={busy} onAnswer={(how) => void answer(one, how)} />}
      </List>
    </Card>
  );
}

interface OfferProps {
  readonly invitation: OwnInvitation;
  /** The response that is being sent. */
  readonly busy: string | null;
  onAnswer(how: "accept" | "reject"): void;
}

function Offer({ invitation, busy, onAnswer }: OfferProps): ReactElement {
  const { texts } = useAuthUi();
  const { own } = useOrganizationUi().texts.general;
  const nameOf = useRoleNames();
  const { id, organizationName: name, expiresAt } = invitation;
  const role = roleNamesOf(invitation.role).map(nameOf).join(", ");
  const date = expiresAt.toLocaleDateString(texts.language, { dateStyle: "medium" });
  const button = (how: "accept" | "reject") => ({
    busy: busy === `${how} ${id}`,
    blocked: busy !== null,
    "aria-label": fill(how === "accept" ? own.acceptOf : own.rejectOf, { name }),
    onClick: () => onAnswer(how),
  });
  return (
    <li className="lk-list-row lk-list-row-wrap">
      <div className="lk-list-text">
        <p className="lk-list-title">{name}</p>
        <p className="lk-note">{fill(own.offer, { role, date })}</p>
      </div>
      <div className="lk-actions">
        <Button {...button("accept")}>{own.accept}</Button>
        <Button variant="secondary" {...button("reject")}>
          {own.reject}
        </Button>
      </div>
    </li>
  );
}
