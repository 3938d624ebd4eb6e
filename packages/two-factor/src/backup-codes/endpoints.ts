/** Calls around backup codes. */

import type { Transaction } from "@latchkey/core/database";
import {
  defineEndpoint,
  type EndpointOf,
  fail,
  type InputField,
  input,
  presentUser,
  type RequestContext,
  recordAudit,
  requireInPerson,
  requireSession,
  rotateSession,
  showSession,
  tellOwner,
} from "@latchkey/core/plugin";
import { literal, number, object } from "@latchkey/core/shapes";
import { accept, type Spend, spendChallenge } from "../accept.ts";
import { requireSessionOrChallenge } from "../asker.ts";
import type { TwoFactorCalls, VerifyBackupCodeInput } from "../contract.ts";
import { twoFactorErrors } from "../errors.ts";
import { checkLock, cleared, hasFailures, refuseCode, unlocked } from "../failures.ts";
import type { TwoFactorSettings } from "../options.ts";
import { backupCodesOutput, verifiedBackupCodeOutput } from "../outputs.ts";
import { ownerErrors, ownerInput, proveOwner, tokenForBearer } from "../owner.ts";
import { backupCodeTable, twoFactorTable } from "../tables.ts";
import { findCode, makeCodes, removeOtherCodes, takeCode } from "./store.ts";

/** Makes new codes in place of the old ones. */
export const generateBackupCodes: EndpointOf<TwoFactorCalls["generateBackupCodes"]> = defineEndpoint({
  method: "POST",
  path: "/two-factor/generate-backup-codes",
  summary: "Make new backup codes",
  input: ownerInput,
  output: backupCodesOutput,
  guards: [requireSession, requireInPerson],
  errors: { ...ownerErrors, TWO_FACTOR_NOT_ENABLED: twoFactorErrors.TWO_FACTOR_NOT_ENABLED },
  statements: 6,
  rateLimit: { window: 10, max: 3 },
  async handle({ password }, context) {
    const { session, user, joined } = context;
    if (!(user as { twoFactorEnabled?: boolean }).twoFactorEnabled) fail(twoFactorErrors, "TWO_FACTOR_NOT_ENABLED");
    const active = { session, user, joined };
    await proveOwner(context, active, password);
    const made = await makeCodes(context, user.id);
    const rotated = await context.db.transaction(async (tx) => {
      const now = context.now();
      const set = { codes: made.batch, pendingCodes: null, factorsChangedAt: now, updatedAt: now };
      const changed = await tx.update(twoFactorTable, { where: { id: user.id }, set });
      if (changed === 0) fail(twoFactorErrors, "TWO_FACTOR_NOT_ENABLED");
      await removeOtherCodes(tx, user.id, null);
      await tx.insertMany(backupCodeTable, made.rows);
      await recordAudit(tx, context, { action: "two-factor.backup-codes.create", actorId: user.id, userId: user.id });
      await tellOwner(tx, context, user.id, "backup-codes-replaced");
      return rotateSession(tx, context, active);
    });
    showSession(context, rotated.active, rotated.token);
    return { status: true, ...tokenForBearer(context, rotated.token), backupCodes: made.codes };
  },
});

/** `xxxxx-xxxxx`; spaces are ignored, and the dash may be missing. */
const code: InputField<string> = input.check(
  input.convert(input.text({ max: 64 }), (typed) =>
    typed.replace(/\s/g, "").replace(/^([A-Za-z0-9]{5})([A-Za-z0-9]{5})$/, "$1-$2"),
  ),
  (typed) => /^[A-Za-z0-9]{5}-[A-Za-z0-9]{5}$/.test(typed),
  "must look like xxxxx-xxxxx",
);

const verifyInput: InputField<VerifyBackupCodeInput> = input.object({
  code,
  trustDevice: input.optional(input.flag),
  disableSession: input.optional(input.flag),
});

/** Spends a code in place of a factor that is not at hand. */
export function verifyBackupCode(settings: TwoFactorSettings): EndpointOf<TwoFactorCalls["verifyBackupCode"]> {
  const { ACCOUNT_TEMPORARILY_LOCKED, INVALID_BACKUP_CODE, BACKUP_CODES_NOT_ENABLED } = twoFactorErrors;
  return defineEndpoint({
    method: "POST",
    path: "/two-factor/verify-backup-code",
    summary: "Check a backup code and spend it",
    input: verifyInput,
    output: verifiedBackupCodeOutput,
    moments: ["signIn"],
    guards: [requireSessionOrChallenge, requireInPerson],
    errors: { ACCOUNT_TEMPORARILY_LOCKED, INVALID_BACKUP_CODE, BACKUP_CODES_NOT_ENABLED },
    statements: 7,
    rateLimit: { window: 10, max: 3 },
    origin: "always",
    async handle({ code, trustDevice: trust = false, disableSession = false }, context) {
      const { asker } = context;
      const found = await findCode(context, asker.userId, code);
      if (!found) {
        await checkThereAreCodes(context, asker.userId);
        return refuseCode(context, settings, asker, "INVALID_BACKUP_CODE");
      }
      checkLock(context, asker, found.row);
      const spend: Spend = async (tx) => {
        if (!(await takeCode(tx, found.id))) return null;
        if (hasFailures(asker, found.row)) {
          // A counter of wrong codes, not counted among the statements.
          const where = unlocked(context, asker, { id: asker.userId });
          if ((await tx.update(twoFactorTable, { where, set: cleared(asker) })) === 0) return null;
        }
        await recordUse(tx, context, asker.userId);
        return {};
      };
      if (asker.kind === "challenge" && disableSession) {
        const user = await spendChallenge(context, asker, spend);
        if (user) return { user: presentUser(context, user) };
        return refuseCode(context, settings, asker, "INVALID_BACKUP_CODE");
      }
      const accepted = await accept(context, asker, { settings, kind: "backup-code", spend, trust });
      return accepted ?? refuseCode(context, settings, asker, "INVALID_BACKUP_CODE");
    },
  });
}

/** The owner is told, because a backup code is what a thief of a password looks for. */
async function recordUse(tx: Transaction, context: RequestContext, userId: string): Promise<void> {
  await recordAudit(tx, context, { action: "two-factor.backup-code.use", actorId: userId, userId });
  await tellOwner(tx, context, userId, "backup-code-used");
}

async function checkThereAreCodes({ db }: RequestContext, userId: string): Promise<void> {
  const row = await db.findOne(twoFactorTable, { where: { id: userId }, columns: ["id", "codes"] });
  if (!row?.codes) fail(twoFactorErrors, "BACKUP_CODES_NOT_ENABLED");
}

/** How many codes are left. The codes themselves are stored nowhere. */
export const viewBackupCodes: EndpointOf<TwoFactorCalls["viewBackupCodes"]> = defineEndpoint({
  method: "POST",
  path: "/two-factor/view-backup-codes",
  summary: "How many backup codes a user has left",
  serverOnly: true,
  input: input.object({ userId: input.id }),
  output: object({ status: literal(true), remaining: number }),
  errors: { BACKUP_CODES_NOT_ENABLED: twoFactorErrors.BACKUP_CODES_NOT_ENABLED },
  statements: 2,
  async handle({ userId }, { db }) {
    const row = await db.findOne(twoFactorTable, { where: { id: userId }, columns: ["id", "codes"] });
    if (!row?.codes) return fail(twoFactorErrors, "BACKUP_CODES_NOT_ENABLED");
    return { status: true, remaining: await db.count(backupCodeTable, { where: { userId, batch: row.codes } }) };
  },
});
