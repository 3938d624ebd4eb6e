/** The endpoint that replaces a key. */

import {
  defineEndpoint,
  denyImpersonation,
  type EndpointOf,
  input,
  recordAudit,
  requireFreshSession,
} from "@latchkey/core/plugin";
import type { ApiKeyCalls } from "./contract.ts";
import { keyStores } from "./endpoints.ts";
import { failWith, pickErrors } from "./errors.ts";
import { withSecret } from "./new-key.ts";
import type { KeyConfigs } from "./options.ts";
import { newKeyOutput } from "./outputs.ts";
import { findChanged } from "./owner.ts";
import { checkLockedReach, findLocked } from "./reach.ts";
import { apiKeyTable } from "./tables.ts";

const day = 86_400;

/**
 * Creates a successor with the same settings. The old key works until the overlap ends, or until the successor is
 * replaced in turn. Its uses count toward the successor's limits. Otherwise, replacing a key would multiply its uses.
 */
export function rotateApiKey(configs: KeyConfigs): EndpointOf<ApiKeyCalls["rotateApiKey"]> {
  return defineEndpoint({
    method: "POST",
    path: "/api-key/rotate",
    summary: "Replace an API key",
    changes: keyStores,
    input: input.object({
      keyId: input.id,
      configId: input.optional(input.id),
      overlap: input.optional(input.jsonInteger({ max: 7 * day })),
    }),
    output: newKeyOutput,
    guards: [requireFreshSession, denyImpersonation],
    errors: pickErrors(
      "KEY_NOT_FOUND",
      "KEY_ALREADY_ROTATED",
      "INSUFFICIENT_API_KEY_PERMISSIONS",
      "SERVICE_ACCOUNT_NOT_FOUND",
    ),
    rateLimit: { window: 60, max: 10 },
    queryBudget: 7 + (configs.shared ? 6 : 0),
    async handle({ keyId, overlap = day }, context) {
      const found = await findChanged(context, configs, context, keyId, "update");
      const { where, settings, audit, owned } = found;
      const { verifiedEmail } = context.session;
      const created = await context.db.transaction(async (tx) => {
        const granted = await found.lockOwner(tx);
        const old = await findLocked(tx, where);
        if (old.graceUntil !== null) return failWith("KEY_ALREADY_ROTATED");
        await checkLockedReach(tx, configs, owned?.grant, granted, old);
        const { id: _id, key: _key, start: _start, createdAt, updatedAt: _updatedAt, ...same } = old;
        // The user who replaces a key gets the new one, so store their verified email for a later recovery. The refill
        // interval continues where it was.
        const lastRefillAt = same.refillInterval === null ? null : (same.lastRefillAt ?? createdAt);
        const successor = withSecret(context, settings, {
          ...same,
          verifiedEmail,
          lastRefillAt,
          createdBy: context.user.id,
          lastRequest: null,
          lastRequestIp: null,
        });
        await tx.insert(apiKeyTable, successor.row);
        const now = context.now();
        const graceUntil = new Date(now.getTime() + overlap * 1000);
        const set = { rotatedTo: successor.row.id, updatedAt: now };
        await tx.update(apiKeyTable, { where: { id: keyId }, set: { ...set, graceUntil } });
        // Keys from before the replaced one no longer work. Otherwise, repeated rotation would leave any number of
        // valid keys.
        const before = { where: { rotatedTo: keyId, graceUntil: { gt: now } }, set: { graceUntil: now } };
        await tx.update(apiKeyTable, before);
        await tx.update(apiKeyTable, { where: { rotatedTo: keyId }, set });
        const data = { id: keyId, successor: successor.row.id, graceUntil };
        await recordAudit(tx, context, { ...audit, action: "api-key.rotate", data });
        return successor;
      });
      return created.response;
    },
  });
}
