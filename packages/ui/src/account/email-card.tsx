/** The address, whether it is proven, and how to change it. */

import { useAuthClient } from "@latchkey/react";
import { type ReactElement, useState } from "react";
import { Alert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Card } from "../primitives/card.tsx";
import { classNames } from "../primitives/class-names.ts";
import { Field } from "../primitives/field.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { ForUser, type SignedInUser } from "../session-gate/for-user.tsx";
import { fill, type Texts } from "../texts/texts.ts";

/** What `EmailCard` takes. */
export interface EmailCardProps {
  readonly className?: string;
}

const fieldOf = { INVALID_EMAIL: "newEmail", EMAIL_IS_THE_SAME: "newEmail", COULDNT_UPDATE_YOUR_EMAIL: "newEmail" };

/** Nothing where nobody is signed in. */
export function EmailCard({ className }: EmailCardProps): ReactElement {
  return <ForUser>{(user) => <Email user={user} className={className} />}</ForUser>;
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
    // The answer does not tell whether it took place, or is asked about by mail; the session does.
    const session = await client.getSession();
    const text = whatNext(texts, newEmail, session.data?.user ?? user);
    setNext(({ count }) => ({ count: count + 1, text }));
    return result;
  }, fieldOf);
  return (
    <Card wide title={texts.changeEmail.title} subtitle={texts.changeEmail.subtitle} className={className}>
      <p className="lk-fact">
        <span className="lk-fact-value">{user.email}</span>{" "}
        <span className={classNames("lk-badge", !user.emailVerified && "lk-badge-open")}>
          {user.emailVerified ? texts.changeEmail.verified : texts.changeEmail.unverified}
        </span>
      </p>
      {next.text ? (
        <Alert tone="success" takesFocus>
          {next.text}
        </Alert>
      ) : null}
      {/* Emptied once it is sent. */}
      <form className="lk-form" key={next.count} onSubmit={form.onSubmit} noValidate>
        {form.problem ? <Alert tone="error">{form.problem}</Alert> : null}
        <Field
          label={texts.changeEmail.newEmail}
          name="newEmail"
          type="email"
          autoComplete="off"
          required
          error={form.fieldErrors.newEmail}
        />
        <Button type="submit" look="quiet" busy={form.busy}>
          {texts.changeEmail.submit}
        </Button>
      </form>
    </Card>
  );
}

interface Known {
  readonly email: string;
  readonly emailVerified: boolean;
}

function whatNext({ changeEmail }: Texts, newEmail: string, user: Known | undefined): string {
  if (!user || user.email === newEmail.toLowerCase()) {
    return fill(changeEmail.changed, { newEmail: user?.email ?? newEmail });
  }
  // An unproven address is not asked: the mail goes to the one before it.
  return fill(user.emailVerified ? changeEmail.asked : changeEmail.askedBefore, { email: user.email, newEmail });
}
