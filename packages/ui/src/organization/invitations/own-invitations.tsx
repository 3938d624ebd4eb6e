/** The invitations that the user received. */

import type { OwnInvitation } from "@latchkey/organization";
import { type ReactElement, useRef, useState } from "react";
import { Button } from "../../primitives/button.tsx";
import { ErrorPanel } from "../../primitives/error-panel.tsx";
import { Person } from "../../primitives/person.tsx";
import { Screen } from "../../primitives/screen.tsx";
import { RowsGroup } from "../../primitives/section.tsx";
import { useToast } from "../../primitives/toast.tsx";
import { useFocusEffect } from "../../primitives/use-focus-effect.ts";
import { useAuthUi } from "../../provider/context.ts";
import { useCapabilities } from "../../provider/use-capabilities.ts";
import { WithUser } from "../../session-gate/with-user.tsx";
import { errorText, fill } from "../../texts/texts.ts";
import { useOrganizationClient } from "../client.ts";
import { useOrganizationUi } from "../ui.ts";
import { useRoleList } from "../use-roles.ts";
import { useOwnInvitations } from "./use-own-invitations.ts";

/** The pending invitations to the user's email. Renders nothing if there are none. */
export function OwnInvitations(): ReactElement {
  return (
    <WithUser>
      {(user) => (
        <Screen>
          <InvitationRows isVerified={user.emailVerified} />
        </Screen>
      )}
    </WithUser>
  );
}

function InvitationRows({ isVerified }: { readonly isVerified: boolean }): ReactElement | null {
  const { own: words } = useOrganizationUi().texts;
  const { data, error, isOff, reload } = useOwnInvitations();
  const capabilities = useCapabilities();
  if (isOff) return null;
  if (!isVerified) {
    // If the server doesn't send verification emails, users can't do what the note says.
    const canVerify = capabilities ? capabilities.email.verification : capabilities === null;
    return canVerify ? <p className="lk-note">{words.unverified}</p> : null;
  }
  if (error && !data) return <ErrorPanel error={error} onRetry={reload} />;
  if (!data?.length) return null;
  return (
    <RowsGroup title={words.title} text={words.subtitle}>
      <ul className="lk-rows">
        {data.map((one) => (
          <Offer key={one.id} invitation={one} onResponded={reload} />
        ))}
      </ul>
    </RowsGroup>
  );
}

type Answer = "accept" | "reject";

interface OfferProps {
  readonly invitation: OwnInvitation;
  onResponded(): Promise<void>;
}

function Offer({ invitation, onResponded }: OfferProps): ReactElement {
  const client = useOrganizationClient();
  const { texts } = useAuthUi();
  const { own: words } = useOrganizationUi().texts;
  const toast = useToast();
  const listRoles = useRoleList();
  const [busy, setBusy] = useState<Answer | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isGone, setGone] = useState(false);
  const message = useRef<HTMLParagraphElement>(null);
  // The button that was pressed is gone.
  useFocusEffect(() => {
    if (isGone) message.current?.focus();
  }, [isGone]);
  const { id: invitationId, organizationName: name, expiresAt } = invitation;
  const date = expiresAt.toLocaleDateString(texts.language, { dateStyle: "medium" });
  const respond = async (how: Answer): Promise<void> => {
    setBusy(how);
    const { acceptInvitation, rejectInvitation } = client.organization;
    const { error } = await (how === "accept" ? acceptInvitation : rejectInvitation)({ invitationId });
    const isNowGone = error?.code === "INVITATION_NOT_FOUND";
    setProblem(error ? errorText(texts, error) : null);
    setGone(isNowGone);
    if (!error) toast({ text: fill(how === "accept" ? words.accepted : words.rejected, { name }) });
    // The new list doesn't contain an invitation that's gone, so its message and the focus would be lost.
    if (!isNowGone) await onResponded();
    setBusy(null);
  };
  const button = (how: Answer) => ({
    path: `/organization/${how}-invitation`,
    size: "small" as const,
    variant: "secondary" as const,
    busy: busy === how,
    blocked: busy !== null,
    onClick: () => void respond(how),
  });
  return (
    <li className="lk-row lk-own-row">
      <Person
        name={name}
        image={null}
        shape="square"
        detail={fill(words.offer, { role: listRoles(invitation.role), date })}
      />
      {isGone ? null : (
        <span className="lk-row-actions">
          <Button {...button("accept")} aria-label={fill(words.acceptOf, { name })}>
            {words.accept}
          </Button>
          <Button {...button("reject")} variant="ghost" aria-label={fill(words.rejectOf, { name })}>
            {words.reject}
          </Button>
        </span>
      )}
      {problem ? (
        <p ref={message} className="lk-note lk-note-error" role="alert" tabIndex={-1}>
          {problem}
        </p>
      ) : null}
    </li>
  );
}
