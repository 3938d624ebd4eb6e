/** The page that requests a password reset link. It doesn't reveal whether an account exists. */

import { useAuthClient } from "@latchkey/react";
import { type ReactElement, useState } from "react";
import { AuthCard, type AuthPageProps } from "../auth/auth-card.tsx";
import { useOffer } from "../auth/use-offer.ts";
import { ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Email } from "../primitives/email.tsx";
import { Field } from "../primitives/field.tsx";
import { Sentence } from "../primitives/sentence.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { usePageMemory } from "../provider/page-memory.tsx";
import { useFormCaptchas } from "../provider/plugin.ts";
import { useRedirect } from "../provider/redirect.ts";
import type { Redirect } from "../provider/types.ts";

/** Props for `ForgotPassword`. */
export interface ForgotPasswordProps extends AuthPageProps {
  /** Query string with `?redirectTo=`. Default: the current page's query. */
  readonly search?: string;
}

/** The page that requests a password reset link. It starts with the email that was typed on the sign-in page. */
export function ForgotPassword({ search, ...frame }: ForgotPasswordProps): ReactElement {
  const { texts, paths, Link } = useAuthUi();
  const offer = useOffer();
  const redirect = useRedirect({ search });
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [isRetry, setRetry] = useState(false);
  const requestAgain = (): void => {
    setRetry(true);
    setSentTo(null);
  };
  const footer = (
    <Link href={redirect.carry(paths.signIn)} className="lk-link">
      {texts.forgotPassword.toSignIn}
    </Link>
  );
  if (!offer.isPending && !offer.reset) {
    const text = texts.errors.RESET_PASSWORD_DISABLED;
    return <AuthCard {...frame} title={texts.forgotPassword.title} subtitle={text} footer={footer} />;
  }
  if (sentTo !== null) {
    const text = <Sentence text={texts.forgotPassword.sent} values={{ email: <Email value={sentTo} /> }} />;
    return (
      <AuthCard
        key="sent"
        {...frame}
        focusOnMount
        title={texts.forgotPassword.sentTitle}
        subtitle={text}
        footer={footer}
      >
        <div className="lk-form">
          <Button variant="secondary" onClick={requestAgain}>
            {texts.forgotPassword.again}
          </Button>
        </div>
      </AuthCard>
    );
  }
  return (
    <AuthCard
      key="form"
      {...frame}
      {...(isRetry ? { focusOnMount: true } : {})}
      title={texts.forgotPassword.title}
      subtitle={texts.forgotPassword.subtitle}
      footer={footer}
      pending={offer.isPending}
    >
      <RequestForm redirect={redirect} onSent={setSentTo} />
    </AuthCard>
  );
}

interface RequestFormProps {
  readonly redirect: Redirect;
  onSent(email: string): void;
}

function RequestForm({ redirect, onSent }: RequestFormProps): ReactElement {
  const client = useAuthClient();
  const { texts, paths } = useAuthUi();
  const memory = usePageMemory();
  const captchas = useFormCaptchas("/forget-password");
  const form = useForm(
    async (values) => {
      const email = textOf(values, "email").trim();
      memory.identifier = email;
      const redirectTo = redirect.carry(paths.resetPassword);
      const result = await client.forgetPassword({ email, redirectTo }, captchas.consume(values));
      if (!result.error) onSent(email);
      return result;
    },
    { INVALID_EMAIL: "email" },
  );
  return (
    <form className="lk-form" onSubmit={form.onSubmit} noValidate>
      <ErrorAlert error={form.problem} />
      <Field
        label={texts.email}
        name="email"
        type="email"
        autoComplete="username"
        required
        defaultValue={memory.identifier.includes("@") ? memory.identifier : ""}
        error={form.fieldErrors.email}
      />
      {captchas.fields}
      <Button type="submit" busy={form.busy}>
        {texts.forgotPassword.submit}
      </Button>
    </form>
  );
}
