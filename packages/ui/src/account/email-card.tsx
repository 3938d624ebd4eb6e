/** The card that shows the email, whether it's verified, and how to change it. */

import { useAuthClient } from "@latchkey/react";
import { type ReactElement, useState } from "react";
import { Alert, ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Card } from "../primitives/card.tsx";
import { classNames } from "../primitives/class-names.ts";
import { Field } from "../primitives/field.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { type SignedInUser, WithUser } from "../session-gate/with-user.tsx";
import { fill, type Texts } from "../texts/texts.ts";

/** Props of `EmailCard`. */
export interface EmailCardProps {
  readonly className?: string;
}

const fieldByErrorCode = {
  INVALID_EMAIL: "newEmail",
  EMAIL_IS_THE_SAME: "newEmail",
  COULDNT_UPDATE_YOUR_EMAIL: "newEmail",
};

/** Shows the user's email and lets them change it. Renders nothing if no one is signed in. */
export function EmailCard({ className }: EmailCardProps): ReactElement {
  return <WithUser>{(user) => <Email user={user} className={className} />}</WithUser>;
}

interface EmailProps {
  readonly user: SignedInUser;
  readonly className: string | undefined;
}

function Email({ user, className }: EmailProps): ReactElement {
  const client = useAuthClient();
  const { texts, paths } = useAuthUi();
  const [next, setNext] = useState({ count: 0, text: "" });
  const form = useForm(async (values) => {
    setNext(({ count }) => ({ count, text: "" }));
    const newEmail = textOf(values, "newEmail").trim();
    const result = await client.changeEmail({ newEmail, callbackURL: `${paths.emailVerified}?for=change` });
    if (result.error) return result;
    // The response doesn't say whether the email changed or needs a confirmation first. The session does.
    const session = await client.getSession();
    const text = emailChangeMessage(texts, newEmail, session.data?.user ?? user);
    setNext(({ count }) => ({ count: count + 1, text }));
    return result;
  }, fieldByErrorCode);
  return (
    <Card wide title={texts.changeEmail.title} subtitle={texts.changeEmail.subtitle} className={className}>
      <p className="lk-fact">
        <span className="lk-fact-value">{user.email}</span>{" "}
        <span className={classNames("lk-badge", user.emailVerified ? "lk-badge-success" : "lk-badge-warning")}>
          {user.emailVerified ? texts.changeEmail.verified : texts.changeEmail.unverified}
        </span>
      </p>
      {next.text ? (
        <Alert tone="success" focusOnMount>
          {next.text}
        </Alert>
      ) : null}
      {/* A new key clears the form after it's sent. */}
      <form className="lk-form" key={next.count} onSubmit={form.onSubmit} noValidate>
        <ErrorAlert error={form.problem} />
        <Field
          label={texts.changeEmail.newEmail}
          name="newEmail"
          type="email"
          autoComplete="off"
          required
          error={form.fieldErrors.newEmail}
        />
        <Button type="submit" variant="secondary" busy={form.busy}>
          {texts.changeEmail.submit}
        </Button>
      </form>
    </Card>
  );
}

interface EmailState {
  readonly email: string;
  readonly emailVerified: boolean;
}

function emailChangeMessage({ changeEmail }: Texts, newEmail: string, user: EmailState | undefined): string {
  if (!user || user.email === newEmail.toLowerCase()) {
    return fill(changeEmail.changed, { newEmail: user?.email ?? newEmail });
  }
  // An unverified email isn't asked. The confirmation goes to the email before it.
  return fill(user.emailVerified ? changeEmail.asked : changeEmail.askedBefore, { email: user.email, newEmail });
}
