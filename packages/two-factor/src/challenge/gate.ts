/** The gate: whoever has a second factor gets no session before it is proven, whatever the way of signing in. */

import type { Adapter } from "@latchkey/core/database";
import {
  type Challenge,
  type Gate,
  mintToken,
  type RequestContext,
  type SignInAttempt,
  setSigned,
  storeToken,
} from "@latchkey/core/plugin";
import type { TwoFactorMethod } from "../contract.ts";
import type { TwoFactorSettings } from "../options.ts";
import { emptyRow } from "../row.ts";
import { type TwoFactorRow, twoFactorTable, type UserWithTwoFactor } from "../tables.ts";
import { comesFromTrustedDevice } from "../trusted-devices/trust.ts";
import { twoFactorProof } from "./proofs.ts";
import { challengeCookie, challengeData, challengeToken } from "./token.ts";

/** At most three statements: the row, the trusted device, the challenge. None for whoever has no second factor. */
export function twoFactorGate(settings: TwoFactorSettings): Gate {
  return {
    name: "twoFactor",
    kind: "challenge",
    async check(attempt, context) {
      const user = attempt.user as unknown as UserWithTwoFactor;
      if (!user.twoFactorEnabled || attempt.proofs[twoFactorProof] !== undefined) return undefined;
      if (await comesFromTrustedDevice(attempt.db, context, user, settings.trustFor)) return undefined;
      return ask(attempt, context, settings, user);
    },
  };
}

async function ask(
  attempt: SignInAttempt,
  context: RequestContext,
  settings: TwoFactorSettings,
  user: UserWithTwoFactor,
): Promise<Challenge> {
  const { db } = attempt;
  const row = (await db.findOne(twoFactorTable, { where: { id: user.id } })) ?? (await mend(db, context, user));
  const about = { subject: user.id, userId: user.id, data: challengeData(attempt) };
  const minted = mintToken(context, challengeToken, about);
  await storeToken(db, minted);
  setSigned(context, challengeCookie, minted.token, challengeToken.expiresIn);
  return { answer: { twoFactorRedirect: true, twoFactorMethods: methodsOf(settings, row) } };
}

/** The user says enabled and there is no row: half a write, or half a restore. Nobody is waved through for that. */
async function mend(db: Adapter, context: RequestContext, { id }: UserWithTwoFactor): Promise<TwoFactorRow> {
  context.log.error("A user has a second factor and no row for it", { userId: id });
  const row = emptyRow(id, context.now());
  await db.insert(twoFactorTable, row);
  return row;
}

/** By what the sign-in can be finished, beside backup codes. */
export function methodsOf(settings: TwoFactorSettings, row: TwoFactorRow): readonly TwoFactorMethod[] {
  const methods: TwoFactorMethod[] = [];
  if (row.secret !== null && settings.totp.enabled) methods.push("totp");
  if (takesSentCodes(settings, row)) methods.push("otp");
  return methods;
}

/** Whether a sent code proves the second factor of this user. Where nothing else is left, it does. */
export function takesSentCodes({ otp }: TwoFactorSettings, row: TwoFactorRow): boolean {
  return otp.send !== null && (otp.fallback || row.otp || row.secret === null);
}
