/** The sign-in form. */

import { useAuthClient } from "@latchkey/react";
import type { ReactElement, ReactNode } from "react";
import { ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Card } from "../primitives/card.tsx";
import { Checkbox } from "../primitives/checkbox.tsx";
import { Field, PasswordField } from "../primitives/field.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { useFormCaptchas } from "../provider/plugin.ts";
import { SocialSignIn } from "../social/social-sign-in.tsx";

/** Props of `SignIn`. */
export interface SignInProps {
  readonly className?: string;
  /** Query string with the `?error=` of a provider's callback. Default: the current page's query. */
  readonly search?: string;
  /** Default: the title from the texts. */
  readonly title?: string;
  readonly subtitle?: string;
  /** Initial value of the email field. */
  readonly email?: string;
  /** Shown instead of the link to sign up. */
  readonly footer?: ReactNode;
  /** Runs after sign-in. Default: navigates to the home path. */
  onSignedIn?(): void;
}

/** A form to sign in with email and password. */
export function SignIn({ className, search, email, onSignedIn, ...frame }: SignInProps): ReactElement {
  const client = useAuthClient();
  const ui = useAuthUi();
  const { texts, paths, Link, navigate, plugins } = ui;
  const identifier = plugins.find((plugin) => plugin.identifier)?.identifier;
  const challenges = useFormCaptchas();
  const form = useForm(
    async (values) => {
      const options = challenges.consume(values);
      const typed = textOf(values, "email").trim();
      const rest = { password: textOf(values, "password"), rememberMe: values.has("remember") };
      const result = identifier?.matches(typed)
        ? await identifier.signIn(client, { identifier: typed, ...rest }, options)
        : await client.signIn.email({ email: typed, ...rest }, options);
      if (result.data?.token) (onSignedIn ?? (() => navigate(paths.home)))();
      // The user isn't signed in yet. A plugin takes over, such as the one for 2FA.
      else if (result.data) plugins.some((plugin) => plugin.onChallenge?.({ ...result.data }, ui));
      return result;
    },
    { INVALID_EMAIL: "email", ...Object.fromEntries(identifier?.codes.map((code) => [code, "email"]) ?? []) },
  );
  const toSignUp = (
    <>
      {texts.signIn.noAccount}{" "}
      <Link href={paths.signUp} className="lk-link">
        {texts.signIn.toSignUp}
      </Link>
    </>
  );
  return (
    <Card
      title={frame.title ?? texts.signIn.title}
      subtitle={frame.subtitle ?? texts.signIn.subtitle}
      footer={frame.footer ?? toSignUp}
      className={className}
    >
      <SocialSignIn search={search} hideError={form.busy || form.problem !== null} />
      <form className="lk-form" onSubmit={form.onSubmit} noValidate>
        <ErrorAlert error={form.problem} />
        <Field
          label={identifier?.label ?? texts.email}
          name="email"
          type={identifier ? "text" : "email"}
          autoCapitalize="none"
          spellCheck={false}
          autoComplete="username"
          defaultValue={email}
          required
          error={form.fieldErrors.email}
        />
        <PasswordField
          label={texts.password}
          name="password"
          autoComplete="current-password"
          required
          error={form.fieldErrors.password}
        />
        <Checkbox name="remember" label={texts.signIn.remember} defaultChecked />
        {challenges.fields}
        <Button type="submit" busy={form.busy}>
          {texts.signIn.submit}
        </Button>
        {paths.forgotPassword ? (
          <Link href={paths.forgotPassword} className="lk-link lk-link-aside">
            {texts.signIn.toForgotPassword}
          </Link>
        ) : null}
      </form>
    </Card>
  );
}
