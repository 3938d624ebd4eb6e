/** Where the link of a recovery mail leads: the new password. */

import { useAuthClient } from "@latchkey/react";
import { type ReactElement, useState } from "react";
import { Alert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Card } from "../primitives/card.tsx";
import { PasswordField } from "../primitives/field.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useSearch } from "../primitives/use-search.ts";
import { useAuthUi } from "../provider/context.ts";

/** What `ResetPassword` takes. */
export interface ResetPasswordProps {
  readonly className?: string;
  /** Default: the `token` of `search`. */
  readonly token?: string;
  /** Where the link left `?token=` or `?error=`. Default: the page's own. */
  readonly search?: string;
}

const fieldOf = {
  PASSWORD_TOO_SHORT: "newPassword",
  PASSWORD_TOO_LONG: "newPassword",
  PASSWORD_TOO_OBVIOUS: "newPassword",
};

/** Setting a new password, on the page that the mail leads to. */
export function ResetPassword({ className, token, search }: ResetPasswordProps): ReactElement {
  const { texts, paths, Link } = useAuthUi();
  const query = useSearch(search);
  const [outcome, setOutcome] = useState<"done" | "refused" | null>(null);
  const known = token ?? query?.get("token");
  const { resetPassword } = texts;
  if (outcome === "done") {
    return (
      <Card
        key="done"
        takesFocus
        title={resetPassword.doneTitle}
        subtitle={resetPassword.doneText}
        className={className}
      >
        <Link href={paths.signIn} className="lk-button lk-button-primary">
          {texts.signIn.submit}
        </Link>
      </Card>
    );
  }
  if (token === undefined && !query) return <Card title={texts.loading} className={className} />;
  if (!known || outcome === "refused" || (token === undefined && query?.has("error"))) {
    const wasRefused = outcome === "refused";
    return (
      <Card
        key={wasRefused ? "refused" : undefined}
        takesFocus={wasRefused}
        title={resetPassword.brokenTitle}
        subtitle={resetPassword.brokenText}
        className={className}
      >
        {paths.forgotPassword ? (
          <Link href={paths.forgotPassword} className="lk-button lk-button-primary">
            {resetPassword.again}
          </Link>
        ) : null}
      </Card>
    );
  }
  return (
    <Card title={resetPassword.title} subtitle={resetPassword.subtitle} className={className}>
      <NewPassword token={known} onOutcome={setOutcome} />
    </Card>
  );
}

interface NewPasswordProps {
  readonly token: string;
  onOutcome(outcome: "done" | "refused"): void;
}

function NewPassword({ token, onOutcome }: NewPasswordProps): ReactElement {
  const client = useAuthClient();
  const { texts } = useAuthUi();
  const { refetch } = client.useSession();
  const form = useForm(async (values) => {
    const result = await client.resetPassword({ newPassword: textOf(values, "newPassword"), token });
    if (result.error?.code === "INVALID_TOKEN") onOutcome("refused");
    if (result.error) return result;
    onOutcome("done");
    // Whoever was signed in here is not any more, most likely.
    void refetch();
    return result;
  }, fieldOf);
  return (
    <form className="lk-form" onSubmit={form.onSubmit} noValidate>
      {form.problem ? <Alert tone="error">{form.problem}</Alert> : null}
      <PasswordField
        label={texts.newPassword}
        name="newPassword"
        autoComplete="new-password"
        required
        hint={texts.signUp.passwordHint}
        error={form.fieldErrors.newPassword}
      />
      <Button type="submit" busy={form.busy}>
        {texts.resetPassword.submit}
      </Button>
    </form>
  );
}
