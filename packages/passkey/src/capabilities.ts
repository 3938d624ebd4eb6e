/** What the plugin tells the UI about the app and the caller's account. */

import type { CapabilitiesPart, RequestContext, UserRow } from "@latchkey/core/plugin";
import { countBackupCodes } from "./backup-codes/codes.ts";
import type { PasskeyAccountState, PasskeyPluginCapabilities } from "./contract.ts";
import type { PasskeySettings } from "./options.ts";
import { hasPlaceholderEmail } from "./registration/sign-up.ts";
import { countPasskeys } from "./store.ts";
import { maxNameLength, maxPasskeys } from "./tables.ts";

/** Returns the plugin's part of `GET /capabilities`. */
export function describePasskeys(
  { signUp, secondFactor, resolveUser }: PasskeySettings,
  isCallable: (id: string) => boolean,
): CapabilitiesPart {
  const canSignIn = isCallable("generatePasskeyAuthenticationOptions") && isCallable("verifyPasskeyAuthentication");
  const canSignUp =
    signUp !== false && isCallable("generatePasskeySignUpOptions") && isCallable("verifyPasskeyRegistration");
  const canRecover = isCallable("generatePasskeyRecoveryOptions") && isCallable("verifyPasskeyRecovery");
  const plugin: PasskeyPluginCapabilities = {
    max: maxPasskeys,
    maxNameLength,
    signUpEmail: signUp === "email",
    backupCodes: canRecover && (signUp === "without-email" || resolveUser !== null),
  };
  return {
    signIn: { passkey: canSignIn ? { autofill: true, signUp: canSignUp, secondFactor } : null },
    signUpWays: canSignUp ? ["passkey"] : [],
    plugin,
  };
}

/** Returns the plugin's part of `GET /account-state`. Sends one query, or two for users without an email. */
export async function describeOwnPasskeys(
  context: RequestContext,
  user: Pick<UserRow, "id" | "email">,
): Promise<PasskeyAccountState> {
  const { db } = context;
  return {
    passkeys: await countPasskeys(db, user.id),
    passkeyBackupCodes: hasPlaceholderEmail(user) ? await countBackupCodes(db, context, user.id) : null,
  };
}
