/** The endpoint `/two-factor/enable`, which starts an enrollment. */

import {
  defineEndpoint,
  denyGuest,
  denyImpersonation,
  type EndpointOf,
  fail,
  httpErrors,
  type InputField,
  input,
  type RequestContext,
  recordAudit,
  requireSession,
  type SessionRow,
  sessionTable,
  type UserRow,
  userTable,
} from "@latchkey/core/plugin";
import { type GeneratedCodes, generateCodes, removeOtherCodes } from "../backup-codes/store.ts";
import type { EnableTwoFactorInput, TwoFactorCalls } from "../contract.ts";
import { twoFactorErrors } from "../errors.ts";
import type { TwoFactorSettings } from "../options.ts";
import { enrollmentOutput } from "../outputs.ts";
import { reauthErrors, reauthenticate } from "../reauthenticate.ts";
import { newTwoFactorRow } from "../row.ts";
import { backupCodeTable, type TwoFactorRow, twoFactorTable } from "../tables.ts";
import { newTotpSecret, totpURI } from "../totp/codes.ts";
import { encryptSecret } from "../totp/secret.ts";

const enableInput: InputField<EnableTwoFactorInput> = input.object({
  password: input.optional(input.password),
  method: input.optional(input.oneOf("totp", "otp")),
  issuer: input.optional(
    input.text({ min: 1, max: 64, pattern: /^[^:\p{Cc}\p{Cs}]+$/u, message: "must not contain a colon" }),
  ),
});

/**
 * Starts an enrollment and replaces any unfinished one. Active factors and backup codes stay valid until the user
 * enters the first code.
 */
export function enable(settings: TwoFactorSettings): EndpointOf<TwoFactorCalls["enableTwoFactor"]> {
  const { OTP_NOT_CONFIGURED, TOTP_NOT_CONFIGURED } = twoFactorErrors;
  return defineEndpoint({
    method: "POST",
    path: "/two-factor/enable",
    summary: "Start setting up two-factor authentication",
    isSensitive: true,
    input: enableInput,
    output: enrollmentOutput,
    guards: [requireSession, denyImpersonation, denyGuest],
    errors: { ...reauthErrors, OTP_NOT_CONFIGURED, TOTP_NOT_CONFIGURED },
    queryBudget: 8,
    rateLimit: { window: 10, max: 3 },
    async handle({ password, method = "totp", issuer }, context) {
      if (method === "otp" && !settings.otp.send) fail(twoFactorErrors, "OTP_NOT_CONFIGURED");
      if (method === "totp" && !settings.totp.enabled) fail(twoFactorErrors, "TOTP_NOT_CONFIGURED");
      const { session, user } = context;
      await reauthenticate(context, { session, user }, password);
      const generated = await generateCodes(context, user.id);
      if (method === "otp") {
        await startEnrollment(context, generated, { pendingOtp: true });
        return { method, backupCodes: generated.codes };
      }
      const secret = newTotpSecret(context.random);
      await startEnrollment(context, generated, { pendingSecret: await encryptSecret(context, user.id, secret) });
      const about = { issuer: issuer ?? settings.issuer ?? context.settings.appName, email: user.email };
      return { method, totpURI: totpURI(secret, settings.totp, about), backupCodes: generated.codes };
    },
  });
}

type PendingFactor = Partial<Pick<TwoFactorRow, "pendingSecret" | "pendingOtp">>;

async function startEnrollment(
  context: RequestContext & { readonly user: UserRow; readonly session: SessionRow },
  generated: GeneratedCodes,
  pending: PendingFactor,
): Promise<void> {
  const { id, epoch } = context.user;
  const set = {
    pendingSecret: null,
    pendingOtp: false,
    ...pending,
    pendingCodes: generated.batch,
    updatedAt: context.now(),
  };
  await context.db.transaction(async (tx) => {
    // If two requests start an enrollment concurrently, the later one replaces the earlier one completely.
    const user = await tx.lock(userTable, id);
    // Hashing the codes takes time. If the account was recovered in the meantime, this enrollment must not be stored.
    const session = await tx.findOne(sessionTable, { where: { id: context.session.id }, columns: ["id"] });
    if (user?.epoch !== epoch || !session) fail(httpErrors, "UNAUTHORIZED");
    // Update before reading. The update waits for a concurrent change to the factors, so `codes` is up to date.
    if ((await tx.update(twoFactorTable, { where: { id }, set })) > 0) {
      const row = await tx.findOne(twoFactorTable, { where: { id }, columns: ["id", "codes"] });
      await removeOtherCodes(tx, id, row?.codes ?? null);
    } else {
      await tx.insert(twoFactorTable, { ...newTwoFactorRow(id, context.now()), ...set });
    }
    await tx.insertMany(backupCodeTable, generated.rows);
    await recordAudit(tx, context, { action: "two-factor.begin", actorId: id, userId: id });
  });
}
