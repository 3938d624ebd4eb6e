/** `auth.api.verifyApiKey` checks a key and counts its use. */

import type { Join } from "@latchkey/core/database";
import {
  defineEndpoint,
  type EndpointOf,
  input,
  isUserBlocked,
  type RequestContext,
  type UserRow,
  userTable,
} from "@latchkey/core/plugin";
import type { ApiKeyCalls, KeyRejection, KeyVerification, VerifyApiKeyInput } from "./contract.ts";
import { verificationErrors } from "./errors.ts";
import { hashKey, isKey } from "./format.ts";
import { verificationOutput } from "./outputs.ts";
import { presentKey } from "./store.ts";
import { type ApiKeyRow, apiKeyTable, type KeyPermissions } from "./tables.ts";

type Code = KeyRejection["code"];

/** Why a key can't be used now. `null`: it can. */
type Refusal = { readonly code: Code; readonly details?: KeyRejection["details"] } | null;

/** The longest text that's looked at. */
const maxKeyLength = 200;

/** How often the time of the last use is stored, in milliseconds. */
const lastRequestPrecision = 60_000;

/** Required, because rows from better-auth don't refer to the user in a way that deletes them with the account. */
const ownerJoin: Join<UserRow> & { readonly required: true } = {
  table: userTable,
  on: { id: "referenceId" },
  required: true,
};

/** Checks a key and counts its use. Sends one query, and another one if the key has a limited number of uses. */
export const verifyApiKey: EndpointOf<ApiKeyCalls["verifyApiKey"]> = defineEndpoint({
  method: "POST",
  path: "/api-key/verify",
  summary: "Verify an API key",
  input: input.object<VerifyApiKeyInput>({
    key: input.rawText(),
    permissions: input.optional(input.record(input.rawText(), input.list(input.rawText()))),
  }),
  output: verificationOutput,
  serverOnly: true,
  queryBudget: 3,
  async handle({ key, permissions }, context) {
    if (key.length > maxKeyLength || !isKey(key)) return reject("INVALID_API_KEY");
    const found = await context.db.findOne(apiKeyTable, { where: { key: hashKey(key) }, join: { owner: ownerJoin } });
    if (!found) return reject("INVALID_API_KEY");
    const { owner, ...row } = found;
    const refusal = checkState(context, row, owner, permissions) ?? (await countUse(context, row));
    if (refusal) return reject(refusal.code, refusal.details);
    noteUse(context, row);
    return { valid: true, error: null, key: presentKey(row) };
  },
});

function reject(code: Code, details?: KeyRejection["details"]): KeyVerification {
  const error = { code, message: verificationErrors[code], ...(details ? { details } : {}) };
  return { valid: false, error, key: null };
}

function checkState(
  context: RequestContext,
  row: ApiKeyRow,
  owner: UserRow,
  permissions: KeyPermissions | undefined,
): Refusal {
  if (!row.enabled || isUserBlocked(context, owner)) return { code: "KEY_DISABLED" };
  const now = context.now().getTime();
  if ([row.expiresAt, row.graceUntil].some((end) => end !== null && end.getTime() <= now))
    return { code: "KEY_EXPIRED" };
  if (!allows(row.permissions, permissions)) return { code: "INSUFFICIENT_API_KEY_PERMISSIONS" };
  return null;
}

function allows(granted: KeyPermissions | null, required: KeyPermissions = {}): boolean {
  return Object.entries(required).every(([resource, actions]) => {
    const own = granted !== null && Object.hasOwn(granted, resource) ? (granted[resource] ?? []) : [];
    return actions.every((action) => own.includes(action));
  });
}

/** Counts the use. The rate limit comes first, so that a rejected call doesn't take one of the uses that are left. */
async function countUse(context: RequestContext, row: ApiKeyRow): Promise<Refusal> {
  // A replaced key and its successor share their limits.
  const id = row.rotatedTo ?? row.id;
  const { rateLimitEnabled, rateLimitMax, rateLimitTimeWindow } = row;
  if (rateLimitEnabled && rateLimitMax !== null && rateLimitTimeWindow !== null) {
    const rule = { max: rateLimitMax, window: rateLimitTimeWindow / 1000 };
    const wait = await context.counter.hit(`api-key|${id}`, rule, context.now().getTime());
    if (wait !== null) return { code: "RATE_LIMITED", details: { tryAgainIn: Math.ceil(wait) } };
  }
  if (row.remaining === null) return null;
  const counted = row.rotatedTo === null ? row : await context.db.findOne(apiKeyTable, { where: { id } });
  return counted && (await takeUse(context, counted)) ? null : { code: "USAGE_EXCEEDED" };
}

/** Takes one of the uses that are left. Of concurrent callers, one refills and the others take from what's new. */
async function takeUse(context: RequestContext, row: ApiKeyRow): Promise<boolean> {
  const { db } = context;
  const { id, refillAmount, refillInterval, lastRefillAt } = row;
  const now = context.now();
  if (refillAmount !== null && refillInterval !== null) {
    const since = lastRefillAt ?? row.createdAt;
    if (now.getTime() - since.getTime() >= refillInterval) {
      const set = { remaining: refillAmount - 1, lastRefillAt: now };
      if ((await db.update(apiKeyTable, { where: { id, lastRefillAt, enabled: true }, set })) > 0) return true;
    }
  }
  const where = { id, enabled: true, remaining: { gt: 0 } };
  return (await db.increment(apiKeyTable, { where, column: "remaining", by: -1 })) !== null;
}

/** Stores when the key was used, after the response. */
function noteUse(context: RequestContext, { id, lastRequest }: ApiKeyRow): void {
  const now = context.now();
  if (lastRequest !== null && now.getTime() - lastRequest.getTime() < lastRequestPrecision) return;
  const update = { where: { id, lastRequest }, set: { lastRequest: now } };
  context.afterResponse(() => context.db.update(apiKeyTable, update).then(() => undefined));
}
