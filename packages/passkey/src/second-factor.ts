/** Passkeys as a second factor. */

import type { Adapter } from "@latchkey/core/database";
import { type Gate, type SecondFactorUser, secondFactorsOf, stopSignIn } from "@latchkey/core/plugin";
import type { PasskeySettings } from "./options.ts";
import { countPasskeys } from "./store.ts";

/** The plugin's id, and the name of its factor. */
export const pluginId = "passkey";

/** Returns the factor if the user has a passkey, unless the sign-in started with one. Sends at most one query. */
export async function findPasskeyFactor(
  db: Adapter,
  { id, proofs }: SecondFactorUser,
  { secondFactor }: PasskeySettings,
): Promise<readonly string[]> {
  if (secondFactor === "disabled" || proofs.passkey !== undefined) return [];
  return (await countPasskeys(db, id)) > 0 ? [pluginId] : [];
}

/**
 * Asks users with a passkey for a second factor, even if they didn't turn on two-factor authentication. Sends one query
 * for each sign-in without a second factor, because the user's row doesn't say whether there's a passkey.
 */
export const passkeyGate: Gate = {
  name: pluginId,
  kind: "challenge",
  async check(attempt, context) {
    const { user, proofs, db } = attempt;
    const id = String(user.id);
    if (proofs["two-factor"] !== undefined || (await countPasskeys(db, id)) === 0) return undefined;
    const own = proofs.passkey === undefined ? [pluginId] : [];
    return stopSignIn(attempt, context, [...own, ...(await secondFactorsOf(context, db, id, proofs, pluginId))]);
  },
};
