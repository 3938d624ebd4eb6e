/** The browser's accounts above the sign-in form, for when none of them is active. */

import type { ClientError } from "@latchkey/react";
import { type ReactElement, useState } from "react";
import { ErrorAlert } from "../primitives/alert.tsx";
import { IconButton } from "../primitives/button.tsx";
import { Icon } from "../primitives/icons.tsx";
import { useSlots } from "../provider/appearance.tsx";
import { useAuthUi } from "../provider/context.ts";
import type { SignInTopProps } from "../provider/sign-in-method.ts";
import { useCanCall } from "../provider/use-can-call.ts";
import { fill } from "../texts/texts.ts";
import { AccountName } from "./account-items.tsx";
import { useMultiSessionClient, useMultiSessionUi, useOtherAccounts } from "./ui.ts";

/** Renders nothing if the browser has no other account. It never switches to an account on its own. */
export function ChooseAccount({ onSignedIn }: SignInTopProps): ReactElement | null {
  const client = useMultiSessionClient();
  const { texts: all } = useAuthUi();
  const { texts } = useMultiSessionUi();
  const slot = useSlots();
  const accounts = useOtherAccounts();
  const [error, setError] = useState<ClientError | null>(null);
  const canSwitch = useCanCall()("/multi-session/set-active") !== false;
  if (accounts.length === 0 || !canSwitch) return null;
  const select = async (sessionToken: string): Promise<void> => {
    const result = await client.multiSession.setActive({ sessionToken });
    setError(result.error);
    if (result.data) onSignedIn();
  };
  const remove = async (sessionToken: string): Promise<void> => {
    const result = await client.multiSession.revoke({ sessionToken });
    setError(result.error);
  };
  return (
    <>
      <ErrorAlert error={error} />
      <ul className="lk-list" aria-label={texts.choose}>
        {accounts.map((account) => {
          const { session, user } = account;
          return (
            <li key={session.token} className="lk-list-row">
              <button type="button" className="lk-account-choice" onClick={() => void select(session.token)}>
                <AccountName account={account} />
              </button>
              <IconButton
                path="/multi-session/revoke"
                label={fill(texts.signOutOf, { name: user.name || user.email })}
                icon={<Icon name="log-out" />}
                onClick={() => void remove(session.token)}
              />
            </li>
          );
        })}
      </ul>
      <p {...slot("divider", "lk-divider")}>{all.social.or}</p>
    </>
  );
}
