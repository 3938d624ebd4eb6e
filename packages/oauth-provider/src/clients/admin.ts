/** The calls of site admins. They exist only if the app has `admin()`. */

import type { Adapter } from "@latchkey/core/database";
import {
  type AdminGuards,
  defineEndpoint,
  type EndpointOf,
  input,
  maxCursorLength,
  recordAudit,
  requireAdmin,
  timePages,
} from "@latchkey/core/plugin";
import { number, object } from "@latchkey/core/shapes";
import type { AdminOAuthCalls } from "../admin-contract.ts";
import type {
  AdminOAuthClient,
  AdminUpdateClientInput,
  ListOAuthClientsQuery,
  RevokeGrantsInput,
} from "../call-types.ts";
import { failWith, pickErrors, providerErrors } from "../errors.ts";
import { removeApprovals } from "../grants/consents.ts";
import type { ProviderSettings } from "../options.ts";
import { type OAuthClientRow, oauthClientTable, oauthConsentTable, oauthGrantTable } from "../tables.ts";
import { originOf, presentClient } from "./metadata.ts";
import { adminClientOutput, clientPageOutput } from "./outputs.ts";
import { findClient } from "./store.ts";

const { YOU_ARE_NOT_ALLOWED_TO_MANAGE_CLIENTS: denied } = providerErrors;

function requireClientAdmin(
  action: "list" | "update" | "revoke",
): AdminGuards<"YOU_ARE_NOT_ALLOWED_TO_MANAGE_CLIENTS"> {
  const code = "YOU_ARE_NOT_ALLOWED_TO_MANAGE_CLIENTS";
  return requireAdmin({ permissions: { oauthClient: [action] }, code, error: denied });
}

const maxPerPage = 100;

/** Returns a page of all clients, newest first. */
export function listClientsForAdmin(settings: ProviderSettings): EndpointOf<AdminOAuthCalls["adminListOAuthClients"]> {
  return defineEndpoint({
    method: "GET",
    path: "/admin/oauth2/list-clients",
    summary: "List all clients",
    input: input.object<ListOAuthClientsQuery>({
      search: input.optional(input.text({ max: 255 })),
      limit: input.optional(input.integer({ min: 1, max: maxPerPage })),
      cursor: input.optional(input.text({ min: 1, max: maxCursorLength })),
    }),
    output: clientPageOutput,
    guards: requireClientAdmin("list"),
    rateLimit: { window: 60, max: 300 },
    queryBudget: 3,
    async handle(query, { db }) {
      const { rows, ...page } = await findPage(db, query);
      return { ...page, clients: rows.map((row) => presentForAdmin(settings, row)) };
    },
  });
}

const newestFirst = timePages("createdAt", "desc");

async function findPage(db: Adapter, { search = "", ...query }: ListOAuthClientsQuery) {
  const where = search === "" ? {} : [{ clientId: search }, { name: { contains: search } }];
  const found = await db.findMany(oauthClientTable, { where, ...newestFirst.select(query) });
  const { rows, nextCursor } = newestFirst.toPage(found, query);
  const total = nextCursor === null ? () => rows.length : () => db.count(oauthClientTable, { where });
  return { rows, total: query.cursor === undefined ? await total() : null, nextCursor };
}

function presentForAdmin(settings: ProviderSettings, row: OAuthClientRow): AdminOAuthClient {
  return { ...presentClient(settings, row), origin: originOf(row), blocked: row.blocked, last_used_at: row.lastUsedAt };
}

/** Disables or enables a client. */
export function updateClientForAdmin(
  settings: ProviderSettings,
): EndpointOf<AdminOAuthCalls["adminUpdateOAuthClient"]> {
  return defineEndpoint({
    method: "POST",
    path: "/admin/oauth2/update-client",
    summary: "Disable or enable any client",
    input: input.object<AdminUpdateClientInput>({
      client_id: input.id,
      update: input.object<AdminUpdateClientInput["update"]>({ disabled: input.boolean }),
    }),
    output: adminClientOutput,
    guards: requireClientAdmin("update"),
    errors: pickErrors("OAUTH_CLIENT_NOT_FOUND"),
    queryBudget: 3,
    async handle({ client_id: clientId, update: { disabled } }, context) {
      const set = { blocked: disabled, updatedAt: context.now() };
      const row = await context.db.transaction(async (tx) => {
        await tx.update(oauthClientTable, { where: { clientId }, set });
        const changed = (await findClient(tx, clientId)) ?? failWith("OAUTH_CLIENT_NOT_FOUND");
        const { organizationId = null } = changed;
        const audit = { actorId: context.user.id, organizationId, data: { clientId, disabled, by: "admin" } };
        await recordAudit(tx, context, { action: "oauth-client.update", ...audit });
        return changed;
      });
      return presentForAdmin(settings, row);
    },
  });
}

/** Revokes the access that users have granted to a client. They have to consent again before it gets access. */
export const revokeGrantsForAdmin: EndpointOf<AdminOAuthCalls["adminRevokeOAuthGrants"]> = defineEndpoint({
  method: "POST",
  path: "/admin/oauth2/revoke-grants",
  summary: "Revoke the access that users have granted to a client",
  input: input.object<RevokeGrantsInput>({ client_id: input.id, userId: input.optional(input.id) }),
  output: object<{ readonly revoked: number }>({ revoked: number }),
  guards: requireClientAdmin("revoke"),
  errors: pickErrors("OAUTH_CLIENT_NOT_FOUND"),
  queryBudget: 6,
  async handle({ client_id: clientId, userId }, context) {
    const revoked = await context.db.transaction(async (tx) => {
      if (!(await findClient(tx, clientId))) failWith("OAUTH_CLIENT_NOT_FOUND");
      const of = userId === undefined ? {} : { userId };
      await tx.remove(oauthConsentTable, { where: { clientId, ...of } });
      await removeApprovals(tx, context, { clientId, ...of });
      const ended = await tx.remove(oauthGrantTable, { where: { clientId, ...of } });
      const data = { clientId, ended, reason: "revoked-by-admin" };
      await recordAudit(tx, context, { action: "oauth-grant.revoke", actorId: context.user.id, ...of, data });
      return ended;
    });
    return { revoked };
  },
});
