/** Finds out whether a sign-in method is the user's only one. */

import type { Capabilities } from "@latchkey/client/capabilities";
import { useAuthClient } from "@latchkey/react";
import { useQuery } from "../primitives/use-query.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { useAccountState } from "./account-state.ts";
import { isPlaceholder } from "./change-email-dialog.tsx";
import type { ListedAccount } from "./connection-list.ts";

interface UserWithMethods {
  readonly email: string;
  readonly emailVerified: boolean;
  /** In an app with phone numbers. */
  readonly phoneNumber?: string | null;
}

/**
 * Whether a passkey or number that can be removed is the last way to sign in, as far as the client can tell. The server decides.
 * Asks for the connected accounts only if nothing else is known.
 *
 * @param isOnlyOne whether the user has one of its kind
 * @param kind what's asked about
 */
export function useIsLastMethod(isOnlyOne: boolean, kind: "passkey" | "phone" = "passkey"): boolean {
  const client = useAuthClient();
  const capabilities = useCapabilities();
  const user = client.useSession().data?.user as UserWithMethods | undefined;
  const { data: state } = useAccountState();
  const others = kind === "passkey" ? user?.phoneNumber : (state?.passkeys ?? 0) > 0;
  const mayBeLast =
    isOnlyOne && user !== undefined && state?.hasPassword === false && !others && !canRecover(capabilities, user);
  const linked = useQuery<readonly ListedAccount[]>("/list-accounts", mayBeLast ? "accounts" : null, () =>
    client.listAccounts(),
  );
  return mayBeLast && linked.data !== null && linked.data.length === 0;
}

/** Whether the user can get back in with an email. */
function canRecover(capabilities: Capabilities | null | undefined, { email, emailVerified }: UserWithMethods): boolean {
  if (!emailVerified || isPlaceholder(email)) return false;
  if (!capabilities) return true;
  const { signIn, password } = capabilities;
  return signIn.magicLink || signIn.emailCode !== null || password?.reset === true;
}
