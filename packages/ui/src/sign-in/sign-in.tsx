/** Signing in with email and password. */

import { useAuthClient } from "@latchkey/react";
import type { ReactElement } from "react";
import { Alert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Card } from "../primitives/card.tsx";
import { Checkbox } from "../primitives/checkbox.tsx";
import { Field, PasswordField } from "../primitives/field.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { SocialEntrance } from "../social/social-entrance.tsx";

/** What `SignIn` takes. */
export interface SignInProps {
  readonly className?: string;
  /** Where a provider's callback left its `?error=`. Default: the page's own. */
  readonly search?: string;
  /** Instead of going to the home path. */
  onSignedIn?(): void;
}

/** Signing in with email and password. */
export function SignIn({ className, search, onSignedIn }: SignInProps): ReactElement {
  const client = useAuthClient();
  const { texts, paths, Link, navigate } = useAuthUi();
  const form = useForm(
    async (values) => {
      const result = await client.signIn.email({
        email: textOf(values, "email").trim(),
        password: textOf(values, "password"),
        rememberMe: values.has("remember"),
      });
      // Without a token nobody is signed in yet: a client plugin takes over, such as the one for second factors.
      if (result.data?.token) (onSignedIn ?? (() => navigate(paths.home)))();
      return result;
    },
    { INVALID_EMAIL: "email" },
  );
  const footer = (
    <>
      {texts.signIn.noAccount}{" "}
      <Link href={paths.signUp} className="lk-link">
        {texts.signIn.toSignUp}
      </Link>
    </>
  );
  return (
    <Card title={texts.signIn.title} subtitle={texts.signIn.subtitle} footer={footer} className={className}>
      <SocialEntrance search={search} isOver={form.busy || form.problem !== null} />
      <form className="lk-form" onSubmit={form.onSubmit} noValidate>
        {form.problem ? <Alert tone="error">{form.problem}</Alert> : null}
        <Field
          label={texts.email}
          name="email"
          type="email"
          autoComplete="username"
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
        <Button type="submit" busy={form.busy}>
          {texts.signIn.submit}
        </Button>
        <Link href={paths.forgotPassword} className="lk-link lk-link-aside">
          {texts.signIn.toForgotPassword}
        </Link>
      </form>
    </Card>
  );
}
