/** `/two-factor/enable`: the beginning of an enrolment. It counts for nothing until a first correct code is given. */

import {
  defineEndpoint,
  type EndpointOf,
  fail,
  httpErrors,
  type InputField,
  input,
  type RequestContext,
  recordAudit,
  requireInPerson,
  requireSession,
  type SessionRow,
  sessionTable,
  type UserRow,
  userTable,
} from "@latchkey/core/plugin";
import { makeCodes, type NewCodes, removeOtherCodes } from "../backup-codes/store.ts";
import type { EnableTwoFactorInput, TwoFactorCalls } from "../contract.ts";
import { twoFactorErrors } from "../errors.ts";
import type { TwoFactorSettings } from "../options.ts";
import { enrolmentOutput } from "../outputs.ts";
import { ownerErrors, proveOwner } from "../owner.ts";
import { emptyRow } from "../row.ts";
import { backupCodeTable, type TwoFactorRow, twoFactorTable } from "../tables.ts";
import { newTotpSecret, totpURI } from "../totp/codes.ts";
import { sealSecret } from "../totp/secret.ts";

const enableInput: InputField<EnableTwoFactorInput> = input.object({
  password: input.optional(input.password),
  method: input.optional(input.oneOf("totp", "otp")),
  issuer: input.optional(
    input.text({ min: 1, max: 64, pattern: /^[^:\p{Cc}\p{Cs}]+$/u, message: "must not contain a colon" }),
  ),
});

/**
 * Begins an enrolment; a new start replaces one that was not finished. Factors and backup codes that are in use stay so
 * until the first code.
 */
export function enable(settings: TwoFactorSettings): EndpointOf<TwoFactorCalls["enableTwoFactor"]> {
  const { OTP_NOT_CONFIGURED, TOTP_NOT_CONFIGURED } = twoFactorErrors;
  return defineEndpoint({
    method: "POST",
    path: "/two-factor/enable",
    summary: "Begin to enrol a second factor",
    input: enableInput,
    output: enrolmentOutput,
    guards: [requireSession, requireInPerson],
    errors: { ...ownerErrors, OTP_NOT_CONFIGURED, TOTP_NOT_CONFIGURED },
    statements: 8,
    rateLimit: { window: 10, max: 3 },
    async handle({ password, method = "totp", issuer }, context) {
      if (method === "otp" && !settings.otp.send) fail(twoFactorErrors, "OTP_NOT_CONFIGURED");
      if (method === "totp" && !settings.totp.enabled) fail(twoFactorErrors, "TOTP_NOT_CONFIGURED");
      const { session, user, joined } = context;
      await proveOwner(context, { session, user, joined }, password);
      const made = await makeCodes(context, user.id);
      if (method === "otp") {
        await begin(context, made, { pendingOtp: true });
        return { method, backupCodes: made.codes };
      }
      const secret = newTotpSecret(context.random);
      await begin(context, made, { pendingSecret: await sealSecret(context, user.id, secret) });
      const about = { issuer: issuer ?? settings.issuer ?? context.settings.appName, email: user.email };
      return { method, totpURI: totpURI(secret, settings.totp, about), backupCodes: made.codes };
    },
  });
}

type Begun = Partial<Pick<TwoFactorRow, "pendingSecret" | "pendingOtp">>;

async function begin(
  context: RequestContext & { readonly user: UserRow; readonly session: SessionRow },
  made: NewCodes,
  begun: Begun,
): Promise<void> {
  const { id, epoch } = context.user;
  const set = { pendingSecret: null, pendingOtp: false, ...begun, pendingCodes: made.batch, updatedAt: context.now() };
  await context.db.transaction(async (tx) => {
    // If two begin at once, the later one stays, whole.
    const user = await tx.lock(userTable, id);
    // Hashing the codes takes time. A recovery meanwhile must not be followed by an enrollment from before it.
    const session = await tx.findOne(sessionTable, { where: { id: context.session.id }, columns: ["id"] });
    if (user?.epoch !== epoch || !session) fail(httpErrors, "UNAUTHORIZED");
    const row = await tx.findOne(twoFactorTable, { where: { id } });
    if (row) {
      await tx.update(twoFactorTable, { where: { id }, set });
      await removeOtherCodes(tx, id, row.codes);
    } else {
      await tx.insert(twoFactorTable, { ...emptyRow(id, context.now()), ...set });
    }
    await tx.insertMany(backupCodeTable, made.rows);
    await recordAudit(tx, context, { action: "two-factor.begin", actorId: id, userId: id });
  });
}
