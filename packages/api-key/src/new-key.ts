/** Creates keys that aren't stored yet. */

import { type Permissions, sharedPermissions } from "@latchkey/core/access";
import { randomId } from "@latchkey/core/crypto";
import type { RequestContext } from "@latchkey/core/plugin";
import type { CreateApiKeyInput, NewApiKey } from "./call-types.ts";
import { generateKey, hashKey } from "./format.ts";
import type { ApiKeySettings } from "./options.ts";
import type { KeyOwner } from "./owner.ts";
import { presentKey } from "./store.ts";
import type { ApiKeyRow } from "./tables.ts";
import { toColumns, toDate } from "./values.ts";

/** A key that isn't stored yet. */
export interface UnsavedKey {
  readonly row: ApiKeyRow;
  readonly response: NewApiKey;
}

/** A new key with the values of a request and the defaults of its kind. */
export function newKey(
  context: RequestContext,
  settings: ApiKeySettings,
  { columns, limits }: KeyOwner,
  given: CreateApiKeyInput,
  isShared: boolean,
): UnsavedKey {
  const {
    userId: _user,
    organizationId: _organization,
    serviceAccountId: _account,
    configId: _config,
    ...rest
  } = given;
  const { prefix = settings.defaultPrefix, ...values } = rest;
  const { organizationId, serviceAccountId, ...own } = columns;
  return withSecret(context, settings, {
    ...emptyKey,
    ...own,
    // Without the organization plugin, the table doesn't have these columns.
    ...(isShared ? { organizationId: organizationId ?? null, serviceAccountId: serviceAccountId ?? null } : {}),
    configId: settings.configId,
    prefix: prefix === "" ? null : prefix,
    expiresAt: toDate(context, settings.expiration.default),
    rateLimitEnabled: settings.rateLimit.enabled,
    rateLimitTimeWindow: settings.rateLimit.timeWindow,
    rateLimitMax: settings.rateLimit.max,
    permissions: defaultPermissions(settings, limits),
    ...toColumns(context, settings, values),
  });
}

/** A member's key gets no default permission that the member lacks. Users' keys are limited when they're used. */
function defaultPermissions(
  { permissions, references, clientPermissions }: ApiKeySettings,
  limits: Permissions | null,
): ApiKeySettings["permissions"] {
  const isLimited = references === "organization" && clientPermissions !== false;
  return isLimited && limits && permissions ? sharedPermissions(permissions, limits) : permissions;
}

const emptyKey = {
  name: null,
  enabled: true,
  remaining: null,
  refillAmount: null,
  refillInterval: null,
  lastRefillAt: null,
  lastRequest: null,
  lastRequestIp: null,
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
