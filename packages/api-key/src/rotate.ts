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
import { keyStores, withSecret } from "./endpoints.ts";
import { failWith, pickErrors } from "./errors.ts";
import type { ApiKeySettings } from "./options.ts";
import { newKeyOutput } from "./outputs.ts";
import { apiKeyTable } from "./tables.ts";

const day = 86_400;

/**
 * Creates a successor with the same settings. The old key works until the overlap ends, and its uses count for the
 * successor. Otherwise, replacing a key would multiply its uses.
 */
export function rotateApiKey(settings: ApiKeySettings): EndpointOf<ApiKeyCalls["rotateApiKey"]> {
  return defineEndpoint({
    method: "POST",
    path: "/api-key/rotate",
    summary: "Replace an API key",
    changes: keyStores,
    input: input.object({ keyId: input.id, overlap: input.optional(input.jsonInteger({ max: 7 * day })) }),
    output: newKeyOutput,
    guards: [requireFreshSession, denyImpersonation],
    errors: pickErrors("KEY_NOT_FOUND", "KEY_ALREADY_ROTATED"),
    rateLimit: { window: 60, max: 10 },
    queryBudget: 5,
    async handle({ keyId, overlap = day }, context) {
      const { id: ownerId } = context.user;
      const { verifiedEmail } = context.session;
      const created = await context.db.transaction(async (tx) => {
        const old = await tx.lock(apiKeyTable, keyId);
        if (!old || old.referenceId !== ownerId) return failWith("KEY_NOT_FOUND");
        if (old.graceUntil !== null) return failWith("KEY_ALREADY_ROTATED");
        const { id: _id, key: _key, start: _start, createdAt, updatedAt: _updatedAt, ...same } = old;
        // Whoever replaces a key gets the new one, so a recovery has to ask who they were.
        // The refill interval goes on from where it was.
        const lastRefillAt = same.refillInterval === null ? null : (same.lastRefillAt ?? createdAt);
        const successor = withSecret(context, settings, { ...same, verifiedEmail, lastRefillAt, lastRequest: null });
        await tx.insert(apiKeyTable, successor.row);
        const now = context.now();
        const graceUntil = new Date(now.getTime() + overlap * 1000);
        const set = { rotatedTo: successor.row.id, updatedAt: now };
        await tx.update(apiKeyTable, { where: { id: keyId }, set: { ...set, graceUntil } });
        await tx.update(apiKeyTable, { where: { rotatedTo: keyId }, set });
        const data = { id: keyId, successor: successor.row.id, graceUntil };
        await recordAudit(tx, context, { action: "api-key.rotate", actorId: ownerId, userId: ownerId, data });
        return successor;
      });
      return created.response;
    },
  });
}
