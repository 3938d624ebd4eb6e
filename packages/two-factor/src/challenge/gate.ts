/** The gate that asks for a second factor before any session is created, regardless of the sign-in method. */

import type { Adapter } from "@latchkey/core/database";
import {
  type Challenge,
  type Gate,
  type RequestContext,
  type SignInAttempt,
  secondFactorsOf,
  stopSignIn,
} from "@latchkey/core/plugin";
import type { TwoFactorMethod } from "../contract.ts";
import type { TwoFactorSettings } from "../options.ts";
import { newTwoFactorRow } from "../row.ts";
import { type TwoFactorRow, twoFactorTable, type UserWithTwoFactor } from "../tables.ts";
import { renewDeviceTrust } from "../trusted-devices/trust.ts";
import { twoFactorProof } from "./proofs.ts";

/** The plugin's id. */
export const pluginId = "two-factor";

/**
 * Sends no queries for users without 2FA. Otherwise, sends at most three (trusted device, row, challenge), or four if
 * the row is missing, plus those of other plugins with second factors.
 */
export function twoFactorGate(settings: TwoFactorSettings): Gate {
  return {
    name: "twoFactor",
    kind: "challenge",
    appliesTo: (user) => (user as UserWithTwoFactor).twoFactorEnabled === true,
    async check(attempt, context) {
      const user = attempt.user as UserWithTwoFactor;
      if (attempt.proofs[twoFactorProof] !== undefined) return undefined;
      if (await renewDeviceTrust(attempt.db, context, user, settings.trustDeviceMaxAge)) return undefined;
      return createChallenge(attempt, context, settings, user);
    },
  };
}

async function createChallenge(
  attempt: SignInAttempt,
  context: RequestContext,
  settings: TwoFactorSettings,
  user: UserWithTwoFactor,
): Promise<Challenge> {
  const { db } = attempt;
  const row =
    (await db.findOne(twoFactorTable, { where: { id: user.id } })) ?? (await repairMissingRow(db, context, user));
  const others = await secondFactorsOf(context, db, user.id, attempt.proofs, pluginId);
  return stopSignIn(attempt, context, [...methodsOf(settings, row), ...others]);
}

/**
 * Creates the missing row of a user who has 2FA enabled, for example after a partial restore. If the challenge were
 * skipped, anyone with the password could sign in.
 */
async function repairMissingRow(
  db: Adapter,
  context: RequestContext,
  { id }: UserWithTwoFactor,
): Promise<TwoFactorRow> {
  context.log.error("A user has a second factor and no row for it", { userId: id });
  const row = newTwoFactorRow(id, context.now());
  await db.insert(twoFactorTable, row);
  return row;
}

/** Returns the methods that can finish the sign-in. Backup codes aren't listed, because they always can. */
export function methodsOf(settings: TwoFactorSettings, row: TwoFactorRow): readonly TwoFactorMethod[] {
  const methods: TwoFactorMethod[] = [];
  if (row.secret !== null && settings.totp.enabled) methods.push("totp");
  if (acceptsOtp(settings, row)) methods.push("otp");
  return methods;
}

/** Whether a sent code counts as this user's second factor. It always does if the user has no authenticator app. */
export function acceptsOtp({ otp }: TwoFactorSettings, row: TwoFactorRow): boolean {
  return otp.send !== null && (otp.fallback || row.otp || row.secret === null);
}
