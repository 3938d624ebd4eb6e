/** The page for the link in an invitation email, for signed-in users, signed-out users, and new users. */

import { type ReactElement, useRef } from "react";
import { AuthCard } from "../../auth/auth-card.tsx";
import { Alert } from "../../primitives/alert.tsx";
import { useSearchParams } from "../../primitives/use-search-params.ts";
import { useAuthUi } from "../../provider/context.ts";
import { SetupBoundary } from "../../provider/setup-boundary.tsx";
import { useCanCall } from "../../provider/use-can-call.ts";
import { useOrganizationClient } from "../client.ts";
import { useOrganizationUi } from "../ui.ts";
import { AnswerInvitation } from "./answer-invitation.tsx";
import { InvitationSignIn } from "./invitation-sign-in.tsx";

/** Props for `AcceptInvitation`. */
export interface AcceptInvitationProps {
  readonly className?: string;
  /** Query of the page's URL, with the `id` of the invitation's link. Default: the current page's query. */
  readonly search?: string;
  /** Runs when the user has joined. Default: navigates to the organization's page. */
  onAccepted?(organizationId: string): void;
}

/** The page that invitation links open. Users who must sign in or sign up first do it here and then continue. */
export function AcceptInvitation(props: AcceptInvitationProps): ReactElement {
  return (
    <SetupBoundary>
      <AcceptInvitationContent {...props} />
    </SetupBoundary>
  );
}

function AcceptInvitationContent({ className, search, onAccepted }: AcceptInvitationProps): ReactElement {
  const session = useOrganizationClient().useSession();
  const { texts, Link, paths } = useAuthUi();
  const { path, texts: words } = useOrganizationUi();
  const { invitation } = words;
  const params = useSearchParams(search);
  // Keeps showing the sign-in form until there's a session. After the correct password, the session is pending briefly.
  const isSigningIn = useRef(false);
  const user = session.data?.user;
  const id = params?.get("id") ?? "";
  const token = params?.get("token") ?? undefined;
  const canCall = useCanCall();
  const isOff =
    canCall("/organization/get-invitation") === false ||
    (canCall("/organization/accept-invitation") === false && canCall("/organization/reject-invitation") === false);
  if (isOff || (params !== null && id === "")) {
    const footer = (
      <Link href={user ? path : paths.signIn} className="lk-link">
        {user ? invitation.goOn : texts.forgotPassword.toSignIn}
      </Link>
    );
    return (
      <AuthCard title={invitation.notOpen} className={className} footer={footer}>
        <Alert tone="error">{isOff ? invitation.off : invitation.incomplete}</Alert>
      </AuthCard>
    );
  }
  if (params === null || (session.isPending && !isSigningIn.current))
    return <AuthCard title={texts.loading} pending className={className} />;
  isSigningIn.current = !user;
  const invitationRef = { id, ...(token === undefined ? {} : { token }) };
  if (!user) return <InvitationSignIn invitationRef={invitationRef} className={className} />;
  return (
    <AnswerInvitation
      key={user.id}
      invitationRef={invitationRef}
      email={user.email}
      className={className}
      onAccepted={onAccepted}
    />
  );
}
