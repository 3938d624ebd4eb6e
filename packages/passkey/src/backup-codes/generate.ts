/** The endpoint `/passkey/generate-backup-codes`. */

import { defineEndpoint, denyImpersonation, type EndpointOf, fail, recordAudit } from "@latchkey/core/plugin";
import { list, literal, object, text } from "@latchkey/core/shapes";
import type { PasskeyCalls } from "../contract.ts";
import { passkeyErrors } from "../errors.ts";
import { lockActiveSession } from "../registration/lock-session.ts";
import { requireProvenSession } from "../registration/registrant.ts";
import { hasPlaceholderEmail } from "../registration/sign-up.ts";
import { removeBackupCodes, storeBackupCodes } from "./codes.ts";

/** Replaces the backup codes of a user without an email. */
export const generatePasskeyBackupCodes: EndpointOf<PasskeyCalls["generatePasskeyBackupCodes"]> = defineEndpoint({
  method: "POST",
  path: "/passkey/generate-backup-codes",
  summary: "Generate new backup codes for a user without an email",
  isSensitive: true,
  output: object({ status: literal(true), backupCodes: list(text) }),
  guards: [requireProvenSession, denyImpersonation],
  errors: { BACKUP_CODES_NOT_ENABLED: passkeyErrors.BACKUP_CODES_NOT_ENABLED },
  queryBudget: 5,
  rateLimit: { window: 60, max: 5 },
  async handle(_, context) {
    const { session, user } = context;
    if (!hasPlaceholderEmail(user)) fail(passkeyErrors, "BACKUP_CODES_NOT_ENABLED");
    const { id: userId } = user;
    const backupCodes = await context.db.transaction(async (tx) => {
      await lockActiveSession(tx, { session, user });
      await removeBackupCodes(tx, userId);
      const codes = await storeBackupCodes(tx, context, userId);
      await recordAudit(tx, context, { action: "passkey.backup-codes.create", actorId: userId, userId });
      return codes;
    });
    return { status: true, backupCodes };
  },
});
