/** Endpoints to create, read, list, change, and delete keys. */

import { randomId } from "@latchkey/core/crypto";
import type { Order } from "@latchkey/core/database";
import {
  defineEndpoint,
  denyImpersonation,
  type EndpointOf,
  type InputFields,
  input,
  type RequestContext,
  recordAudit,
  requireSession,
} from "@latchkey/core/plugin";
import { literal, number, object, successResponse } from "@latchkey/core/shapes";
import type { ApiKeyCalls, CreateApiKeyInput, NewApiKey, ServerKeyInput } from "./contract.ts";
import { failWith, pickErrors } from "./errors.ts";
import { generateKey, hashKey } from "./format.ts";
import { type KeyOwner, requireKeyOwner } from "./guard.ts";
import type { ApiKeySettings } from "./options.ts";
import { keyListOutput, keyOutput, newKeyOutput } from "./outputs.ts";
import { findKey, insertKey, keyOf, presentKey, removeExpiredKeys } from "./store.ts";
import { type ApiKeyRow, apiKeyTable } from "./tables.ts";
import { isOutside, toColumns, toDate } from "./values.ts";

/** Client stores that a change of keys affects. */
export const keyStores: readonly string[] = ["apiKeys"];

const serverFields: InputFields<ServerKeyInput> = {
  remaining: input.optional(input.nullable(input.jsonInteger())),
  refillAmount: input.optional(input.jsonInteger({ min: 1 })),
  refillInterval: input.optional(input.jsonInteger({ min: 1 })),
  rateLimitEnabled: input.optional(input.boolean),
  rateLimitTimeWindow: input.optional(input.jsonInteger({ min: 1000 })),
  rateLimitMax: input.optional(input.jsonInteger({ min: 1 })),
  permissions: input.optional(input.record(input.text({ max: 64 }), input.list(input.text({ max: 64 })))),
};

const ownFields = {
  name: input.optional(input.text()),
  expiresIn: input.optional(input.nullable(input.jsonInteger({ min: 1, max: 3_153_600_000 }))),
  metadata: input.optional(input.nullable(input.record(input.text({ min: 1, max: 64 }), input.anything))),
  userId: input.optional(input.id),
};

const valueErrors = pickErrors(
  "SERVER_ONLY_PROPERTY",
  "EXPIRES_IN_IS_TOO_SMALL",
  "EXPIRES_IN_IS_TOO_LARGE",
  "KEY_DISABLED_EXPIRATION",
  "INVALID_NAME_LENGTH",
  "METADATA_DISABLED",
  "REFILL_AMOUNT_AND_INTERVAL_REQUIRED",
  "REFILL_INTERVAL_AND_AMOUNT_REQUIRED",
);

/** Creates a key and returns it once. */
export function createApiKey(settings: ApiKeySettings): EndpointOf<ApiKeyCalls["createApiKey"]> {
  return defineEndpoint({
    method: "POST",
    path: "/api-key/create",
    summary: "Create an API key",
    changes: keyStores,
    input: input.object<CreateApiKeyInput>({
      ...ownFields,
      ...serverFields,
      prefix: input.optional(
        input.text({ max: 64, pattern: /^[\w-]*$/, message: "must be letters, digits, _, and -" }),
      ),
    }),
    output: newKeyOutput,
    guards: [requireKeyOwner],
    errors: { ...valueErrors, ...pickErrors("NAME_REQUIRED", "INVALID_PREFIX_LENGTH", "API_KEY_LIMIT_REACHED") },
    rateLimit: { window: 60, max: 10 },
    queryBudget: 4,
    async handle(given, context) {
      const { ownerId, actorId } = context;
      if (settings.name.required && given.name === undefined) failWith("NAME_REQUIRED");
      if (given.prefix !== undefined && isOutside(given.prefix.length, settings.prefix))
        failWith("INVALID_PREFIX_LENGTH");
      const created = newKey(context, settings, context, given);
      await context.db.transaction(async (tx) => {
        await insertKey(tx, context, settings, created.row);
        const { id, name, start } = created.row;
        await recordAudit(tx, context, {
          action: "api-key.create",
          actorId,
          userId: ownerId,
          data: { id, name, start },
        });
      });
      return created.response;
    },
  });
}

/** A key that isn't stored yet. */
export interface UnsavedKey {
  readonly row: ApiKeyRow;
  readonly response: NewApiKey;
}

function newKey(
  context: RequestContext,
  settings: ApiKeySettings,
  { ownerId, verifiedEmail }: KeyOwner,
  { userId: _, prefix = settings.defaultPrefix, ...given }: CreateApiKeyInput,
): UnsavedKey {
  return withSecret(context, settings, {
    ...emptyKey,
    prefix: prefix === "" ? null : prefix,
    referenceId: ownerId,
    userId: ownerId,
    verifiedEmail,
    expiresAt: toDate(context, settings.expiration.default),
    rateLimitEnabled: settings.rateLimit.enabled,
    rateLimitTimeWindow: settings.rateLimit.timeWindow,
    rateLimitMax: settings.rateLimit.max,
    permissions: settings.permissions,
    ...toColumns(context, settings, given),
  });
}

const emptyKey = {
  configId: "default",
  name: null,
  enabled: true,
  remaining: null,
  refillAmount: null,
  refillInterval: null,
  lastRefillAt: null,
  lastRequest: null,
  metadata: null,
  rotatedTo: null,
  graceUntil: null,
} as const;

/** Completes a row with an id and a new secret. */
export function withSecret(
  context: RequestContext,
  settings: ApiKeySettings,
  row: Omit<ApiKeyRow, "id" | "key" | "start" | "createdAt" | "updatedAt">,
): UnsavedKey {
  const secret = generateKey(context.random, row.prefix ?? "");
  const now = context.now();
  const complete: ApiKeyRow = {
    ...row,
    id: randomId(context.random),
    key: hashKey(secret),
    start: settings.startLength === null ? null : secret.slice(0, settings.startLength),
    createdAt: now,
    updatedAt: now,
  };
  return { row: complete, response: { ...presentKey(complete), key: secret } };
}

/** Returns one of the user's keys, without the key itself. */
export const getApiKey: EndpointOf<ApiKeyCalls["getApiKey"]> = defineEndpoint({
  method: "GET",
  path: "/api-key/get",
  summary: "Get an API key",
  input: input.object({ id: input.id }),
  output: keyOutput,
  guards: [requireSession],
  errors: pickErrors("KEY_NOT_FOUND"),
  queryBudget: 2,
  async handle({ id }, context) {
    return presentKey(await findKey(context.db, context.user.id, id));
  },
});

/** Lists the user's keys. */
export const listApiKeys: EndpointOf<ApiKeyCalls["listApiKeys"]> = defineEndpoint({
  method: "GET",
  path: "/api-key/list",
  summary: "List API keys",
  input: input.object({
    limit: input.optional(input.integer({ min: 1, max: 100 })),
    offset: input.optional(input.integer({ max: 100_000 })),
    sortBy: input.optional(input.oneOf("createdAt", "updatedAt", "name", "expiresAt", "lastRequest")),
    sortDirection: input.optional(input.oneOf("asc", "desc")),
  }),
  output: keyListOutput,
  guards: [requireSession],
  queryBudget: 3,
  async handle({ limit = 100, offset = 0, sortBy = "createdAt", sortDirection = "desc" }, context) {
    const where = { referenceId: context.user.id };
    const orderBy: Order<ApiKeyRow>[] = [{ column: sortBy, direction: sortDirection }];
    const total = await context.db.count(apiKeyTable, { where });
    const rows = await context.db.findMany(apiKeyTable, { where, orderBy, limit, offset });
    return { apiKeys: rows.map(presentKey), total, limit, offset };
  },
});

/** Changes a key's name, state, or lifetime. The server can change the rest. */
export function updateApiKey(settings: ApiKeySettings): EndpointOf<ApiKeyCalls["updateApiKey"]> {
  return defineEndpoint({
    method: "POST",
    path: "/api-key/update",
    summary: "Update an API key",
    changes: keyStores,
    input: input.object({ ...ownFields, ...serverFields, keyId: input.id, enabled: input.optional(input.boolean) }),
    output: keyOutput,
    guards: [requireKeyOwner],
    errors: { ...valueErrors, ...pickErrors("KEY_NOT_FOUND", "NO_VALUES_TO_UPDATE") },
    queryBudget: 3,
    async handle({ keyId, userId: _, enabled, ...given }, context) {
      const { ownerId, actorId } = context;
      const set = { ...toColumns(context, settings, given), ...(enabled === undefined ? {} : { enabled }) };
      if (Object.values(set).every((value) => value === undefined)) failWith("NO_VALUES_TO_UPDATE");
      return context.db.transaction(async (tx) => {
        const where = keyOf(ownerId, keyId);
        const changed = await tx.update(apiKeyTable, { where, set: { ...set, updatedAt: context.now() } });
        if (changed === 0) failWith("KEY_NOT_FOUND");
        const data = { id: keyId, fields: Object.keys(set), ...(enabled === undefined ? {} : { enabled }) };
        await recordAudit(tx, context, { action: "api-key.update", actorId, userId: ownerId, data });
        return presentKey(await findKey(tx, ownerId, keyId));
      });
    },
  });
}

/** Deletes a key. */
export const deleteApiKey: EndpointOf<ApiKeyCalls["deleteApiKey"]> = defineEndpoint({
  method: "POST",
  path: "/api-key/delete",
  summary: "Delete an API key",
  changes: keyStores,
  input: input.object({ keyId: input.id }),
  output: successResponse,
  guards: [requireSession, denyImpersonation],
  errors: pickErrors("KEY_NOT_FOUND"),
  queryBudget: 2,
  async handle({ keyId }, context) {
    const { id: ownerId } = context.user;
    await context.db.transaction(async (tx) => {
      if ((await tx.remove(apiKeyTable, { where: keyOf(ownerId, keyId) })) === 0) failWith("KEY_NOT_FOUND");
      const entry = { action: "api-key.delete", actorId: ownerId, userId: ownerId, data: { id: keyId } };
      await recordAudit(tx, context, entry);
    });
    return { success: true };
  },
});

/** Deletes keys that expired 30 days ago or earlier. */
export const deleteAllExpiredApiKeys: EndpointOf<ApiKeyCalls["deleteAllExpiredApiKeys"]> = defineEndpoint({
  method: "POST",
  path: "/api-key/delete-all-expired-api-keys",
  summary: "Delete expired API keys",
  output: object({ success: literal(true), deleted: number }),
  serverOnly: true,
  queryBudget: 1,
  async handle(_, context) {
    return { success: true, deleted: await removeExpiredKeys(context.db, context.now()) };
  },
});
