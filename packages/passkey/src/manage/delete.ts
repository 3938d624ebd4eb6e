/** The endpoint `/passkey/delete-passkey`. */

import { type Transaction, widen } from "@latchkey/core/database";
import {
  type ActiveSession,
  changeSession,
  countSignInMethods,
  defineEndpoint,
  denyImpersonation,
  type EndpointOf,
  fail,
  hasRecoverableMailbox,
  httpErrors,
  input,
  notifyUser,
  type Proofs,
  type RequestContext,
  recordAudit,
  sessionTable,
  syncSessionCookies,
  updateUser,
  userTable,
  withUser,
} from "@latchkey/core/plugin";
import { statusResponse } from "@latchkey/core/shapes";
import type { DeletePasskeyInput, PasskeyCalls } from "../contract.ts";
import { passkeyErrors } from "../errors.ts";
import { requireProvenSession } from "../registration/registrant.ts";
import { passkeyTable, type SessionWithPasskey } from "../tables.ts";

const { PASSKEY_NOT_FOUND, CANNOT_REMOVE_LAST_SIGN_IN_METHOD } = passkeyErrors;

/** Deletes a passkey. Another user's passkey is treated as missing. */
export const deletePasskey: EndpointOf<PasskeyCalls["deletePasskey"]> = defineEndpoint({
  method: "POST",
  path: "/passkey/delete-passkey",
  summary: "Delete a passkey",
  isSensitive: true,
  changes: ["passkeys", "session"],
  input: input.object<DeletePasskeyInput>({ id: input.id, keepSessions: input.optional(input.boolean) }),
  output: statusResponse,
  guards: [denyImpersonation, requireProvenSession],
  errors: { PASSKEY_NOT_FOUND, CANNOT_REMOVE_LAST_SIGN_IN_METHOD },
  queryBudget: 8,
  async handle(body, context) {
    const active: ActiveSession = { session: context.session, user: context.user };
    const changed = await context.db.transaction((tx) => removePasskey(tx, context, active, body));
    syncSessionCookies(context, changed);
    return { status: true };
  },
});

/**
 * Removes the passkey under the user's lock, so that two concurrent requests can't both remove the last sign-in method.
 */
async function removePasskey(
  tx: Transaction,
  context: RequestContext,
  active: ActiveSession,
  { id, keepSessions = false }: DeletePasskeyInput,
): Promise<ActiveSession> {
  const user = (await tx.lock(userTable, active.user.id)) ?? fail(httpErrors, "UNAUTHORIZED");
  const removed = await tx.consume(passkeyTable, { where: { id, userId: user.id } });
  if (!removed) fail(passkeyErrors, "PASSKEY_NOT_FOUND");
  const remaining = await countSignInMethods(tx, context, user.id);
  if (remaining === 0 && !hasRecoverableMailbox(context, user)) {
    fail(passkeyErrors, "CANNOT_REMOVE_LAST_SIGN_IN_METHOD");
  }
  const own = await withoutPasskeyProof(tx, active, id);
  if (!keepSessions) {
    const sessions = widen<SessionWithPasskey>(sessionTable);
    await tx.remove(sessions, { where: { userId: user.id, passkeyId: id, id: { ne: active.session.id } } });
  }
  await recordAudit(tx, context, {
    action: "passkey.delete",
    actorId: user.id,
    userId: user.id,
    data: { passkeyId: id },
  });
  await notifyUser(tx, context, user.id, "passkey-removed");
  // The sign-in methods have changed, so a sign-in in progress must start over.
  const changed = await updateUser(tx, context, user, {}, { newEpoch: true });
  return withUser(own, changed ?? fail(httpErrors, "UNAUTHORIZED"));
}

/** Removes the passkey's proofs from the caller's session, which stays valid. */
async function withoutPasskeyProof(tx: Transaction, active: ActiveSession, passkeyId: string): Promise<ActiveSession> {
  if ((active.session as SessionWithPasskey).passkeyId !== passkeyId) return active;
  return changeSession(tx, active, ({ proofs }) => ({ proofs: withoutPasskey(proofs), passkeyId: null }));
}

/** Removes what the passkey proved. A separately entered code still counts, with its own time. */
function withoutPasskey(proofs: Proofs | null): Proofs {
  const { passkey, "two-factor": secondFactor, ...others }: Record<string, number> = { ...proofs };
  const codes = Object.entries(others).filter(([name]) => name.startsWith("two-factor:"));
  return codes.length > 0 ? { ...others, "two-factor": Math.max(...codes.map(([, at]) => at)) } : others;
}
