/** Signing in with email and password. */

import { useAuthClient } from "@latchkey/react";
import type { ReactElement, ReactNode } from "react";
import { Alert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Card } from "../primitives/card.tsx";
import { Checkbox } from "../primitives/checkbox.tsx";
import { Field, PasswordField } from "../primitives/field.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { useChallenges } from "../provider/plugin.ts";
import { SocialEntrance } from "../social/social-entrance.tsx";

/** What `SignIn` takes. */
export interface SignInProps {
  readonly className?: string;
  /** Where a provider's callback left its `?error=`. Default: the page's own. */
  readonly search?: string;
  /** Default: of the texts. */
  readonly title?: string;
  readonly subtitle?: string;
  /** Filled in at first. */
  readonly email?: string;
  /** Instead of the line that leads to signing up. */
  readonly footer?: ReactNode;
  /** Instead of going to the home path. */
  onSignedIn?(): void;
}

/** Signing in with email and password. */
export function SignIn({ className, search, email, onSignedIn, ...frame }: SignInProps): ReactElement {
  const client = useAuthClient();
  const ui = useAuthUi();
  const { texts, paths, Link, navigate, plugins } = ui;
  const identifier = plugins.find((plugin) => plugin.identifier)?.identifier;
  const challenges = useChallenges();
  const form = useForm(
    async (values) => {
      const options = challenges.take(values);
      const typed = textOf(values, "email").trim();
      const rest = { password: textOf(values, "password"), rememberMe: values.has("remember") };
      const result = identifier?.accepts(typed)
        ? await identifier.signIn(client, { identifier: typed, ...rest }, options)
        : await client.signIn.email({ email: typed, ...rest }, options);
      if (result.data?.token) (onSignedIn ?? (() => navigate(paths.home)))();
      // Nobody is signed in yet: a plugin goes on from here, such as the one for second factors.
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
      <SocialEntrance search={search} isOver={form.busy || form.problem !== null} />
      <form className="lk-form" onSubmit={form.onSubmit} noValidate>
        {form.problem ? <Alert tone="error">{form.problem}</Alert> : null}
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
