/** The page for password reset links. */

import { useAuthClient } from "@latchkey/react";
import { type ReactElement, useState } from "react";
import { ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Card } from "../primitives/card.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useSearchParams } from "../primitives/use-search-params.ts";
import { useAuthUi } from "../provider/context.ts";
import { NewPasswordField } from "../sign-up/new-password-field.tsx";

/** Props of `ResetPassword`. */
export interface ResetPasswordProps {
  readonly className?: string;
  /** Token of the link. Default: the `token` in `search`. */
  readonly token?: string;
  /** Query string with the link's `?token=` or `?error=`. Default: the current page's query. */
  readonly search?: string;
}

const fieldByErrorCode = {
  PASSWORD_TOO_SHORT: "newPassword",
  PASSWORD_TOO_LONG: "newPassword",
  PASSWORD_TOO_OBVIOUS: "newPassword",
};

/** The form for a new password, on the page that the reset link leads to. */
export function ResetPassword({ className, token, search }: ResetPasswordProps): ReactElement {
  const { texts, paths, Link } = useAuthUi();
  const query = useSearchParams(search);
  const [outcome, setOutcome] = useState<"done" | "refused" | null>(null);
  const known = token ?? query?.get("token");
  const { resetPassword } = texts;
  if (outcome === "done") {
    return (
      <Card
        key="done"
        focusOnMount
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
        focusOnMount={wasRefused}
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
    // A password reset most likely ended this browser's session.
    void refetch();
    return result;
  }, fieldByErrorCode);
  return (
    <form className="lk-form" onSubmit={form.onSubmit} noValidate>
      <ErrorAlert error={form.problem} />
      <NewPasswordField label={texts.newPassword} name="newPassword" error={form.fieldErrors.newPassword} />
      <Button type="submit" busy={form.busy}>
        {texts.resetPassword.submit}
      </Button>
    </form>
  );
}
