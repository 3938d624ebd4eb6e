/** The sign-up form. */

import { useAuthClient } from "@latchkey/react";
import { type ReactElement, type ReactNode, useState } from "react";
import { Alert, ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Card } from "../primitives/card.tsx";
import { Field } from "../primitives/field.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { useFormCaptchas, useFormExtensions } from "../provider/plugin.ts";
import { SocialSignIn } from "../social/social-sign-in.tsx";
import { NewPasswordField } from "./new-password-field.tsx";

/** Props of `SignUp`. */
export interface SignUpProps {
  readonly className?: string;
  /** Query string with the `?error=` of a provider's callback. Default: the current page's query. */
  readonly search?: string;
  /** Default: the title from the texts. */
  readonly title?: string;
  readonly subtitle?: string;
  /** Fixed email of the new account, for example from an invitation. */
  readonly email?: string;
  /** Additional values to send with the call. */
  readonly values?: Readonly<Record<string, unknown>>;
  /** Shown instead of the link to sign in. */
  readonly footer?: ReactNode;
  /** Runs after sign-up. Default: navigates to the home path. */
  onSignedUp?(): void;
}

const fieldByErrorCode = {
  INVALID_EMAIL: "email",
  USER_ALREADY_EXISTS: "email",
  PASSWORD_TOO_SHORT: "password",
  PASSWORD_TOO_LONG: "password",
  PASSWORD_TOO_OBVIOUS: "password",
};

/** A form to sign up with email and password. */
export function SignUp({ className, search, email, values: given, onSignedUp, ...frame }: SignUpProps): ReactElement {
  const client = useAuthClient();
  const { texts, paths, Link, navigate } = useAuthUi();
  const [mailed, setMailed] = useState(false);
  const further = useFormExtensions();
  const challenges = useFormCaptchas();
  const form = useForm(
    async (values) => {
      const fields = {
        name: textOf(values, "name").trim(),
        email: textOf(values, "email").trim(),
        password: textOf(values, "password"),
        ...further.getValues(values),
        ...given,
        callbackURL: paths.emailVerified,
      };
      const result = await client.signUp.email(fields, challenges.consume(values));
      if (result.data?.token) (onSignedUp ?? (() => navigate(paths.home)))();
      else if (result.data) setMailed(true);
      return result;
    },
    { ...fieldByErrorCode, ...further.fieldByErrorCode },
  );
  const toSignIn = (
    <>
      {texts.signUp.haveAccount}{" "}
      <Link href={paths.signIn} className="lk-link">
        {texts.signUp.toSignIn}
      </Link>
    </>
  );
  return (
    <Card
      title={frame.title ?? texts.signUp.title}
      subtitle={frame.subtitle ?? texts.signUp.subtitle}
      footer={frame.footer ?? toSignIn}
      className={className}
    >
      {mailed ? <Alert tone="success">{texts.signUp.checkMail}</Alert> : null}
      {mailed ? null : <SocialSignIn search={search} hideError={form.busy || form.problem !== null} requestSignUp />}
      <form className="lk-form" onSubmit={form.onSubmit} noValidate hidden={mailed}>
        <ErrorAlert error={form.problem} />
        <Field label={texts.name} name="name" autoComplete="name" required error={form.fieldErrors.name} />
        <Field
          label={texts.email}
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={email}
          readOnly={email !== undefined}
          required
          error={form.fieldErrors.email}
        />
        {further.extensions.map(({ id, Fields }) => (
          <Fields key={id} errors={form.fieldErrors} />
        ))}
        <NewPasswordField label={texts.password} name="password" error={form.fieldErrors.password} />
        {challenges.fields}
        <Button type="submit" busy={form.busy}>
          {texts.signUp.submit}
        </Button>
      </form>
    </Card>
  );
}
