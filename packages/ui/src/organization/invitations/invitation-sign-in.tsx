/** Sign-up and sign-in for invited users who are signed out. */

import { type ReactElement, useState } from "react";
import { AuthCard } from "../../auth/auth-card.tsx";
import { useQuery } from "../../primitives/use-query.ts";
import { useAuthUi } from "../../provider/context.ts";
import { currentPath, withRedirect } from "../../provider/redirect.ts";
import { SignIn } from "../../sign-in/sign-in.tsx";
import { SignUp } from "../../sign-up/sign-up.tsx";
import { useOrganizationClient } from "../client.ts";
import { useOrganizationUi } from "../ui.ts";
import { useOrganizationServer } from "../use-server.ts";
import { InvitationError, InvitationLogo, type InvitationRef, useInvitationTitle } from "./answer-invitation.tsx";

export interface InvitationSignInProps {
  readonly invitationRef: InvitationRef;
  readonly className: string | undefined;
}

/** A single card. Its title says who invited the user, and to which organization. */
export function InvitationSignIn({ invitationRef, className }: InvitationSignInProps): ReactElement {
  const client = useOrganizationClient();
  const { texts } = useAuthUi();
  const { invitation } = useOrganizationUi().texts;
  const describe = useInvitationTitle();
  const { id, token } = invitationRef;
  // A plain id shows nothing before the user signs in.
  const proof = token ?? (id.includes(".") ? id : undefined);
  const { data, error, reload } = useQuery(
    "/organization/get-invitation",
    proof === undefined ? null : `${id} ${token}`,
    () => client.organization.getInvitation({ query: invitationRef }),
  );
  if (error) return <InvitationError error={error} email={null} className={className} onRetry={reload} />;
  if (proof !== undefined && !data) return <AuthCard title={texts.loading} pending className={className} />;
  return (
    <SignInOrSignUp
      title={data ? describe(data) : invitation.unnamed}
      logo={data ? <InvitationLogo invitation={data} /> : null}
      className={className}
      email={data?.email}
      proof={proof}
    />
  );
}

interface SignInOrSignUpProps {
  readonly title: string;
  /** The organization's logo. `null` keeps the app's. */
  readonly logo: ReactElement | null;
  readonly className: string | undefined;
  /** Email of the invitation, if known. */
  readonly email: string | undefined;
  /** Proof that the user received the invitation's link. */
  readonly proof: string | undefined;
}

/** The user chooses between sign-in and sign-up, so the page doesn't reveal whether the email has an account. */
function SignInOrSignUp({ title, logo, className, email, proof }: SignInOrSignUpProps): ReactElement {
  const { texts } = useAuthUi();
  const { invitation } = useOrganizationUi().texts;
  const sendsEmail = useOrganizationServer().invitations === "email";
  const [hasAccount, setHasAccount] = useState(proof === undefined);
  const other = (text: string, label: string): ReactElement => (
    <>
      {text}{" "}
      <button type="button" className="lk-link" onClick={() => setHasAccount(!hasAccount)}>
        {label}
      </button>
    </>
  );
  const frame = {
    title,
    ...(logo === null ? {} : { appearance: { logo } }),
    ...(className === undefined ? {} : { className }),
    ...(email === undefined ? {} : { email }),
    // Providers, second factors, and emailed links return users to this page.
    search: withRedirect(location.search, currentPath()),
  };
  // The page continues on its own once there's a session.
  if (hasAccount) {
    return (
      <SignIn
        {...frame}
        subtitle={email === undefined ? invitation.unnamedText : invitation.signInText}
        footer={other(texts.signIn.noAccount, texts.signIn.toSignUp)}
        onSignedIn={noop}
      />
    );
  }
  return (
    <SignUp
      {...frame}
      {...(email !== undefined && sendsEmail ? { subtitle: invitation.signUpText } : {})}
      {...(proof === undefined ? {} : { values: { invitationToken: proof } })}
      footer={other(texts.signUp.haveAccount, texts.signUp.toSignIn)}
      onSignedUp={noop}
    />
  );
}

const noop = (): void => {};
