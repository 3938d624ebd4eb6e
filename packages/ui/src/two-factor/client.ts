/** What the screens call. */

import { type AnyReactClient, useAuthClient } from "@latchkey/react";
import type { TwoFactorCalls, TwoFactorClient as TwoFactorClientCalls } from "@latchkey/two-factor";

/** A client of an app with second factors. */
export type TwoFactorClient = AnyReactClient & TwoFactorClientCalls<TwoFactorCalls>;

export const useTwoFactorClient = (): TwoFactorClient => useAuthClient<TwoFactorClient>();

/** Whether signing in asks this user for more. */
export function isTwoFactorEnabled(user: object | undefined): boolean {
  return (user as { readonly twoFactorEnabled?: boolean | null } | undefined)?.twoFactorEnabled === true;
}
