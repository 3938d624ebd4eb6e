/** Where the link of an invitation's mail leads: for people who are signed in, for those who are not, and for new ones. */

import { type ReactElement, useRef } from "react";
import { Alert } from "../../primitives/alert.tsx";
import { Card } from "../../primitives/card.tsx";
import { useSearch } from "../../primitives/use-search.ts";
import { useAuthUi } from "../../provider/context.ts";
import { useOrganizationClient } from "../client.ts";
import { useOrganizationUi } from "../ui.ts";
import { AnswerInvitation } from "./answer-invitation.tsx";
import { InvitedEntrance } from "./invited-entrance.tsx";

/** What `AcceptInvitation` takes. */
export interface AcceptInvitationProps {
  readonly className?: string;
  /** Query of the page's URL, with the `id` of the invitation's link. Default: the current page's query. */
  readonly search?: string;
  /** The person is a member now. Default: going to the organization's page. */
  onAccepted?(organizationId: string): void;
}

/** The page at `{path}/invitation`. Whoever has to sign in, or sign up, first does so here, and goes on. */
export function AcceptInvitation({ className, search, onAccepted }: AcceptInvitationProps): ReactElement {
  const session = useOrganizationClient().useSession();
  const { texts } = useAuthUi();
  const { invitation } = useOrganizationUi().texts.general;
  const given = useSearch(search);
  // Once the door is shown it stays until somebody is in: after the right password the session is pending for a moment.
  const isAtDoor = useRef(false);
  const user = session.data?.user;
  const id = given?.get("id") ?? "";
  const token = given?.get("token") ?? undefined;
  if (given !== null && id === "") {
    return (
      <Card title={invitation.notOpen} className={className}>
        <Alert tone="error">{invitation.incomplete}</Alert>
      </Card>
    );
  }
  if (given === null || (session.isPending && !isAtDoor.current))
    return <p className="lk-subtitle">{texts.loading}…</p>;
  isAtDoor.current = !user;
  const wanted = { id, ...(token === undefined ? {} : { token }) };
  if (!user) return <InvitedEntrance wanted={wanted} className={className} />;
  return (
    <AnswerInvitation key={user.id} wanted={wanted} email={user.email} className={className} onAccepted={onAccepted} />
  );
}
