/** Signing up with email and password. */

import { useAuthClient } from "@latchkey/react";
import { type ReactElement, type ReactNode, useState } from "react";
import { Alert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Card } from "../primitives/card.tsx";
import { Field, PasswordField } from "../primitives/field.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { useChallenges, useFormParts } from "../provider/plugin.ts";
import { SocialEntrance } from "../social/social-entrance.tsx";

/** What `SignUp` takes. */
export interface SignUpProps {
  readonly className?: string;
  /** Where a provider's callback left its `?error=`. Default: the page's own. */
  readonly search?: string;
  /** Default: of the texts. */
  readonly title?: string;
  readonly subtitle?: string;
  /** The account is for this address alone: that of an invitation, say. */
  readonly email?: string;
  /** What else goes along with the call. */
  readonly values?: Readonly<Record<string, unknown>>;
  /** Instead of the line that leads to signing in. */
  readonly footer?: ReactNode;
  /** Instead of going to the home path. */
  onSignedUp?(): void;
}

const fieldOf = {
  INVALID_EMAIL: "email",
  USER_ALREADY_EXISTS: "email",
  PASSWORD_TOO_SHORT: "password",
  PASSWORD_TOO_LONG: "password",
  PASSWORD_TOO_OBVIOUS: "password",
};

/** Making an account with email and password. */
export function SignUp({ className, search, email, values: given, onSignedUp, ...frame }: SignUpProps): ReactElement {
  const client = useAuthClient();
  const { texts, paths, Link, navigate } = useAuthUi();
  const [mailed, setMailed] = useState(false);
  const further = useFormParts("signUp");
  const challenges = useChallenges();
  const form = useForm(
    async (values) => {
      const fields = {
        name: textOf(values, "name").trim(),
        email: textOf(values, "email").trim(),
        password: textOf(values, "password"),
        ...further.valuesOf(values),
        ...given,
        callbackURL: paths.emailVerified,
      };
      const result = await client.signUp.email(fields, challenges.take(values));
      if (result.data?.token) (onSignedUp ?? (() => navigate(paths.home)))();
      else if (result.data) setMailed(true);
      return result;
    },
    { ...fieldOf, ...further.fieldOf },
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
      {mailed ? null : <SocialEntrance search={search} isOver={form.busy || form.problem !== null} requestSignUp />}
      <form className="lk-form" onSubmit={form.onSubmit} noValidate hidden={mailed}>
        {form.problem ? <Alert tone="error">{form.problem}</Alert> : null}
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
        {further.parts.map(({ id, Fields }) => (
          <Fields key={id} errors={form.fieldErrors} />
        ))}
        <PasswordField
          label={texts.password}
          name="password"
          autoComplete="new-password"
          required
          hint={texts.signUp.passwordHint}
          error={form.fieldErrors.password}
        />
        {challenges.fields}
        <Button type="submit" busy={form.busy}>
          {texts.signUp.submit}
        </Button>
      </form>
    </Card>
  );
}
