/** The calls that the two-factor components use. */

import { type AnyReactClient, useAuthClient } from "@latchkey/react";
import type { TwoFactorCalls, TwoFactorClient as TwoFactorClientCalls } from "@latchkey/two-factor";
import { MissingSetup } from "../provider/setup-boundary.tsx";

/** A client of an app with two-factor authentication. */
export type TwoFactorClient = AnyReactClient & TwoFactorClientCalls<TwoFactorCalls>;

/**
 * @throws {MissingSetup} if the client lacks `twoFactorClient()`. Some of its calls would use the wrong HTTP method.
 */
export function useTwoFactorClient(): TwoFactorClient {
  const client = useAuthClient<TwoFactorClient>();
  if (!Object.hasOwn(client.$stores, "trustedDevices")) {
    throw new MissingSetup(
      "Two-factor components need twoFactorClient() in createAuthClient({ plugins: […] }).",
      'import { twoFactorClient } from "@latchkey/two-factor/client";',
    );
  }
  return client;
}

/** Whether this user must pass 2FA to sign in. */
export function isTwoFactorEnabled(user: object | undefined): boolean {
  return (user as { readonly twoFactorEnabled?: boolean | null } | undefined)?.twoFactorEnabled === true;
}
