/** The card for changing the password. */

import { useAuthClient } from "@latchkey/react";
import { type ReactElement, useState } from "react";
import { Alert, ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Card } from "../primitives/card.tsx";
import { Checkbox } from "../primitives/checkbox.tsx";
import { PasswordField } from "../primitives/field.tsx";
import { LoginHint } from "../primitives/login-hint.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { type SignedInUser, WithUser } from "../session-gate/with-user.tsx";
import { NewPasswordField } from "../sign-up/new-password-field.tsx";

/** Props of `PasswordCard`. */
export interface PasswordCardProps {
  readonly className?: string;
}

const fieldByErrorCode = {
  INVALID_PASSWORD: "currentPassword",
  PASSWORD_TOO_SHORT: "newPassword",
  PASSWORD_TOO_LONG: "newPassword",
  PASSWORD_TOO_OBVIOUS: "newPassword",
};

/** Lets users change their password. Renders nothing if no one is signed in. */
export function PasswordCard({ className }: PasswordCardProps): ReactElement {
  return <WithUser>{(user) => <Password user={user} className={className} />}</WithUser>;
}

interface PasswordProps {
  readonly user: SignedInUser;
  readonly className: string | undefined;
}

function Password({ user, className }: PasswordProps): ReactElement {
  const client = useAuthClient();
  const { texts, paths, Link } = useAuthUi();
  const [done, setDone] = useState({ count: 0, text: "" });
  const form = useForm(async (values) => {
    setDone(({ count }) => ({ count, text: "" }));
    const revokeOtherSessions = values.has("others");
    const result = await client.changePassword({
      currentPassword: textOf(values, "currentPassword"),
      newPassword: textOf(values, "newPassword"),
      revokeOtherSessions,
    });
    if (result.error) return result;
    const text = revokeOtherSessions ? texts.changePassword.doneEverywhere : texts.changePassword.done;
    setDone(({ count }) => ({ count: count + 1, text }));
    return result;
  }, fieldByErrorCode);
  const footer = paths.forgotPassword ? (
    <Link href={paths.forgotPassword} className="lk-link">
      {texts.signIn.toForgotPassword}
    </Link>
  ) : null;
  return (
    <Card wide title={texts.changePassword.title} footer={footer} className={className}>
      {done.text ? (
        <Alert tone="success" focusOnMount>
          {done.text}
        </Alert>
      ) : null}
      {/* A new key clears the form after the change. */}
      <form className="lk-form" key={done.count} onSubmit={form.onSubmit} noValidate>
        <ErrorAlert error={form.problem} />
        <LoginHint email={user.email} />
        <PasswordField
          label={texts.currentPassword}
          name="currentPassword"
          autoComplete="current-password"
          required
          error={form.fieldErrors.currentPassword}
        />
        <NewPasswordField
          label={texts.newPassword}
          name="newPassword"
          ownNames={[user.email]}
          error={form.fieldErrors.newPassword}
        />
        <Checkbox name="others" label={texts.changePassword.others} defaultChecked />
        <Button type="submit" variant="secondary" busy={form.busy}>
          {texts.changePassword.submit}
        </Button>
      </form>
    </Card>
  );
}
