/** What an admin can do about a user's sign-in methods. */

import { type ReactElement, useState } from "react";
import { Button } from "../../primitives/button.tsx";
import { Row, Rows } from "../../primitives/row.tsx";
import { Section } from "../../primitives/section.tsx";
import { useToast } from "../../primitives/toast.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { useCapabilities } from "../../provider/use-capabilities.ts";
import { errorText, fill } from "../../texts/texts.ts";
import { type UserAction, useAdminAccess } from "../access.tsx";
import { type ManagedUser, useAdminClient } from "../client.ts";
import { useAdminUi } from "../plugin.tsx";
import type { StartCommand, UserCommand } from "../user-command.ts";

/** Props for `UserSecurity`. */
export interface UserSecurityProps {
  readonly user: ManagedUser;
  readonly onCommand: StartCommand;
}

/** The password, two-factor authentication, and bans. Renders nothing if the admin can't use any of them. */
export function UserSecurity({ user, onCommand }: UserSecurityProps): ReactElement | null {
  const access = useAdminAccess();
  const capabilities = useCapabilities();
  const { ban, password, twoFactor, user: words } = useAdminUi().texts;
  const command = (action: UserAction & UserCommand, label: string, isDestructive = false): ReactElement => (
    <Button
      variant={isDestructive ? "destructive" : "secondary"}
      size="small"
      onClick={(event) => onCommand(action, [user], event.currentTarget)}
    >
      {label}
    </Button>
  );
  const isSelf = user.id === access.selfId;
  // The call then needs a CAPTCHA, which only the user's own form has.
  const needsCaptcha = capabilities?.captcha?.paths.includes("/forget-password") ?? false;
  const canReset = Boolean(capabilities?.password?.reset) && !isSelf && !needsCaptcha;
  const canSet = Boolean(capabilities?.password) && access.canDo("setPassword", user);
  const canResetFactors =
    Boolean(capabilities?.plugins["two-factor"]) &&
    Boolean(user.twoFactorEnabled) &&
    access.canDo("resetTwoFactor", user);
  const canBan = access.canDo("ban", user);
  const canUnban = access.canDo("unban", user);
  if (!canReset && !canSet && !canResetFactors && !canBan && !canUnban) return null;
  return (
    <Section title={words.security}>
      <Rows>
        {canReset ? <ResetRow user={user} /> : null}
        {canSet ? <Row label={password.title} value={null} actions={command("setPassword", password.open)} /> : null}
        {canResetFactors ? (
          <Row label={twoFactor.title} value={null} actions={command("resetTwoFactor", twoFactor.reset)} />
        ) : null}
        {canBan ? <Row label={words.access} value={null} actions={command("ban", ban.ban, true)} /> : null}
        {canUnban ? <Row label={words.access} value={null} actions={command("unban", ban.unban)} /> : null}
      </Rows>
    </Section>
  );
}

/** Sends the email that "Forgot password?" sends. */
function ResetRow({ user }: { readonly user: ManagedUser }): ReactElement {
  const client = useAdminClient();
  const show = useToast();
  const { texts, paths } = useAuthUi();
  const { password } = useAdminUi().texts;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const send = async (): Promise<void> => {
    setBusy(true);
    const result = await client.forgetPassword({ email: user.email, redirectTo: paths.resetPassword });
    setBusy(false);
    setError(result.error ? errorText(texts, result.error) : null);
    if (!result.error) show({ text: fill(password.resetSent, { email: user.email }) });
  };
  return (
    <Row
      label={password.reset}
      value={null}
      error={error}
      actions={
        <Button variant="secondary" size="small" busy={busy} onClick={() => void send()}>
          {password.sendReset}
        </Button>
      }
    />
  );
}
