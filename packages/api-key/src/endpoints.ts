/** Endpoints to create, read, list, change, and delete keys. */

import type { Permissions } from "@latchkey/core/access";
import type { Order, Where } from "@latchkey/core/database";
import {
  type ActiveSession,
  defineEndpoint,
  denyImpersonation,
  type EndpointOf,
  type InputField,
  type InputFields,
  input,
  presentUser,
  type RequestContext,
  recordAudit,
  requireSession,
} from "@latchkey/core/plugin";
import { literal, number, object, successResponse } from "@latchkey/core/shapes";
import type { CreateApiKeyInput, ServerKeyInput } from "./call-types.ts";
import type { ApiKeyCalls } from "./contract.ts";
import { failWith, pickErrors } from "./errors.ts";
import { newKey } from "./new-key.ts";
import { type ApiKeySettings, type KeyConfigs, maxTimeWindow } from "./options.ts";
import { keyListOutput, keyOutput, newKeyOutput } from "./outputs.ts";
import { configOf, findChanged, findOwned, ownerOf, requireKeyCaller, requireOrganization } from "./owner.ts";
import { checkLimits, checkLockedReach, findLocked } from "./reach.ts";
import { checkRevival, insertKey, presentKey, removeExpiredKeys } from "./store.ts";
import { type ApiKeyRow, apiKeyTable } from "./tables.ts";
import { checkServerKeys, isOutside, toColumns } from "./values.ts";

/** The client stores that a key change affects. */
export const keyStores: readonly string[] = ["apiKeys"];

const serverFields: InputFields<ServerKeyInput> = {
  remaining: input.optional(input.nullable(input.jsonInteger())),
  refillAmount: input.optional(input.jsonInteger({ min: 1 })),
  refillInterval: input.optional(input.jsonInteger({ min: 1 })),
  rateLimitEnabled: input.optional(input.boolean),
  rateLimitTimeWindow: input.optional(input.jsonInteger({ min: 1000, max: maxTimeWindow })),
  rateLimitMax: input.optional(input.jsonInteger({ min: 1 })),
  permissions: input.optional(input.record(input.text({ max: 64 }), input.list(input.text({ max: 64 })))),
};

const ownFields = {
  name: input.optional(input.text()),
  expiresIn: input.optional(input.nullable(input.jsonInteger({ min: 1, max: 3_153_600_000 }))),
  metadata: input.optional(input.anything as InputField<NonNullable<CreateApiKeyInput["metadata"]> | null>),
  configId: input.optional(input.id),
  userId: input.optional(input.id),
  organizationId: input.optional(input.id),
};

const valueErrors = pickErrors(
  "SERVER_ONLY_PROPERTY",
  "EXPIRES_IN_IS_TOO_SMALL",
  "EXPIRES_IN_IS_TOO_LARGE",
  "KEY_DISABLED_EXPIRATION",
  "INVALID_NAME_LENGTH",
  "METADATA_DISABLED",
  "INVALID_METADATA_TYPE",
  "REFILL_AMOUNT_AND_INTERVAL_REQUIRED",
  "REFILL_INTERVAL_AND_AMOUNT_REQUIRED",
);

/** The errors of calls that can be about an organization's keys. */
const sharedErrors = pickErrors(
  "INVALID_CONFIG_ID",
  "ORGANIZATION_ID_REQUIRED",
  "USER_NOT_MEMBER_OF_ORGANIZATION",
  "INSUFFICIENT_API_KEY_PERMISSIONS",
);

/** The additional queries that a call about an organization's key can send. */
const organizationQueries = ({ shared }: KeyConfigs, more: number): number => (shared ? more : 0);

/** Creates a key and returns it once. */
export function createApiKey(configs: KeyConfigs): EndpointOf<ApiKeyCalls["createApiKey"]> {
  return defineEndpoint({
    method: "POST",
    path: "/api-key/create",
    summary: "Create an API key",
    changes: keyStores,
    input: input.object<CreateApiKeyInput>({
      ...ownFields,
      ...serverFields,
      serviceAccountId: input.optional(input.id),
      prefix: input.optional(
        input.text({ max: 64, pattern: /^[\w-]*$/, message: "must be letters, digits, _, and -" }),
      ),
    }),
    output: newKeyOutput,
    guards: [requireKeyCaller],
    errors: {
      ...valueErrors,
      ...sharedErrors,
      ...pickErrors("NAME_REQUIRED", "INVALID_PREFIX_LENGTH", "API_KEY_LIMIT_REACHED", "SERVICE_ACCOUNT_NOT_FOUND"),
    },
    rateLimit: { window: 60, max: 10 },
    queryBudget: 4 + organizationQueries(configs, 6),
    async handle({ remaining, ...rest }, context) {
      // better-auth's clients can send `null`, which is the default for a new key.
      const given = remaining === undefined || remaining === null ? rest : { ...rest, remaining };
      const settings = configOf(configs, given);
      if (settings.name.required && given.name === undefined) failWith("NAME_REQUIRED");
      if (given.prefix !== undefined && isOutside(given.prefix.length, settings.prefix))
        failWith("INVALID_PREFIX_LENGTH");
      checkServerKeys(context, settings, given);
      const owner = await ownerOf(context, settings, given);
      if (owner.limits && given.permissions) checkLimits(owner.limits, given.permissions);
      const created = newKey(context, settings, owner, given, configs.shared !== null);
      await context.db.transaction(async (tx) => {
        await insertKey(tx, context, settings, owner, created.row);
        const { id, name, start, userId, organizationId = null } = created.row;
        const actorId = owner.columns.createdBy;
        const data = { id, name, start };
        await recordAudit(tx, context, { action: "api-key.create", actorId, userId, organizationId, data });
      });
      configs.limitedKeys.note(created.row);
      return created.response;
    },
  });
}

/** Returns a key, without the key itself. */
export function getApiKey(configs: KeyConfigs): EndpointOf<ApiKeyCalls["getApiKey"]> {
  return defineEndpoint({
    method: "GET",
    path: "/api-key/get",
    summary: "Get an API key",
    input: input.object({ id: input.id, configId: input.optional(input.id) }),
    output: keyOutput,
    guards: [requireSession],
    errors: pickErrors("KEY_NOT_FOUND", "INSUFFICIENT_API_KEY_PERMISSIONS"),
    queryBudget: 2 + organizationQueries(configs, 1),
    async handle({ id, configId }, context) {
      const { row } = await findOwned(context, configs, context, id, "read");
      return presentKey(configId === undefined || row.configId === configId ? row : failWith("KEY_NOT_FOUND"));
    },
  });
}

/** Lists the user's keys, or those of an organization and its service accounts. */
export function listApiKeys(configs: KeyConfigs): EndpointOf<ApiKeyCalls["listApiKeys"]> {
  return defineEndpoint({
    method: "GET",
    path: "/api-key/list",
    summary: "List API keys",
    input: input.object({
      limit: input.optional(input.integer({ min: 1, max: 100 })),
      offset: input.optional(input.integer({ max: 100_000 })),
      sortBy: input.optional(input.oneOf("createdAt", "updatedAt", "name", "expiresAt", "lastRequest")),
      sortDirection: input.optional(input.oneOf("asc", "desc")),
      configId: input.optional(input.id),
      organizationId: input.optional(input.id),
    }),
    output: keyListOutput,
    guards: [requireSession],
    errors: sharedErrors,
    queryBudget: 3 + organizationQueries(configs, 1),
    async handle(query, context) {
      const { limit = 100, offset = 0, sortBy = "createdAt", sortDirection = "desc", configId } = query;
      const kind = configId === undefined ? {} : { configId };
      const { references } = configOf(configs, query);
      const where =
        references === "organization"
          ? await organizationCondition(context, query.organizationId, kind)
          : { ...kind, referenceId: context.user.id };
      const orderBy: Order<ApiKeyRow>[] = [{ column: sortBy, direction: sortDirection }];
      const total = await context.db.count(apiKeyTable, { where });
      const rows = await context.db.findMany(apiKeyTable, { where, orderBy, limit, offset });
      return { apiKeys: rows.map(presentKey), total, limit, offset };
    },
  });
}

/** Returns the condition that selects an organization's keys. Keys from better-auth only name it in `referenceId`. */
async function organizationCondition(
  context: RequestContext & ActiveSession,
  named: string | undefined,
  kind: { readonly configId?: string },
): Promise<Where<ApiKeyRow>> {
  const { organizationId } = await requireOrganization(context, context, named, ["apiKey", "read"]);
  return [
    { ...kind, organizationId },
    { ...kind, organizationId: null, referenceId: organizationId },
  ];
}

/** Changes a key's name, state, or lifetime. The server can change the rest. */
export function updateApiKey(configs: KeyConfigs): EndpointOf<ApiKeyCalls["updateApiKey"]> {
  return defineEndpoint({
    method: "POST",
    path: "/api-key/update",
    summary: "Update an API key",
    changes: keyStores,
    input: input.object({ ...ownFields, ...serverFields, keyId: input.id, enabled: input.optional(input.boolean) }),
    output: keyOutput,
    guards: [requireKeyCaller],
    errors: {
      ...valueErrors,
      ...pickErrors(
        "KEY_NOT_FOUND",
        "NO_VALUES_TO_UPDATE",
        "INSUFFICIENT_API_KEY_PERMISSIONS",
        "SERVICE_ACCOUNT_NOT_FOUND",
        "API_KEY_LIMIT_REACHED",
      ),
    },
    queryBudget: 6 + organizationQueries(configs, 5),
    async handle({ keyId, userId, organizationId, configId: _, enabled, ...given }, context) {
      const { caller } = context;
      if (Object.values({ ...given, enabled }).every((value) => value === undefined)) failWith("NO_VALUES_TO_UPDATE");
      const found = await findChanged(context, configs, caller, keyId, "update", userId ?? organizationId);
      const { where, settings, owned } = found;
      // A longer expiry can revive a key, so the caller needs all of its permissions, the same as for turning it on.
      const revives = given.expiresIn !== undefined;
      const raises = revives || enabled === true || given.permissions !== undefined;
      const set = { ...toColumns(context, settings, given), ...(enabled === undefined ? {} : { enabled }) };
      return context.db.transaction(async (tx) => {
        const now = context.now();
        const granted = raises || owned?.grant ? await found.lockOwner(tx) : null;
        if (raises) {
          const old = await findLocked(tx, where);
          if (given.permissions && caller)
            checkLimits(granted ?? userKeyLimits(context, settings, caller), given.permissions);
          if (revives || enabled) await checkLockedReach(tx, configs, owned?.grant, granted, old);
          if (revives) await checkRevival(tx, context, settings, old);
        }
        if ((await tx.update(apiKeyTable, { where, set: { ...set, updatedAt: now } })) === 0) failWith("KEY_NOT_FOUND");
        const data = { id: keyId, fields: Object.keys(set), ...(enabled === undefined ? {} : { enabled }) };
        await recordAudit(tx, context, { ...found.audit, action: "api-key.update", data });
        const changed = await tx.findOne(apiKeyTable, { where });
        return presentKey(changed ?? failWith("KEY_NOT_FOUND"));
      });
    },
  });
}

/** The permissions that users can give to their own keys. */
function userKeyLimits(
  context: RequestContext,
  { clientPermissions }: ApiKeySettings,
  { user }: ActiveSession,
): Permissions {
  return typeof clientPermissions === "function" ? clientPermissions(presentUser(context, user)) : {};
}

/** Deletes a key. */
export function deleteApiKey(configs: KeyConfigs): EndpointOf<ApiKeyCalls["deleteApiKey"]> {
  return defineEndpoint({
    method: "POST",
    path: "/api-key/delete",
    summary: "Delete an API key",
    changes: keyStores,
    input: input.object({ keyId: input.id, configId: input.optional(input.id) }),
    output: successResponse,
    guards: [requireSession, denyImpersonation],
    errors: pickErrors("KEY_NOT_FOUND", "INSUFFICIENT_API_KEY_PERMISSIONS"),
    queryBudget: 2 + organizationQueries(configs, 5),
    async handle({ keyId }, context) {
      const { where, audit, owned, lockOwner } = await findChanged(context, configs, context, keyId, "delete");
      await context.db.transaction(async (tx) => {
        if (owned?.grant) await lockOwner(tx);
        if ((await tx.remove(apiKeyTable, { where })) === 0) failWith("KEY_NOT_FOUND");
        const data = { id: keyId };
        await recordAudit(tx, context, { ...audit, action: "api-key.delete", data });
      });
      return { success: true };
    },
  });
}

/** Deletes keys that expired 30 days ago or earlier. */
export const deleteAllExpiredApiKeys: EndpointOf<ApiKeyCalls["deleteAllExpiredApiKeys"]> = defineEndpoint({
  method: "POST",
  path: "/api-key/delete-all-expired-api-keys",
  summary: "Delete expired API keys",
  output: object({ success: literal(true), error: literal(null), deleted: number }),
  serverOnly: true,
  queryBudget: 1,
  async handle(_, context) {
    return { success: true, error: null, deleted: await removeExpiredKeys(context.db, context.now()) };
  },
});
