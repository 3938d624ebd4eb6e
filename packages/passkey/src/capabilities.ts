/** What the plugin tells screens: about the app, and about the caller's account. */

import type { CapabilitiesPart, RequestContext } from "@latchkey/core/plugin";
import type { PasskeyAccountState, PasskeyPluginCapabilities } from "./contract.ts";
import type { PasskeySettings } from "./options.ts";
import { countPasskeys } from "./store.ts";
import { maxNameLength, maxPasskeys } from "./tables.ts";

/** Returns the plugin's part of `GET /capabilities`. */
export function describePasskeys(
  { signUp, secondFactor }: PasskeySettings,
  isCallable: (id: string) => boolean,
): CapabilitiesPart {
  const canSignIn = isCallable("generatePasskeyAuthenticationOptions") && isCallable("verifyPasskeyAuthentication");
  const canSignUp =
    signUp !== false && isCallable("generatePasskeySignUpOptions") && isCallable("verifyPasskeyRegistration");
  const plugin: PasskeyPluginCapabilities = { max: maxPasskeys, maxNameLength, signUpEmail: signUp === "email" };
  return {
    signIn: { passkey: canSignIn ? { autofill: true, signUp: canSignUp, secondFactor } : null },
    signUpWays: canSignUp ? ["passkey"] : [],
    plugin,
  };
}

/** Returns the plugin's part of `GET /account-state`. One query. */
export async function describeOwnPasskeys({ db }: RequestContext, userId: string): Promise<PasskeyAccountState> {
  return { passkeys: await countPasskeys(db, userId) };
}
