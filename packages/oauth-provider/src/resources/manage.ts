/** The calls that manage the APIs in the table. The app itself and site admins with the permission can call them. */

import { randomId } from "@latchkey/core/crypto";
import { type Transaction, UniqueViolation } from "@latchkey/core/database";
import {
  defineEndpoint,
  type EndpointOf,
  input,
  maxCursorLength,
  type RequestContext,
  recordAudit,
  timePages,
} from "@latchkey/core/plugin";
import { successResponse } from "@latchkey/core/shapes";
import type { AdminOAuthCalls } from "../admin-contract.ts";
import type { OAuthProviderAuditAction } from "../audit-actions.ts";
import { failWith, pickErrors } from "../errors.ts";
import type { ProviderSettings } from "../options.ts";
import { type ResourceManager, requireResourceManager } from "./guard.ts";
import {
  checkIdentifier,
  checkPolicy,
  identifierField,
  policyFields,
  presentFixed,
  presentResource,
  resourceOutput,
  resourcePageOutput,
  resourceWithClientsOutput,
} from "./policy-input.ts";
import { type OAuthResourceRow, oauthClientResourceTable, oauthResourceTable } from "./tables.ts";
import type { CreateResourceInput, ListResourcesQuery, ResourcePolicyInput, UpdateResourceInput } from "./types.ts";

/** Adds a resource. */
export function createResource(settings: ProviderSettings): EndpointOf<AdminOAuthCalls["adminCreateOAuthResource"]> {
  return defineEndpoint({
    method: "POST",
    path: "/admin/oauth2/create-resource",
    summary: "Add an API that clients can get tokens for",
    input: input.object<CreateResourceInput>({ ...policyFields, ...identifierField }),
    output: resourceOutput,
    guards: [requireResourceManager("create")],
    errors: pickErrors("INVALID_OAUTH_RESOURCE", "OAUTH_RESOURCE_ALREADY_EXISTS"),
    queryBudget: 2,
    async handle(given, context) {
      checkIdentifier(settings, given.identifier);
      checkPolicy(context, settings, given);
      const row = newRow(context, given);
      const insert = context.db.transaction(async (tx) => {
        await tx.insert(oauthResourceTable, row);
        await record(tx, context, "oauth-resource.create", { identifier: row.identifier });
      });
      await insert.catch((error: unknown) => {
        if (error instanceof UniqueViolation) return failWith("OAUTH_RESOURCE_ALREADY_EXISTS");
        throw error;
      });
      return presentResource(row);
    },
  });
}

function newRow({ random, now }: RequestContext, given: CreateResourceInput): OAuthResourceRow {
  return {
    id: randomId(random),
    identifier: given.identifier,
    name: given.name ?? given.identifier,
    accessTokenTtl: given.accessTokenTtl ?? null,
    refreshTokenTtl: given.refreshTokenTtl ?? null,
    signingAlgorithm: given.signingAlgorithm ?? null,
    allowedScopes: given.allowedScopes ?? null,
    customClaims: given.customClaims ?? null,
    dpopBoundAccessTokensRequired: given.dpopBoundAccessTokensRequired ?? false,
    disabled: given.disabled ?? false,
    policyVersion: 1,
    metadata: given.metadata ?? null,
    createdAt: now(),
    updatedAt: now(),
  };
}

const newestFirst = timePages("createdAt", "desc");

/** Lists resources, newest first. The first page starts with the resources from the options. */
export function listResources(settings: ProviderSettings): EndpointOf<AdminOAuthCalls["adminListOAuthResources"]> {
  return defineEndpoint({
    method: "GET",
    path: "/admin/oauth2/list-resources",
    summary: "List the APIs that clients can get tokens for",
    input: input.object<ListResourcesQuery>({
      limit: input.optional(input.integer({ min: 1, max: 100 })),
      cursor: input.optional(input.text({ min: 1, max: maxCursorLength })),
    }),
    output: resourcePageOutput,
    guards: [requireResourceManager("read")],
    queryBudget: 2,
    async handle(query, { db }) {
      const found = await db.findMany(oauthResourceTable, newestFirst.select(query));
      const { rows, nextCursor } = newestFirst.toPage(found, query);
      const fixed = query.cursor === undefined ? [...settings.resources.values()].map(presentFixed) : [];
      return { resources: [...fixed, ...rows.map(presentResource)], nextCursor };
    },
  });
}

/** Returns a resource with its clients. */
export function getResource(settings: ProviderSettings): EndpointOf<AdminOAuthCalls["adminGetOAuthResource"]> {
  return defineEndpoint({
    method: "GET",
    path: "/admin/oauth2/get-resource",
    summary: "Get an API and the clients that are linked to it",
    input: input.object(identifierField),
    output: resourceWithClientsOutput,
    guards: [requireResourceManager("read")],
    errors: pickErrors("OAUTH_RESOURCE_NOT_FOUND"),
    queryBudget: 3,
    async handle({ identifier }, { db }) {
      const fixed = settings.resources.get(identifier);
      if (fixed) return { ...presentFixed(fixed), clients: [] };
      const row = await db.findOne(oauthResourceTable, { where: { identifier } });
      if (!row) return failWith("OAUTH_RESOURCE_NOT_FOUND");
      const links = await db.findMany(oauthClientResourceTable, { where: { resourceId: identifier }, limit: 1000 });
      return { ...presentResource(row), clients: links.map(({ clientId }) => clientId) };
    },
  });
}

/** Changes a resource. New tokens get the new policy, even those of existing grants. */
export function updateResource(settings: ProviderSettings): EndpointOf<AdminOAuthCalls["adminUpdateOAuthResource"]> {
  return defineEndpoint({
    method: "POST",
    path: "/admin/oauth2/update-resource",
    summary: "Change an API that clients can get tokens for",
    input: input.object<UpdateResourceInput>({
      ...identifierField,
      update: input.object<UpdateResourceInput["update"]>(policyFields),
    }),
    output: resourceOutput,
    guards: [requireResourceManager("update")],
    errors: pickErrors("INVALID_OAUTH_RESOURCE", "OAUTH_RESOURCE_NOT_FOUND", "OAUTH_RESOURCE_IS_FIXED"),
    queryBudget: 4,
    async handle({ identifier, update }, context) {
      checkPolicy(context, settings, update);
      const row = await context.db.transaction(async (tx) => {
        const before = await lockResource(tx, settings, identifier);
        const set = { ...withoutUndefined(update), policyVersion: before.policyVersion + 1, updatedAt: context.now() };
        await tx.update(oauthResourceTable, { where: { id: before.id }, set });
        await record(tx, context, "oauth-resource.update", { identifier, policyVersion: set.policyVersion });
        return { ...before, ...set };
      });
      return presentResource(row);
    },
  });
}

type Policy = Pick<OAuthResourceRow, keyof ResourcePolicyInput>;

function withoutUndefined(update: ResourcePolicyInput): Partial<Policy> {
  return Object.fromEntries(Object.entries(update).filter(([, value]) => value !== undefined)) as Partial<Policy>;
}

/**
 * Deletes a resource. Its tokens can't be refreshed and count as inactive, even if a new resource gets the same name.
 */
export function deleteResource(settings: ProviderSettings): EndpointOf<AdminOAuthCalls["adminDeleteOAuthResource"]> {
  return defineEndpoint({
    method: "POST",
    path: "/admin/oauth2/delete-resource",
    summary: "Delete an API that clients can get tokens for",
    input: input.object(identifierField),
    output: successResponse,
    guards: [requireResourceManager("delete")],
    errors: pickErrors("OAUTH_RESOURCE_NOT_FOUND", "OAUTH_RESOURCE_IS_FIXED"),
    queryBudget: 4,
    async handle({ identifier }, context) {
      await context.db.transaction(async (tx) => {
        const { id } = await lockResource(tx, settings, identifier);
        await tx.remove(oauthResourceTable, { where: { id } });
        await record(tx, context, "oauth-resource.delete", { identifier });
      });
      return { success: true as const };
    },
  });
}

/**
 * Locks a resource in the table.
 * @throws {AuthError} `OAUTH_RESOURCE_NOT_FOUND`, or `OAUTH_RESOURCE_IS_FIXED` if it's in the options
 */
export async function lockResource(
  tx: Transaction,
  settings: ProviderSettings,
  identifier: string,
): Promise<OAuthResourceRow> {
  if (settings.resources.has(identifier)) failWith("OAUTH_RESOURCE_IS_FIXED");
  const found = await tx.findOne(oauthResourceTable, { where: { identifier }, columns: ["id"] });
  return (found && (await tx.lock(oauthResourceTable, found.id))) ?? failWith("OAUTH_RESOURCE_NOT_FOUND");
}

/** Records a change to a resource in the audit log. */
export async function record(
  tx: Transaction,
  context: RequestContext & ResourceManager,
  action: OAuthProviderAuditAction,
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  await recordAudit(tx, context, { action, actorId: context.manager?.user.id ?? null, data });
}
