/** The form for the email that a code or link is sent to. */

import { useAuthClient } from "@latchkey/react";
import { type ReactElement, useState } from "react";
import { useOffer } from "../auth/use-offer.ts";
import { ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Field } from "../primitives/field.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import type { Redirect } from "../provider/destination.ts";
import { usePageMemory } from "../provider/page-memory.tsx";
import { useFormCaptchas } from "../provider/plugin.ts";
import type { EmailMethod, EmailStartValues, MethodPage } from "../provider/sign-in-method.ts";
import { AppFields, readAppFields } from "../sign-up/app-fields.tsx";

/** Props for `EmailStart`. */
export interface EmailStartProps {
  readonly method: EmailMethod;
  readonly page: MethodPage;
  readonly redirect: Redirect;
  /** Initial value. On the sign-up page, it can't be changed. */
  readonly email: string | undefined;
  readonly autoComplete: string;
  readonly submit: string;
  readonly autoFocus?: boolean;
  onTry(): void;
  onSent(values: EmailStartValues): void;
}

/** The sign-up page also asks for the name, and for the app's fields if the method takes them. */
export function EmailStart(props: EmailStartProps): ReactElement {
  const { method, page, redirect, submit, onTry, onSent } = props;
  const client = useAuthClient();
  const { texts, paths } = useAuthUi();
  const memory = usePageMemory();
  const { fields } = useOffer();
  const isFixed = page === "sign-up" && props.email !== undefined;
  const [email, setEmail] = useState(props.email ?? (memory.identifier.includes("@") ? memory.identifier : ""));
  const appFields = page === "sign-up" && method.acceptsFields ? fields : [];
  const captchas = useFormCaptchas(method.path);
  const form = useForm(
    async (values) => {
      onTry();
      const startValues: EmailStartValues = {
        email: email.trim(),
        name: textOf(values, "name").trim(),
        fields: readAppFields(appFields, values),
        redirect,
        signIn: redirect.carry(paths.signIn),
      };
      const result = await method.send(client, startValues, captchas.consume(values));
      if (!result.error) onSent(startValues);
      return result;
    },
    { INVALID_EMAIL: "email" },
  );
  const type = (text: string): void => {
    memory.identifier = text.trim();
    setEmail(text);
  };
  return (
    <form className="lk-form" onSubmit={form.onSubmit} noValidate>
      <ErrorAlert error={form.problem} />
      {page === "sign-up" ? (
        <Field label={texts.name} name="name" autoComplete="name" required error={form.fieldErrors.name} />
      ) : null}
      <Field
        label={texts.email}
        name="email"
        type="email"
        autoComplete={props.autoComplete}
        autoFocus={props.autoFocus && page === "sign-in"}
        value={email}
        onChange={(event) => type(event.currentTarget.value)}
        readOnly={isFixed}
        required
        error={form.fieldErrors.email}
      />
      <AppFields fields={appFields} errors={form.fieldErrors} />
      {captchas.fields}
      <Button type="submit" busy={form.busy}>
        {submit}
      </Button>
    </form>
  );
}
