/** The form to sign up with email and password. */

import { useAuthClient } from "@latchkey/react";
import { type ReactElement, useState } from "react";
import { useOffer } from "../auth/use-offer.ts";
import { verificationURL } from "../email-verification/verification-url.ts";
import { ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Field } from "../primitives/field.tsx";
import { type FormState, textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { usePageMemory } from "../provider/page-memory.tsx";
import { type FormExtensions, useFormCaptchas, useFormExtensions } from "../provider/plugin.ts";
import type { Redirect } from "../provider/types.ts";
import { passwordMethod, rememberMethod } from "../social/last-used.ts";
import { AppFields, readAppFields } from "./app-fields.tsx";
import { NewPasswordField } from "./new-password-field.tsx";

export interface PasswordSignUpProps {
  /** Fixed email of the new account. */
  readonly email: string | undefined;
  /** Additional values to send with the call. */
  readonly values: Readonly<Record<string, unknown>> | undefined;
  readonly redirect: Redirect;
  /** Runs when the user submits the form. */
  onTry(): void;
  /** Runs if the user must verify the email first. */
  onVerificationSent(email: string): void;
  onSignedUp(): void;
}

const fieldByErrorCode = {
  INVALID_EMAIL: "email",
  USER_ALREADY_EXISTS: "email",
  PASSWORD_TOO_SHORT: "password",
  PASSWORD_TOO_LONG: "password",
  PASSWORD_TOO_OBVIOUS: "password",
};

export function PasswordSignUp(props: PasswordSignUpProps): ReactElement {
  const { texts } = useAuthUi();
  const { fields } = useOffer();
  const memory = usePageMemory();
  const remembered = memory.identifier.includes("@") ? memory.identifier : "";
  const [email, setEmail] = useState(props.email ?? remembered);
  const pluginFields = useFormExtensions();
  const captchas = useFormCaptchas("/sign-up/email");
  const form = useSignUpForm(props, pluginFields, captchas.consume);
  const type = (text: string): void => {
    memory.identifier = text.trim();
    setEmail(text);
  };
  return (
    <form className="lk-form" onSubmit={form.onSubmit} noValidate>
      <ErrorAlert error={form.problem} />
      <Field label={texts.name} name="name" autoComplete="name" required error={form.fieldErrors.name} />
      <Field
        label={texts.email}
        name="email"
        type="email"
        autoComplete="username"
        value={email}
        onChange={(event) => type(event.currentTarget.value)}
        readOnly={props.email !== undefined}
        required
        error={form.fieldErrors.email}
      />
      {pluginFields.extensions.map(({ id, Fields }) => (
        <Fields key={id} errors={form.fieldErrors} />
      ))}
      <AppFields fields={fields} errors={form.fieldErrors} />
      <NewPasswordField
        label={texts.password}
        name="password"
        ownNames={[email.trim(), email.trim().split("@", 1)[0] ?? ""]}
        error={form.fieldErrors.password}
      />
      {captchas.fields}
      <Button type="submit" busy={form.busy}>
        {texts.signUp.submit}
      </Button>
    </form>
  );
}

function useSignUpForm(
  { values: extraValues, redirect, onTry, onVerificationSent, onSignedUp }: PasswordSignUpProps,
  pluginFields: FormExtensions,
  consume: ReturnType<typeof useFormCaptchas>["consume"],
): FormState {
  const client = useAuthClient();
  const { paths, navigate } = useAuthUi();
  const { fields: appFields, verifiesFirst } = useOffer();
  return useForm(
    async (values) => {
      onTry();
      const email = textOf(values, "email").trim();
      const fields = {
        name: textOf(values, "name").trim(),
        email,
        password: textOf(values, "password"),
        ...readAppFields(appFields, values),
        ...pluginFields.getValues(values),
        ...extraValues,
        callbackURL: verificationURL(paths, redirect),
      };
      const result = await client.signUp.email(fields, consume(values));
      if (result.data) rememberMethod(passwordMethod);
      if (result.data?.token) onSignedUp();
      // Without a session and without an email to wait for, the user has to sign in.
      else if (result.data && !verifiesFirst) navigate(redirect.carry(paths.signIn));
      else if (result.data) onVerificationSent(email);
      return result;
    },
    { ...fieldByErrorCode, ...pluginFields.fieldByErrorCode },
  );
}
