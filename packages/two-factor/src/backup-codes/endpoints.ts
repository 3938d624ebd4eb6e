/** Endpoints for backup codes. */

import type { Transaction } from "@latchkey/core/database";
import {
  defineEndpoint,
  denyImpersonation,
  type EndpointOf,
  fail,
  type InputField,
  input,
  notifyUser,
  presentUser,
  type RequestContext,
  recordAudit,
  requireSession,
  rotateSession,
  syncSessionCookies,
} from "@latchkey/core/plugin";
import { literal, number, object } from "@latchkey/core/shapes";
import { type ConsumeCode, completeVerification, consumePausedSignIn } from "../complete-verification.ts";
import type { TwoFactorCalls, VerifyBackupCodeInput } from "../contract.ts";
import { twoFactorErrors } from "../errors.ts";
import { checkLock, clearedFailures, hasFailures, rejectCode, whereUnlocked } from "../lockout.ts";
import type { TwoFactorSettings } from "../options.ts";
import { backupCodesOutput, verifiedBackupCodeOutput } from "../outputs.ts";
import { reauthErrors, reauthenticate, reauthInput, tokenForBearer } from "../reauthenticate.ts";
import { backupCodeTable, twoFactorTable } from "../tables.ts";
import { requireSessionOrPausedSignIn } from "../verification-subject.ts";
import { consumeBackupCode, countBackupCodes, findCode, generateCodes, removeOtherCodes } from "./store.ts";

/** Replaces the user's backup codes with new ones. */
export const generateBackupCodes: EndpointOf<TwoFactorCalls["generateBackupCodes"]> = defineEndpoint({
  method: "POST",
  path: "/two-factor/generate-backup-codes",
  summary: "Generate new backup codes",
  isSensitive: true,
  changes: ["session"],
  input: reauthInput,
  output: backupCodesOutput,
  guards: [requireSession, denyImpersonation],
  errors: { ...reauthErrors, TWO_FACTOR_NOT_ENABLED: twoFactorErrors.TWO_FACTOR_NOT_ENABLED },
  queryBudget: 6,
  rateLimit: { window: 10, max: 3 },
  async handle({ password }, context) {
    const { session, user } = context;
    if (!(user as { twoFactorEnabled?: boolean }).twoFactorEnabled) fail(twoFactorErrors, "TWO_FACTOR_NOT_ENABLED");
    const active = { session, user };
    await reauthenticate(context, active, password);
    const generated = await generateCodes(context, user.id);
    const rotated = await context.db.transaction(async (tx) => {
      const now = context.now();
      const set = { codes: generated.batch, pendingCodes: null, factorsChangedAt: now, updatedAt: now };
      const changed = await tx.update(twoFactorTable, { where: { id: user.id }, set });
      if (changed === 0) fail(twoFactorErrors, "TWO_FACTOR_NOT_ENABLED");
      await removeOtherCodes(tx, user.id, null);
      await tx.insertMany(backupCodeTable, generated.rows);
      await recordAudit(tx, context, { action: "two-factor.backup-codes.create", actorId: user.id, userId: user.id });
      await notifyUser(tx, context, user.id, "backup-codes-replaced");
      return rotateSession(tx, context, active);
    });
    syncSessionCookies(context, rotated.active, rotated.token);
    return { status: true, ...tokenForBearer(context, rotated.token), backupCodes: generated.codes };
  },
});

/** Accepts `xxxxx-xxxxx`. Spaces are ignored, and the dash is optional. */
const backupCodeInput: InputField<string> = input.check(
  input.convert(input.text({ max: 64 }), (typed) =>
    typed.replace(/\s/g, "").replace(/^([A-Za-z0-9]{5})([A-Za-z0-9]{5})$/, "$1-$2"),
  ),
  (typed) => /^[A-Za-z0-9]{5}-[A-Za-z0-9]{5}$/.test(typed),
  "must look like xxxxx-xxxxx",
);

const verifyInput: InputField<VerifyBackupCodeInput> = input.object({
  code: backupCodeInput,
  trustDevice: input.optional(input.flag),
  disableSession: input.optional(input.flag),
});

/** Verifies a backup code and consumes it. It works in place of any other factor. */
export function verifyBackupCode(settings: TwoFactorSettings): EndpointOf<TwoFactorCalls["verifyBackupCode"]> {
  const { ACCOUNT_TEMPORARILY_LOCKED, INVALID_BACKUP_CODE, BACKUP_CODES_NOT_ENABLED } = twoFactorErrors;
  return defineEndpoint({
    method: "POST",
    path: "/two-factor/verify-backup-code",
    summary: "Verify a backup code",
    changes: ["session", "trustedDevices"],
    input: verifyInput,
    output: verifiedBackupCodeOutput,
    stages: ["signIn"],
    guards: [requireSessionOrPausedSignIn, denyImpersonation],
    errors: { ACCOUNT_TEMPORARILY_LOCKED, INVALID_BACKUP_CODE, BACKUP_CODES_NOT_ENABLED },
    queryBudget: 7,
    rateLimit: { window: 10, max: 3 },
    originCheck: "always",
    async handle({ code, trustDevice: trust = false, disableSession = false }, context) {
      const { subject } = context;
      const found = await findCode(context, subject.userId, code);
      if (!found) {
        await requireBackupCodes(context, subject.userId);
        return rejectCode(context, settings, subject, "INVALID_BACKUP_CODE");
      }
      checkLock(context, subject, found.row);
      const consume: ConsumeCode = async (tx) => {
        if (!(await consumeBackupCode(tx, found.id))) return null;
        if (hasFailures(subject, found.row)) {
          // Clear earlier failures. The query budget doesn't include this, because usually there are none.
          const where = whereUnlocked(context, subject, { id: subject.userId });
          if ((await tx.update(twoFactorTable, { where, set: clearedFailures(subject) })) === 0) return null;
        }
        await recordBackupCodeUse(tx, context, subject.userId);
        return {};
      };
      if (subject.kind === "challenge" && disableSession) {
        const user = await consumePausedSignIn(context, subject, consume);
        if (user) return { user: presentUser(context, user) };
        return rejectCode(context, settings, subject, "INVALID_BACKUP_CODE");
      }
      const accepted = await completeVerification(context, subject, {
        settings,
        kind: "backup-code",
        consume,
        trustDevice: trust,
      });
      return accepted ?? rejectCode(context, settings, subject, "INVALID_BACKUP_CODE");
    },
  });
}

/** Notifies the user, because attackers with a stolen password often try to get backup codes next. */
async function recordBackupCodeUse(tx: Transaction, context: RequestContext, userId: string): Promise<void> {
  await recordAudit(tx, context, { action: "two-factor.backup-code.use", actorId: userId, userId });
  await notifyUser(tx, context, userId, "backup-code-used");
}

async function requireBackupCodes({ db }: RequestContext, userId: string): Promise<void> {
  const row = await db.findOne(twoFactorTable, { where: { id: userId }, columns: ["id", "codes"] });
  if (!row?.codes) fail(twoFactorErrors, "BACKUP_CODES_NOT_ENABLED");
}

/** Returns how many codes are left. The codes themselves are stored only as hashes. */
export const viewBackupCodes: EndpointOf<TwoFactorCalls["viewBackupCodes"]> = defineEndpoint({
  method: "POST",
  path: "/two-factor/view-backup-codes",
  summary: "Count remaining backup codes",
  serverOnly: true,
  input: input.object({ userId: input.id }),
  output: object({ status: literal(true), remaining: number }),
  errors: { BACKUP_CODES_NOT_ENABLED: twoFactorErrors.BACKUP_CODES_NOT_ENABLED },
  queryBudget: 2,
  async handle({ userId }, { db }) {
    const row = await db.findOne(twoFactorTable, { where: { id: userId }, columns: ["id", "userId", "codes"] });
    if (!row?.codes) return fail(twoFactorErrors, "BACKUP_CODES_NOT_ENABLED");
    return { status: true, remaining: await countBackupCodes(db, row) };
  },
});
