/** Checks keys and counts their uses. */

import { sharedPermissions } from "@latchkey/core/access";
import { type Join, type Table, widen } from "@latchkey/core/database";
import {
  callerOf,
  defineEndpoint,
  type EndpointOf,
  findService,
  input,
  isUserBlocked,
  type OrganizationRef,
  presentUser,
  type RequestContext,
  type UserRow,
  userTable,
} from "@latchkey/core/plugin";
import type { KeyRejection, KeyVerification, Principal, VerifyApiKeyInput } from "./call-types.ts";
import type { ApiKeyCalls } from "./contract.ts";
import { verificationErrors } from "./errors.ts";
import { hashKey, isKey } from "./format.ts";
import type { KeyConfigs } from "./options.ts";
import { verificationOutput } from "./outputs.ts";
import { claimUse, isRefillDue, returnUse, takeUse } from "./quota.ts";
import { presentKey } from "./store.ts";
import {
  type ApiKeyRow,
  apiKeyTable,
  type KeyPermissions,
  type ServiceAccountRow,
  serviceAccountTable,
} from "./tables.ts";

type Code = KeyRejection["code"];

/** Why a key can't be used now. */
export interface Rejection {
  readonly code: Code;
  readonly details?: NonNullable<KeyRejection["details"]>;
}

/** A key that was checked and whose use was counted. */
export interface UsedKey {
  readonly row: ApiKeyRow;
  readonly principal: Principal & { readonly permissions: KeyPermissions };
  /** The user if the key belongs to one. `undefined` if the user's row wasn't read. */
  readonly user: UserRow | null | undefined;
}

/** Maximum length of a string that could be a key. Longer strings are rejected without a query. */
const maxKeyLength = 200;

/** How often the time of the last use is saved, in milliseconds. */
const lastRequestPrecision = 60_000;

/** Reads the owner with the key, because keys from better-auth have no foreign key, so they can outlive their owner. */
const userJoin = { owner: { table: userTable, on: { id: "referenceId" } } } as const;

const organizations: Table<OrganizationRef> = widen({ name: "organization" });

const sharedJoins = {
  ...userJoin,
  organization: { table: organizations, on: { id: "organizationId" } } satisfies Join<OrganizationRef>,
  imported: { table: organizations, on: { id: "referenceId" } } satisfies Join<OrganizationRef>,
  account: { table: serviceAccountTable, on: { id: "serviceAccountId" } } satisfies Join<ServiceAccountRow>,
} as const;

/** A key, and the owner that was read with it. */
interface FoundKey {
  readonly row: ApiKeyRow;
  readonly owner: UserRow | null;
  readonly organization: OrganizationRef | null;
  readonly account: ServiceAccountRow | null;
}

/**
 * Checks a key and counts its use. Sends one query for most keys. A key with limited uses can take a second query to
 * read the key, if this instance hasn't seen it yet or it belongs to a service account, and a third one for a refill.
 */
export function verifyApiKey(configs: KeyConfigs): EndpointOf<ApiKeyCalls["verifyApiKey"]> {
  return defineEndpoint({
    method: "POST",
    path: "/api-key/verify",
    summary: "Verify an API key",
    input: input.object<VerifyApiKeyInput>({
      key: input.rawText(),
      permissions: input.optional(input.record(input.rawText(), input.list(input.rawText()))),
      configId: input.optional(input.rawText()),
    }),
    output: verificationOutput,
    serverOnly: true,
    queryBudget: 3,
    async handle({ key, permissions, configId }, context) {
      const used = await takeKey(context, configs, key, { permissions, configId });
      if ("code" in used) return reject(used.code, used.details);
      return { valid: true, error: null, key: { ...presentKey(used.row), ...describePermissions(used) } };
    },
  });
}

/** Returns what the key can do now. Omits `permissions` if the key has none. */
function describePermissions({ row, principal }: UsedKey): { readonly permissions?: KeyPermissions } {
  return row.permissions === null && principal.kind !== "service" ? {} : { permissions: principal.permissions };
}

function reject(code: Code, details?: KeyRejection["details"]): KeyVerification {
  const error = { code, message: verificationErrors[code], ...(details ? { details } : {}) };
  return { valid: false, error, key: null };
}

/** What a caller requires of a key. */
export interface KeyRequirement {
  readonly permissions?: KeyPermissions | undefined;
  readonly configId?: string | undefined;
}

const cacheKey: unique symbol = Symbol("used API keys");

/**
 * Checks a key and counts its use once per request, however often it's called. Each `auth.api` call is a separate
 * request. Sends no query for a string that can't be a key.
 */
export async function takeKey(
  context: RequestContext,
  configs: KeyConfigs,
  key: string,
  required: KeyRequirement = {},
): Promise<UsedKey | Rejection> {
  if (key.length > maxKeyLength || !isKey(key)) return { code: "INVALID_API_KEY" };
  const hash = hashKey(key);
  const cache = (context.requestCache.get(cacheKey) ?? new Map()) as Map<string, UsedKey>;
  context.requestCache.set(cacheKey, cache);
  const known = cache.get(hash);
  if (known) return checkRequired(known, required) ?? known;
  const used = (await claimKey(context, configs, hash, required)) ?? (await readKey(context, configs, hash, required));
  if ("code" in used) return used;
  storeUse(context, used.row);
  cache.set(hash, used);
  return used;
}

/** Reads a key, checks it, and counts its use. */
async function readKey(
  context: RequestContext,
  configs: KeyConfigs,
  hash: string,
  required: KeyRequirement,
): Promise<UsedKey | Rejection> {
  const found = await findKey(context, configs, hash);
  if (!found) return { code: "INVALID_API_KEY" };
  configs.limitedKeys.note(found.row);
  const used = await describe(context, configs, found);
  if ("code" in used) return used;
  return checkRequired(used, required) ?? (await countUse(context, found.row)) ?? used;
}

/**
 * Takes one of a key's limited uses and checks the rest afterward, so that an accepted key costs one query. If the key
 * is then rejected, gives the use back. Returns `null` if the key has to be read.
 */
async function claimKey(
  context: RequestContext,
  { limitedKeys }: KeyConfigs,
  hash: string,
  required: KeyRequirement,
): Promise<UsedKey | Rejection | null> {
  // MySQL can't return an updated row. Reading the key first takes fewer queries there.
  const owner = context.db.dialect === "mysql" ? undefined : limitedKeys.get(hash);
  const row = owner === undefined ? null : await claimUse(context, hash, owner);
  if (owner === undefined || row === null) return null;
  const permissions = row.permissions ?? {};
  const principal =
    owner === "user"
      ? { kind: owner, id: row.referenceId, permissions }
      : { kind: owner, id: row.organizationId ?? row.referenceId, permissions };
  const used: UsedKey = { row, principal, user: owner === "user" ? undefined : null };
  const rejection = checkRequired(used, required) ?? (await countRate(context, row));
  if (rejection) {
    await returnUse(context, row);
    return rejection;
  }
  // If a refill is due, that use belonged to the previous period. Take one from the refill instead.
  if (isRefillDue(row, context.now()) && !(await takeUse(context, row))) return { code: "USAGE_EXCEEDED" };
  return used;
}

/** One query. */
async function findKey(context: RequestContext, configs: KeyConfigs, hash: string): Promise<FoundKey | null> {
  const where = { key: hash };
  if (!configs.shared) {
    const found = await context.db.findOne(apiKeyTable, { where, join: userJoin });
    if (!found) return null;
    const { owner, ...row } = found;
    return { row, owner, organization: null, account: null };
  }
  const found = await context.db.findOne(apiKeyTable, { where, join: sharedJoins });
  if (!found) return null;
  const { owner, organization, imported, account, ...row } = found;
  return { row, owner, organization: organization ?? imported, account };
}

/** Returns who the key represents and what it can do, or why it can't be used. */
async function describe(context: RequestContext, configs: KeyConfigs, found: FoundKey): Promise<UsedKey | Rejection> {
  const { row, owner, organization, account } = found;
  const settings = configs.all.get(row.configId) ?? configs.first;
  const isShared = Boolean(row.organizationId) || (row.userId === null && settings.references === "organization");
  if (isShared ? !organization : !owner) return { code: "INVALID_API_KEY" };
  if (!row.enabled || account?.disabled || (owner && isUserBlocked(context, owner))) return { code: "KEY_DISABLED" };
  const now = context.now().getTime();
  if ([row.expiresAt, row.graceUntil].some((end) => end !== null && end.getTime() <= now))
    return { code: "KEY_EXPIRED" };
  if (row.serviceAccountId) {
    if (!account || !organization) return { code: "INVALID_API_KEY" };
    const access = findService(context, "organizationAccess");
    const granted = access ? await access.permissionsOf(context, organization, account.role) : {};
    const permissions = sharedPermissions(row.permissions ?? granted, granted);
    return {
      row,
      principal: { kind: "service", id: account.id, organizationId: organization.id, permissions },
      user: null,
    };
  }
  if (organization && !owner) {
    return {
      row,
      principal: { kind: "organization", id: organization.id, permissions: row.permissions ?? {} },
      user: null,
    };
  }
  const { clientPermissions } = settings;
  const permissions =
    row.permissions !== null && owner && typeof clientPermissions === "function"
      ? sharedPermissions(row.permissions, clientPermissions(presentUser(context, owner)))
      : (row.permissions ?? {});
  return { row, principal: { kind: "user", id: row.referenceId, permissions }, user: owner };
}

function checkRequired({ row, principal }: UsedKey, { permissions = {}, configId }: KeyRequirement): Rejection | null {
  if (configId !== undefined && configId !== row.configId) return { code: "INVALID_API_KEY" };
  const { permissions: granted } = principal;
  const isAllowed = Object.entries(permissions).every(([resource, actions]) => {
    const own = Object.hasOwn(granted, resource) ? (granted[resource] ?? []) : [];
    return actions.every((action) => own.includes(action));
  });
  return isAllowed ? null : { code: "INSUFFICIENT_API_KEY_PERMISSIONS" };
}

/** A replaced key and its successor share their limits. */
function limitsId({ id, rotatedTo }: ApiKeyRow): string {
  return rotatedTo ?? id;
}

/** Counts a use for the rate limit. */
async function countRate(context: RequestContext, row: ApiKeyRow): Promise<Rejection | null> {
  const { rateLimitEnabled, rateLimitMax, rateLimitTimeWindow } = row;
  if (!rateLimitEnabled || rateLimitMax === null || rateLimitTimeWindow === null) return null;
  const rule = { max: rateLimitMax, window: rateLimitTimeWindow / 1000 };
  const wait = await context.counter.hit(`api-key|${limitsId(row)}`, rule, context.now().getTime());
  return wait === null ? null : { code: "RATE_LIMITED", details: { tryAgainIn: Math.ceil(wait) } };
}

/** Counts the use. The rate limit is checked first, so that a rejected call doesn't consume a remaining use. */
async function countUse(context: RequestContext, row: ApiKeyRow): Promise<Rejection | null> {
  const limited = await countRate(context, row);
  if (limited !== null || row.remaining === null) return limited;
  const where = { id: limitsId(row) };
  const counted = row.rotatedTo === null ? row : await context.db.findOne(apiKeyTable, { where });
  return counted && (await takeUse(context, counted)) ? null : { code: "USAGE_EXCEEDED" };
}

/** Stores when and from where the key was used, after the response. */
function storeUse(context: RequestContext, { id, lastRequest }: ApiKeyRow): void {
  const now = context.now();
  if (lastRequest !== null && now.getTime() - lastRequest.getTime() < lastRequestPrecision) return;
  const { ipAddress } = callerOf(context);
  const set = { lastRequest: now, ...(ipAddress === null ? {} : { lastRequestIp: ipAddress }) };
  context.afterResponse(() =>
    context.db.update(apiKeyTable, { where: { id, lastRequest }, set }).then(() => undefined),
  );
}
