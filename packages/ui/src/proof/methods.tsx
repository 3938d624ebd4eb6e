/** The ways to reauthenticate that need no plugin: the password, and a code by email. */

import type { AnyReactClient } from "@latchkey/react";
import type { ReactElement } from "react";
import { CodeField } from "../primitives/code-field.tsx";
import { PasswordField } from "../primitives/field.tsx";
import { LoginHint } from "../primitives/login-hint.tsx";
import { textOf } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import type { ProofFieldsProps, ProofMethod, ProofResult, ProofStartOptions } from "../provider/proof-method.ts";
import type { UiPlugin } from "../provider/types.ts";
import type { Texts } from "../texts/texts.ts";

/** The id of the round trip to a provider, which has a separate dialog. */
export const providerId = "provider";

/** Quick and strong methods come first. Methods from an app's own plugins come after the password. */
const order: readonly string[] = ["passkey", "totp", "password", "otp", "email-code", providerId, "backup-code"];
const ownPlace = order.indexOf("password") + 0.5;

/** Returns the ways to prove one of the factors, the best one first. */
export function methodsFor(
  factors: readonly string[],
  texts: Texts,
  plugins: readonly UiPlugin[],
): readonly ProofMethod[] {
  const all = [...coreMethods(texts), ...plugins.flatMap(({ proofs }) => proofs ?? [])];
  const place = ({ id }: ProofMethod): number => (order.includes(id) ? order.indexOf(id) : ownPlace);
  return all.filter(({ factor }) => factors.includes(factor)).sort((a, b) => place(a) - place(b));
}

function coreMethods({ proof }: Texts): readonly ProofMethod[] {
  const { text, submit } = proof;
  return [
    {
      id: "password",
      factor: "password",
      icon: "lock",
      label: proof.usePassword,
      text,
      submit,
      Fields: PasswordFields,
      prove: (client, values) => (client as AnyReactClient).verifyPassword({ password: textOf(values, "password") }),
      fieldByErrorCode: { INVALID_PASSWORD: "password" },
    },
    {
      id: "email-code",
      factor: "email",
      icon: "mail",
      label: proof.useEmail,
      text: proof.emailSent,
      submit,
      isAvailable: ({ capabilities }) => (capabilities?.signIn.emailCode ?? null) !== null,
      start: { text: proof.emailText, submit: proof.emailSend, path: emailCodePath, run: sendEmailCode },
      Fields: EmailCodeFields,
      prove: (client, values) =>
        (client as EmailCodeClient).signIn.emailOtp({ email: textOf(values, "email"), otp: textOf(values, "code") }),
      fieldByErrorCode: { INVALID_OTP: "code", OTP_EXPIRED: "code" },
    },
    {
      id: providerId,
      factor: "provider",
      icon: "link",
      label: proof.useProvider,
      text: proof.providerText,
      submit,
      prove: () => Promise.resolve({ error: null }),
    },
  ];
}

/** The calls of `@latchkey/email-otp`. A code that's entered in its user's session proves access to the mailbox. */
interface EmailCodeClient {
  readonly emailOtp: {
    sendVerificationOtp(
      fields: { readonly email: string; readonly type: "sign-in" },
      options: ProofStartOptions,
    ): Promise<ProofResult>;
  };
  readonly signIn: {
    emailOtp(fields: { readonly email: string; readonly otp: string }): Promise<ProofResult>;
  };
}

const emailCodePath = "/email-otp/send-verification-otp";

function sendEmailCode(
  client: object,
  { email }: { readonly email: string },
  options: ProofStartOptions,
): Promise<ProofResult> {
  return (client as EmailCodeClient).emailOtp.sendVerificationOtp({ email, type: "sign-in" }, options);
}

function PasswordFields({ user, errors }: ProofFieldsProps): ReactElement {
  const { texts } = useAuthUi();
  return (
    <>
      <LoginHint email={user.email} />
      <PasswordField
        label={texts.password}
        name="password"
        autoComplete="current-password"
        required
        error={errors.password}
      />
    </>
  );
}

function EmailCodeFields({ user, errors }: ProofFieldsProps): ReactElement {
  const { proof } = useAuthUi().texts;
  return (
    <>
      <input type="hidden" name="email" value={user.email} />
      <CodeField
        label={proof.code}
        name="code"
        length={user.capabilities?.signIn.emailCode?.digits ?? 6}
        required
        error={errors.code}
      />
    </>
  );
}
