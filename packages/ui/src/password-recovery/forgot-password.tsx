/** Asking for a mail with a link to set a new password. What it says does not depend on whether there is an account. */

import { useAuthClient } from "@latchkey/react";
import { type ReactElement, useState } from "react";
import { Alert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Card } from "../primitives/card.tsx";
import { Field } from "../primitives/field.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { useChallenges } from "../provider/plugin.ts";
import { fill } from "../texts/texts.ts";

/** What `ForgotPassword` takes. */
export interface ForgotPasswordProps {
  readonly className?: string;
}

/** Asking for the mail that sets a new password. */
export function ForgotPassword({ className }: ForgotPasswordProps): ReactElement {
  const client = useAuthClient();
  const { texts, paths, Link } = useAuthUi();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const challenges = useChallenges();
  const form = useForm(
    async (values) => {
      const email = textOf(values, "email").trim();
      const result = await client.forgetPassword({ email, redirectTo: paths.resetPassword }, challenges.take(values));
      if (!result.error) setSentTo(email);
      return result;
    },
    { INVALID_EMAIL: "email" },
  );
  const again = (): void => {
    setTyped(sentTo);
    setSentTo(null);
  };
  const footer = (
    <Link href={paths.signIn} className="lk-link">
      {texts.forgotPassword.toSignIn}
    </Link>
  );
  if (sentTo !== null) {
    const text = fill(texts.forgotPassword.sent, { email: sentTo });
    return (
      <Card
        key="sent"
        takesFocus
        title={texts.forgotPassword.sentTitle}
        subtitle={text}
        footer={footer}
        className={className}
      >
        <Button look="quiet" onClick={again}>
          {texts.forgotPassword.again}
        </Button>
      </Card>
    );
  }
  return (
    <Card
      key="form"
      takesFocus={typed !== null}
      title={texts.forgotPassword.title}
      subtitle={texts.forgotPassword.subtitle}
      footer={footer}
      className={className}
    >
      <form className="lk-form" onSubmit={form.onSubmit} noValidate>
        {form.problem ? <Alert tone="error">{form.problem}</Alert> : null}
        <Field
          label={texts.email}
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={typed ?? ""}
          error={form.fieldErrors.email}
        />
        {challenges.fields}
        <Button type="submit" busy={form.busy}>
          {texts.forgotPassword.submit}
        </Button>
      </form>
    </Card>
  );
}
