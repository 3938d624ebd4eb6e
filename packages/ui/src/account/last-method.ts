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
  /** Only in apps with phone numbers. */
  readonly phoneNumber?: string | null;
}

/**
 * Whether a passkey or phone number is the user's last sign-in method, as far as the client can tell. The server
 * decides. Loads the connected accounts only if there seems to be no other method.
 *
 * @param isOnlyOne whether the user has no other method of this kind
 */
export function useIsLastMethod(isOnlyOne: boolean, kind: "passkey" | "phone" = "passkey"): boolean {
  const client = useAuthClient();
  const capabilities = useCapabilities();
  const user = client.useSession().data?.user as UserWithMethods | undefined;
  const { data: state } = useAccountState();
  const others = kind === "passkey" ? user?.phoneNumber : (state?.passkeys ?? 0) > 0;
  const mayBeLast =
    isOnlyOne && user !== undefined && state?.hasPassword === false && !others && !canRecover(capabilities, user);
  const accounts = useQuery<readonly ListedAccount[]>("/list-accounts", mayBeLast ? "accounts" : null, () =>
    client.listAccounts(),
  );
  return mayBeLast && accounts.data !== null && accounts.data.length === 0;
}

/** Whether the user can sign in again with the help of an email. */
function canRecover(capabilities: Capabilities | null | undefined, { email, emailVerified }: UserWithMethods): boolean {
  if (!emailVerified || isPlaceholder(email)) return false;
  if (!capabilities) return true;
  const { signIn, password } = capabilities;
  return signIn.magicLink || signIn.emailCode !== null || password?.reset === true;
}
