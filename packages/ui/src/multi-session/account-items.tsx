/** The browser's other accounts in the user menu. */

import { DropdownMenu } from "radix-ui";
import { Fragment, type ReactElement, useState } from "react";
import { Avatar } from "../primitives/avatar.tsx";
import { MenuItem, MenuSeparator } from "../primitives/menu.tsx";
import { MenuProblem } from "../primitives/menu-problem.tsx";
import { useToast } from "../primitives/toast.tsx";
import { useAuthUi } from "../provider/context.ts";
import { currentPath, withRedirect } from "../provider/redirect.ts";
import type { SignOutItemsProps } from "../provider/sign-in-method.ts";
import { useCanCall } from "../provider/use-can-call.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { errorText, fill } from "../texts/texts.ts";
import { type DeviceAccount, useMultiSessionClient, useMultiSessionUi, useOtherAccounts } from "./ui.ts";

/** Menu items to switch to another account or add one. */
export function AccountItems(): ReactElement | null {
  const client = useMultiSessionClient();
  const { texts: all, paths, navigate } = useAuthUi();
  const { texts } = useMultiSessionUi();
  const toast = useToast();
  const accounts = useOtherAccounts();
  const maximum = useCapabilities()?.plugins["multi-session"]?.maximumSessions;
  const isFull = maximum !== undefined && accounts.length + 1 >= maximum;
  // Without these calls, users couldn't switch back to the account that they leave.
  const canSwitch = useCanCall()(["/multi-session/list-device-sessions", "/multi-session/set-active"]) !== false;
  const [problem, setProblem] = useState<{ readonly token: string; readonly text: string } | null>(null);
  const select = async ({ session, user }: DeviceAccount): Promise<void> => {
    setProblem(null);
    const { error } = await client.multiSession.setActive({ sessionToken: session.token });
    if (error) return setProblem({ token: session.token, text: errorText(all, error) });
    toast({ text: fill(texts.switched, { name: user.name || user.email }) });
    navigate(paths.home);
  };
  if (!canSwitch) return null;
  return (
    <>
      <MenuSeparator />
      {accounts.length > 0 ? (
        <DropdownMenu.Group aria-label={texts.others}>
          {accounts.map((account) => (
            <Fragment key={account.session.token}>
              <MenuItem
                onSelect={(event) => {
                  // The menu stays open until the switch is done, because it shows the error.
                  event.preventDefault();
                  void select(account);
                }}
              >
                <AccountName account={account} />
              </MenuItem>
              {problem?.token === account.session.token ? <MenuProblem>{problem.text}</MenuProblem> : null}
            </Fragment>
          ))}
        </DropdownMenu.Group>
      ) : null}
      {isFull ? null : (
        <MenuItem icon="plus" onSelect={() => navigate(withRedirect(paths.signIn, currentPath()))}>
          {texts.add}
        </MenuItem>
      )}
      <MenuSeparator />
    </>
  );
}

/** The picture, name, and email of an account. */
export function AccountName({ account: { user } }: { readonly account: DeviceAccount }): ReactElement {
  return (
    <>
      <Avatar name={user.name || user.email} image={user.image ?? null} />
      <span className="lk-list-text">
        <bdi className="lk-truncate">{user.name || user.email}</bdi>
        {user.name ? <bdi className="lk-note lk-truncate">{user.email}</bdi> : null}
      </span>
    </>
  );
}

/** Menu items to sign out of this account or of all accounts. */
export function SignOutItems({ onSignOut, onProblem }: SignOutItemsProps): ReactElement {
  const client = useMultiSessionClient();
  const { texts: all, paths, navigate } = useAuthUi();
  const { texts } = useMultiSessionUi();
  const others = useOtherAccounts();
  const currentSession = client.useSession().data?.session as { readonly token: string } | undefined;
  const canRevoke = useCanCall()("/multi-session/revoke") !== false;
  const endsAll = useCapabilities()?.plugins["multi-session"]?.signOutScope !== "current";
  // Without the call, users can only sign out of all accounts.
  const canEndOne = others.length === 0 || !endsAll || canRevoke;
  const revoke = async (tokens: readonly string[]): Promise<void> => {
    for (const sessionToken of tokens) {
      const { error } = await client.multiSession.revoke({ sessionToken });
      if (error) return onProblem(errorText(all, error));
    }
    const next = await client.getSession();
    navigate(next.data ? paths.home : paths.signIn);
  };
  const signOutOfThis = (event: Event): void => {
    if (others.length === 0 || !endsAll || !currentSession) {
      onSignOut(event);
      return;
    }
    event.preventDefault();
    void revoke([currentSession.token]);
  };
  const signOutOfAll = (event: Event): void => {
    if (endsAll || !currentSession) {
      onSignOut(event);
      return;
    }
    event.preventDefault();
    void revoke([...others.map(({ session }) => session.token), currentSession.token]);
  };
  return (
    <>
      {canEndOne ? (
        <MenuItem icon="log-out" onSelect={signOutOfThis}>
          {all.signOut}
        </MenuItem>
      ) : null}
      {others.length > 0 ? (
        <MenuItem icon="users" path={endsAll ? [] : "/multi-session/revoke"} onSelect={signOutOfAll}>
          {texts.signOutAll}
        </MenuItem>
      ) : null}
    </>
  );
}
