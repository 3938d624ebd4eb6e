/** Signs the user out, because the link in the email belongs to another account. */

import { useAuthClient } from "@latchkey/react";
import type { ReactElement } from "react";
import { ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Email } from "../primitives/email.tsx";
import { Sentence } from "../primitives/sentence.tsx";
import { useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";

export function SwitchAccount({ email }: { readonly email: string }): ReactElement {
  const client = useAuthClient();
  const { texts } = useAuthUi();
  const form = useForm(() => client.signOut());
  return (
    <form className="lk-form" onSubmit={form.onSubmit}>
      <ErrorAlert error={form.problem} />
      <p className="lk-auth-email">
        <Sentence text={texts.emailVerified.signedInAs} values={{ email: <Email value={email} /> }} />
      </p>
      <Button type="submit" busy={form.busy}>
        {texts.signOut}
      </Button>
    </form>
  );
}
