/** The form that requests a password reset link. It doesn't reveal whether an account exists. */

import { useAuthClient } from "@latchkey/react";
import { type ReactElement, useState } from "react";
import { ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Card } from "../primitives/card.tsx";
import { Field } from "../primitives/field.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { useFormCaptchas } from "../provider/plugin.ts";
import { fill } from "../texts/texts.ts";

/** Props of `ForgotPassword`. */
export interface ForgotPasswordProps {
  readonly className?: string;
}

/** A form that requests a password reset link. */
export function ForgotPassword({ className }: ForgotPasswordProps): ReactElement {
  const client = useAuthClient();
  const { texts, paths, Link } = useAuthUi();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const challenges = useFormCaptchas();
  const form = useForm(
    async (values) => {
      const email = textOf(values, "email").trim();
      const result = await client.forgetPassword(
        { email, redirectTo: paths.resetPassword },
        challenges.consume(values),
      );
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
        focusOnMount
        title={texts.forgotPassword.sentTitle}
        subtitle={text}
        footer={footer}
        className={className}
      >
        <Button variant="secondary" onClick={again}>
          {texts.forgotPassword.again}
        </Button>
      </Card>
    );
  }
  return (
    <Card
      key="form"
      focusOnMount={typed !== null}
      title={texts.forgotPassword.title}
      subtitle={texts.forgotPassword.subtitle}
      footer={footer}
      className={className}
    >
      <form className="lk-form" onSubmit={form.onSubmit} noValidate>
        <ErrorAlert error={form.problem} />
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
