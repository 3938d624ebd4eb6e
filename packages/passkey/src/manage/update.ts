/** The endpoint `/passkey/update-passkey`. */

import {
  defineEndpoint,
  denyImpersonation,
  type EndpointOf,
  fail,
  input,
  recordAudit,
  requireSession,
} from "@latchkey/core/plugin";
import type { PasskeyCalls, UpdatePasskeyInput } from "../contract.ts";
import { passkeyErrors } from "../errors.ts";
import { passkeyName } from "../inputs.ts";
import { updatedOutput } from "../outputs.ts";
import { passkeyTable, presentPasskey } from "../tables.ts";

const { PASSKEY_NOT_FOUND } = passkeyErrors;

/** Renames a passkey. Another user's passkey is treated as missing. */
export const updatePasskey: EndpointOf<PasskeyCalls["updatePasskey"]> = defineEndpoint({
  method: "POST",
  path: "/passkey/update-passkey",
  summary: "Rename a passkey",
  changes: ["passkeys"],
  input: input.object<UpdatePasskeyInput>({ id: input.id, name: passkeyName }),
  output: updatedOutput,
  guards: [denyImpersonation, requireSession],
  errors: { PASSKEY_NOT_FOUND },
  queryBudget: 3,
  async handle({ id, name }, context) {
    const userId = context.user.id;
    const where = { id, userId };
    const row = await context.db.transaction(async (tx) => {
      if ((await tx.update(passkeyTable, { where, set: { name } })) === 0) fail(passkeyErrors, "PASSKEY_NOT_FOUND");
      await recordAudit(tx, context, { action: "passkey.update", actorId: userId, userId, data: { passkeyId: id } });
      return tx.findOne(passkeyTable, { where });
    });
    return row ? { passkey: presentPasskey(row) } : fail(passkeyErrors, "PASSKEY_NOT_FOUND");
  },
});
