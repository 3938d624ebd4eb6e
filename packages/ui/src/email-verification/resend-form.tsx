/** Sends another verification email. Signed-in users see a button, others a form. */

import { useAuthClient } from "@latchkey/react";
import type { ReactElement } from "react";
import { Alert, ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Email } from "../primitives/email.tsx";
import { Field } from "../primitives/field.tsx";
import { Sentence } from "../primitives/sentence.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { currentPath } from "../provider/redirect.ts";
import type { Redirect } from "../provider/types.ts";
import { resendLabel, useResend } from "./use-resend.ts";
import { verificationURL } from "./verification-url.ts";

export interface ResendFormProps {
  /** Where the link continues. Default: this page. */
  readonly redirect?: Redirect;
  /** Seconds before the user can request another email. Default: 30. */
  readonly pause?: number | undefined;
}

export function ResendForm({ redirect, pause = 30 }: ResendFormProps): ReactElement {
  const { texts, paths } = useAuthUi();
  const email = useAuthClient().useSession().data?.user.email;
  const resend = useResend(() => verificationURL(paths, redirect ?? { requested: currentPath() }), pause);
  const form = useForm((values) => resend.send(email ?? textOf(values, "email").trim()), { INVALID_EMAIL: "email" });
  const sent = email ? (
    <Sentence text={texts.verifyEmail.sent} values={{ email: <Email value={email} /> }} />
  ) : (
    texts.emailVerified.sent
  );
  return (
    <form className="lk-form" onSubmit={form.onSubmit} noValidate>
      <ErrorAlert error={form.problem} />
      {resend.isSent ? <Alert tone="success">{sent}</Alert> : null}
      {email ? null : (
        <Field
          label={texts.email}
          name="email"
          type="email"
          autoComplete="email"
          required
          error={form.fieldErrors.email}
        />
      )}
      <Button type="submit" busy={form.busy} blocked={resend.left > 0}>
        {resendLabel(texts, resend.left)}
      </Button>
    </form>
  );
}
