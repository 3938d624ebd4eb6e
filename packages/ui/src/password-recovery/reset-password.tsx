/** The page for password reset links. */

import { useAuthClient } from "@latchkey/react";
import { type ReactElement, useState } from "react";
import { AuthCard, type AuthPageProps } from "../auth/auth-card.tsx";
import { leaveNotice } from "../auth/notice.ts";
import { useOffer } from "../auth/use-offer.ts";
import { Alert, ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { LoginHint } from "../primitives/login-hint.tsx";
import { useConsumedParams } from "../primitives/use-consumed-params.ts";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { usePageMemory } from "../provider/page-memory.tsx";
import { useRedirect } from "../provider/redirect.ts";
import type { Redirect } from "../provider/types.ts";
import { NewPasswordField } from "../sign-up/new-password-field.tsx";

/** Props for `ResetPassword`. */
export interface ResetPasswordProps extends AuthPageProps {
  /** Token of the link. Default: the `token` in `search`. */
  readonly token?: string;
  /** Query string with the link's `?token=` or `?error=`. Default: the current page's query. */
  readonly search?: string;
}

/** The token signs its holder in, so it shouldn't stay in the address bar or the browser's history. */
const linkParams = ["token", "error"];

/** The form for a new password, on the page that the reset link opens. Continues to the sign-in page. */
export function ResetPassword({ token, search, ...frame }: ResetPasswordProps): ReactElement {
  const { texts, paths, Link } = useAuthUi();
  const query = useConsumedParams(linkParams, search);
  const redirect = useRedirect({ search });
  const { reset } = useOffer();
  const [isRejected, setRejected] = useState(false);
  const linkToken = token ?? query?.get("token");
  const { resetPassword } = texts;
  if (token === undefined && !query) return <AuthCard {...frame} title={texts.loading} pending="form" />;
  if (!linkToken || isRejected || (token === undefined && query?.has("error"))) {
    return (
      <AuthCard
        key={isRejected ? "rejected" : undefined}
        {...frame}
        {...(isRejected ? { focusOnMount: true } : {})}
        title={resetPassword.invalidTitle}
        subtitle={resetPassword.invalidText}
        footer={
          <Link href={redirect.carry(paths.signIn)} className="lk-link">
            {texts.forgotPassword.toSignIn}
          </Link>
        }
      >
        {reset ? (
          <Link href={redirect.carry(paths.forgotPassword)} className="lk-button lk-button-primary lk-button-full">
            {resetPassword.again}
          </Link>
        ) : null}
      </AuthCard>
    );
  }
  return (
    <AuthCard {...frame} title={resetPassword.title} subtitle={resetPassword.subtitle}>
      <NewPassword token={linkToken} redirect={redirect} onRejected={() => setRejected(true)} />
    </AuthCard>
  );
}

const fieldByErrorCode = {
  PASSWORD_TOO_SHORT: "newPassword",
  PASSWORD_TOO_LONG: "newPassword",
  PASSWORD_TOO_OBVIOUS: "newPassword",
};

interface NewPasswordProps {
  readonly token: string;
  readonly redirect: Redirect;
  onRejected(): void;
}

function NewPassword({ token, redirect, onRejected }: NewPasswordProps): ReactElement {
  const client = useAuthClient();
  const { texts, paths, navigate } = useAuthUi();
  const memory = usePageMemory();
  const [isDone, setDone] = useState(false);
  const form = useForm(async (values) => {
    const result = await client.resetPassword({ newPassword: textOf(values, "newPassword"), token });
    if (result.error?.code === "INVALID_TOKEN") onRejected();
    if (result.error) return result;
    setDone(true);
    leaveNotice("passwordReset");
    navigate(redirect.carry(paths.signIn));
    return result;
  }, fieldByErrorCode);
  return (
    <form className="lk-form" onSubmit={form.onSubmit} noValidate>
      {/* Password managers store the new password for this email. */}
      {memory.identifier ? <LoginHint email={memory.identifier} /> : null}
      <ErrorAlert error={form.problem} />
      {isDone ? <Alert tone="success">{texts.resetPassword.doneTitle}</Alert> : null}
      <NewPasswordField
        label={texts.newPassword}
        name="newPassword"
        ownNames={[memory.identifier]}
        error={form.fieldErrors.newPassword}
      />
      <Button type="submit" busy={form.busy || isDone}>
        {texts.resetPassword.submit}
      </Button>
    </form>
  );
}
