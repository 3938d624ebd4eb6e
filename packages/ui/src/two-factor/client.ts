/** The calls that the two-factor components use. */

import { type AnyReactClient, useAuthClient } from "@latchkey/react";
import type { TwoFactorCalls, TwoFactorClient as TwoFactorClientCalls } from "@latchkey/two-factor";

/** A client of an app with two-factor authentication. */
export type TwoFactorClient = AnyReactClient & TwoFactorClientCalls<TwoFactorCalls>;

export const useTwoFactorClient = (): TwoFactorClient => useAuthClient<TwoFactorClient>();

/** Whether this user must pass 2FA to sign in. */
export function isTwoFactorEnabled(user: object | undefined): boolean {
  return (user as { readonly twoFactorEnabled?: boolean | null } | undefined)?.twoFactorEnabled === true;
}
