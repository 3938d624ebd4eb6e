/** Asks for an email during the first sign-in if the provider doesn't share one. */

import { useAuthClient } from "@latchkey/react";
import { type ReactElement, useState } from "react";
import { Alert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Field } from "../primitives/field.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import type { Redirect } from "../provider/types.ts";
import { fill } from "../texts/texts.ts";
import { appUrl } from "./current-url.ts";

/** The link in the email verifies it and signs the user in. */
export function AddEmail({ redirect }: { readonly redirect: Redirect }): ReactElement {
  const client = useAuthClient();
  const { texts } = useAuthUi();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm(
    async (values) => {
      const email = textOf(values, "added").trim();
      const result = await client.addEmail({ email, callbackURL: appUrl(redirect.destination) });
      if (!result.error) setSentTo(email);
      return result;
    },
    { INVALID_EMAIL: "added" },
  );
  const { addEmail } = texts.social;
  if (sentTo !== null) {
    return (
      <Alert tone="success" focusOnMount>
        {fill(addEmail.sent, { email: sentTo })}
      </Alert>
    );
  }
  return (
    <form className="lk-form" onSubmit={form.onSubmit} noValidate>
      <Alert tone={form.problem ? "error" : "success"}>{form.problem ?? addEmail.text}</Alert>
      <Field
        label={texts.email}
        name="added"
        type="email"
        autoComplete="email"
        required
        error={form.fieldErrors.added}
      />
      <Button type="submit" busy={form.busy}>
        {addEmail.submit}
      </Button>
    </form>
  );
}
