/** The door for somebody who was invited and is not signed in: a new account, or the one that they have. */

import { type ReactElement, useEffect, useState } from "react";
import { CardLevel } from "../../primitives/card.tsx";
import { classNames } from "../../primitives/class-names.ts";
import { useLoaded } from "../../primitives/use-loaded.ts";
import { useAuthUi } from "../../provider/context.ts";
import { SignIn } from "../../sign-in/sign-in.tsx";
import { SignUp } from "../../sign-up/sign-up.tsx";
import { fill } from "../../texts/texts.ts";
import { useOrganizationClient } from "../client.ts";
import { useOrganizationUi } from "../ui.ts";
import { Refusal, useInvitationText, type WantedInvitation } from "./answer-invitation.tsx";
import { rememberInvitation } from "./return.tsx";

export interface InvitedEntranceProps {
  readonly wanted: WantedInvitation;
  readonly className: string | undefined;
}

export function InvitedEntrance({ wanted, className }: InvitedEntranceProps): ReactElement {
  const client = useOrganizationClient();
  const { texts } = useAuthUi();
  const { path, texts: own } = useOrganizationUi();
  const { invitation } = own.general;
  const says = useInvitationText();
  const { id, token } = wanted;
  // A plain id shows nothing before the user signs in.
  const proof = token ?? (id.includes(".") ? id : undefined);
  const { data, error, reload } = useLoaded(proof === undefined ? null : `${id} ${token}`, () =>
    client.organization.getInvitation({ query: wanted }),
  );
  const address = `${path}/invitation?${new URLSearchParams({ ...wanted })}`;
  useEffect(() => rememberInvitation(address), [address]);
  if (error) return <Refusal error={error} email={null} className={className} onRetry={reload} />;
  if (proof !== undefined && !data) return <p className="lk-subtitle">{texts.loading}…</p>;
  return (
    <div className={classNames("lk-stack lk-stack-narrow", className)}>
      <header>
        <h1 className="lk-title lk-title-page">
          {data ? fill(invitation.title, { name: data.organizationName }) : invitation.unnamed}
        </h1>
        <p className="lk-subtitle">{data ? says(data) : invitation.unnamedText}</p>
      </header>
      <CardLevel.Provider value="h2">
        <Door {...(data ? { email: data.email } : {})} {...(proof === undefined ? {} : { proof })} />
      </CardLevel.Provider>
    </div>
  );
}

interface DoorProps {
  /** The address of the invitation, if that is known. */
  readonly email?: string;
  /** What shows that the user got the invitation's link. */
  readonly proof?: string;
}

/** Nobody is told whether there is an account with that address: the person chooses. */
function Door({ email, proof }: DoorProps): ReactElement {
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
  // The page goes on by itself once there is a session.
  if (hasAccount) {
    return (
      <SignIn
        title={invitation.signInTitle}
        subtitle={invitation.signInText}
        {...(email === undefined ? {} : { email })}
        footer={other(invitation.noAccount, invitation.toSignUp)}
        onSignedIn={stay}
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
      onSignedUp={stay}
    />
  );
}

const stay = (): void => {};
