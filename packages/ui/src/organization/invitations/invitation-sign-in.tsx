/** Sign-in and sign-up forms for invited users who are signed out. */

import { type ReactElement, useEffect, useState } from "react";
import { CardLevel, Stack } from "../../primitives/card.tsx";
import { classNames } from "../../primitives/class-names.ts";
import { useQuery } from "../../primitives/use-query.ts";
import { useAuthUi } from "../../provider/context.ts";
import { SignIn } from "../../sign-in/sign-in.tsx";
import { SignUp } from "../../sign-up/sign-up.tsx";
import { fill } from "../../texts/texts.ts";
import { useOrganizationClient } from "../client.ts";
import { useOrganizationUi } from "../ui.ts";
import { InvitationError, type InvitationRef, useInvitationText } from "./answer-invitation.tsx";
import { rememberInvitation } from "./return-to-invitation.tsx";

export interface InvitationSignInProps {
  readonly invitationRef: InvitationRef;
  readonly className: string | undefined;
}

export function InvitationSignIn({ invitationRef, className }: InvitationSignInProps): ReactElement {
  const client = useOrganizationClient();
  const { texts } = useAuthUi();
  const { path, texts: own } = useOrganizationUi();
  const { invitation } = own.general;
  const says = useInvitationText();
  const { id, token } = invitationRef;
  // A plain id shows nothing before the user signs in.
  const proof = token ?? (id.includes(".") ? id : undefined);
  const { data, error, reload } = useQuery(proof === undefined ? null : `${id} ${token}`, () =>
    client.organization.getInvitation({ query: invitationRef }),
  );
  const address = `${path}/invitation?${new URLSearchParams({ ...invitationRef })}`;
  useEffect(() => rememberInvitation(address), [address]);
  if (error) return <InvitationError error={error} email={null} className={className} onRetry={reload} />;
  if (proof !== undefined && !data) return <p className="lk-subtitle">{texts.loading}…</p>;
  return (
    <Stack className={classNames("lk-stack-narrow", className)}>
      <header>
        <h1 className="lk-title lk-title-page">
          {data ? fill(invitation.title, { name: data.organizationName }) : invitation.unnamed}
        </h1>
        <p className="lk-subtitle">{data ? says(data) : invitation.unnamedText}</p>
      </header>
      <CardLevel.Provider value="h2">
        <SignInOrSignUp {...(data ? { email: data.email } : {})} {...(proof === undefined ? {} : { proof })} />
      </CardLevel.Provider>
    </Stack>
  );
}

interface SignInOrSignUpProps {
  /** Email of the invitation, if known. */
  readonly email?: string;
  /** What shows that the user got the invitation's link. */
  readonly proof?: string;
}

/** The user chooses between sign-in and sign-up, so the page doesn't reveal whether the email has an account. */
function SignInOrSignUp({ email, proof }: SignInOrSignUpProps): ReactElement {
  const { texts, invitationLinks } = useOrganizationUi();
  const { invitation } = texts.general;
  const [hasAccount, setHasAccount] = useState(proof === undefined);
  const other = (text: string, label: string): ReactElement => (
    <>
      {text}{" "}
      <button type="button" className="lk-link" onClick={() => setHasAccount(!hasAccount)}>
        {label}
      </button>
    </>
  );
  // The page continues on its own once there's a session.
  if (hasAccount) {
    return (
      <SignIn
        title={invitation.signInTitle}
        subtitle={invitation.signInText}
        {...(email === undefined ? {} : { email })}
        footer={other(invitation.noAccount, invitation.toSignUp)}
        onSignedIn={noop}
      />
    );
  }
  return (
    <SignUp
      title={invitation.signUpTitle}
      {...(email === undefined ? {} : { email })}
      {...(email === undefined || invitationLinks ? {} : { subtitle: invitation.signUpText })}
      {...(proof === undefined ? {} : { values: { invitationToken: proof } })}
      footer={other(invitation.haveAccount, invitation.toSignIn)}
      onSignedUp={noop}
    />
  );
}

const noop = (): void => {};
