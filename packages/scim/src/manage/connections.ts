/** The calls that create, change, and delete connections. */

import { randomId } from "@latchkey/core/crypto";
import type { Transaction } from "@latchkey/core/database";
import {
  type ActingCaller,
  auditActor,
  type CallerSession,
  defineEndpoint,
  type EndpointOf,
  getService,
  type InputField,
  input,
  type OrganizationScope,
  type RequestContext,
  recordAudit,
  requireManagingCaller,
} from "@latchkey/core/plugin";
import type { ScimAuditAction } from "../audit-actions.ts";
import type {
  CreateScimConnectionInput,
  DeleteScimConnectionInput,
  NewScimToken,
  ScimCalls,
  ScimConnection,
  UpdateScimConnectionInput,
} from "../contract.ts";
import { failWith, pickErrors } from "../errors.ts";
import { lockAccounts } from "../locks.ts";
import type { ScimSettings } from "../options.ts";
import { connectionOutput, deletedConnectionOutput, newConnectionOutput, presentConnection } from "../outputs.ts";
import {
  connectionTable,
  type Deprovisioning,
  type ScimConnectionRow,
  type ScimUserRow,
  scimUserTable,
} from "../tables.ts";
import { endUser } from "../users/store.ts";
import {
  checkRank,
  checkRanks,
  checkRole,
  findConnection,
  lockConnection,
  type ManagedConnection,
  requireScope,
  scopeErrors,
} from "./access.ts";
import { changeLimit, expiresInField, scimStores } from "./shared.ts";
import { insertToken } from "./tokens.ts";

/** Input field for the name of a connection. */
export const nameField: InputField<string> = input.text({ min: 1, max: 100 });
const roleField = input.text({ min: 1 });
const deprovisionField = input.oneOf("suspend", "remove");

const foundErrors = pickErrors("SCIM_CONNECTION_NOT_FOUND", "YOU_ARE_NOT_ALLOWED_TO_MANAGE_SCIM");

/** Creates a connection and returns its first token once. */
export function createConnection(settings: ScimSettings): EndpointOf<ScimCalls["createScimConnection"]> {
  return defineEndpoint({
    method: "POST",
    path: "/scim/create-connection",
    summary: "Create a SCIM connection",
    changes: scimStores,
    input: input.object<CreateScimConnectionInput>({
      organizationId: input.optional(input.id),
      name: nameField,
      defaultRole: input.optional(roleField),
      deprovision: input.optional(deprovisionField),
      readOnly: input.optional(input.boolean),
      expiresIn: input.optional(expiresInField),
    }),
    output: newConnectionOutput,
    guards: [requireManagingCaller],
    errors: { ...scopeErrors, ...pickErrors("SCIM_CONNECTION_LIMIT_REACHED", "SCIM_ROLE_NOT_ALLOWED") },
    rateLimit: changeLimit,
    queryBudget: 12,
    async handle(given, context) {
      const scope = await requireScope(context, given.organizationId, "create");
      const { defaultRole = settings.defaultRole, deprovision = settings.deprovision } = given;
      await checkRank(scope, defaultRole);
      return context.db.transaction(async (tx) => {
        await scope.lock(tx);
        await checkRanks(tx, scope, [defaultRole]);
        return insertConnection(tx, context, settings, scope, { ...given, defaultRole, deprovision });
      });
    },
  });
}

/** The values of a new connection. */
interface NewConnection extends Pick<CreateScimConnectionInput, "name" | "readOnly" | "expiresIn"> {
  readonly defaultRole: string;
  readonly deprovision: Deprovisioning;
}

/**
 * Inserts a connection with its first token while holding the scope's lock.
 * @throws {AuthError} `SCIM_CONNECTION_LIMIT_REACHED`, `SCIM_ROLE_NOT_ALLOWED`
 */
export async function insertConnection(
  tx: Transaction,
  context: RequestContext & ActingCaller,
  { maxConnections }: ScimSettings,
  scope: OrganizationScope,
  { name, defaultRole, deprovision, ...token }: NewConnection,
): Promise<ScimConnection & NewScimToken> {
  const { organizationId } = scope;
  await checkRole(tx, context, scope, defaultRole);
  if ((await tx.count(connectionTable, { where: { organizationId } })) >= maxConnections) {
    failWith("SCIM_CONNECTION_LIMIT_REACHED");
  }
  const row: ScimConnectionRow = {
    id: randomId(context.random),
    organizationId,
    name,
    enabled: true,
    defaultRole,
    deprovision,
    lastRequestAt: null,
    createdBy: context.caller?.user.id ?? null,
    setupLinkId: context.setupLinkId ?? null,
    createdAt: context.now(),
  };
  await tx.insert(connectionTable, row);
  await recordConnection(tx, context, row, "scim.connection.create", { name, defaultRole, deprovision });
  return { ...presentConnection(context, row), ...(await insertToken(tx, context, row, token)) };
}

/** Changes a connection's name, default role, or deprovisioning, or turns it on or off. */
export const updateConnection: EndpointOf<ScimCalls["updateScimConnection"]> = defineEndpoint({
  method: "POST",
  path: "/scim/update-connection",
  summary: "Update a SCIM connection",
  changes: scimStores,
  input: input.object<UpdateScimConnectionInput>({
    id: input.id,
    name: input.optional(nameField),
    enabled: input.optional(input.boolean),
    defaultRole: input.optional(roleField),
    deprovision: input.optional(deprovisionField),
  }),
  output: connectionOutput,
  guards: [requireManagingCaller],
  errors: { ...foundErrors, ...pickErrors("SCIM_ROLE_NOT_ALLOWED") },
  rateLimit: changeLimit,
  queryBudget: 12,
  async handle({ id, ...given }, context) {
    const managed = await findConnection(context, id, "update");
    const { defaultRole } = given;
    if (defaultRole !== undefined) await checkRank(managed.scope, defaultRole);
    const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const changed = await context.db.transaction(async (tx) => {
      const row = await lockConnection(tx, managed);
      if (defaultRole !== undefined) {
        await checkRole(tx, context, managed.scope, defaultRole);
        // Members can lose the old role, so this requires the same permissions as assigning it.
        await checkRanks(tx, managed.scope, [row.defaultRole, defaultRole]);
      }
      if (Object.keys(set).length === 0) return row;
      await tx.update(connectionTable, { where: { id }, set });
      await recordConnection(tx, context, row, "scim.connection.update", set);
      return { ...row, ...set };
    });
    return presentConnection(context, changed);
  },
});

/** Maximum users to deprovision per call. Each user takes a transaction. */
const usersPerCall = 100;

/** Deletes a connection. With `deprovision`, this can take several calls. A failed call can be repeated. */
export const deleteConnection: EndpointOf<ScimCalls["deleteScimConnection"]> = defineEndpoint({
  method: "POST",
  path: "/scim/delete-connection",
  summary: "Delete a SCIM connection",
  changes: scimStores,
  input: input.object<DeleteScimConnectionInput>({
    id: input.id,
    members: input.optional(input.oneOf("keep", "deprovision")),
  }),
  output: deletedConnectionOutput,
  guards: [requireManagingCaller],
  errors: { ...foundErrors, ...pickErrors("SCIM_ROLE_NOT_ALLOWED") },
  rateLimit: { window: 60, max: 600 },
  queryBudget: 30 * usersPerCall,
  async handle({ id, members = "keep" }, context) {
    const managed = await findConnection(context, id, "delete");
    const { row } = managed;
    if (members === "deprovision") {
      // Turn it off first, so that the directory can't add users in the meantime.
      await context.db.transaction(async (tx) => {
        await lockConnection(tx, managed);
        await tx.update(connectionTable, { where: { id }, set: { enabled: false } });
      });
      const remaining = await deprovisionUsers(context, managed);
      if (remaining > 0) return { success: true, remaining };
    }
    await context.db.transaction(async (tx) => {
      await lockConnection(tx, managed);
      await tx.remove(connectionTable, { where: { id } });
      await recordConnection(tx, context, row, "scim.connection.delete", { name: row.name, members });
    });
    return { success: true, remaining: 0 };
  },
});

/**
 * Deprovisions users, and returns how many are left.
 * @throws {AuthError} `SCIM_ROLE_NOT_ALLOWED` if one of them has a permission that the caller lacks
 */
async function deprovisionUsers(context: RequestContext & CallerSession, managed: ManagedConnection): Promise<number> {
  const { row: connection, scope } = managed;
  const where = { connectionId: connection.id };
  const orderBy = [{ column: "id" }] as const;
  const users = await context.db.findMany(scimUserTable, {
    where,
    columns: ["id", "userId"],
    orderBy,
    limit: usersPerCall,
  });
  for (const { id, userId } of users) {
    await context.db.transaction(async (tx) => {
      await lockAccounts(tx, [userId, context.caller?.user.id]);
      await scope.lock(tx);
      const row = await tx.lock(scimUserTable, id);
      if (!row) return;
      await checkRankOver(tx, context, managed, row);
      await endUser(tx, context, connection, row);
    });
  }
  return context.db.count(scimUserTable, { where });
}

async function checkRankOver(
  tx: Transaction,
  context: RequestContext,
  { scope }: ManagedConnection,
  { userId }: ScimUserRow,
): Promise<void> {
  if (userId === null) return;
  const { members } = getService(context, "organizationAccess");
  const member = await tx.findOne(members, { where: { organizationId: scope.organizationId, userId } });
  if (member) await checkRanks(tx, scope, [member.role]);
}

/** Records a change to a connection. @param data values in addition to the connection's id, never a secret */
export function recordConnection(
  tx: Transaction,
  context: RequestContext & ActingCaller,
  { id, organizationId }: ScimConnectionRow,
  action: ScimAuditAction,
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { actorId, data: by } = auditActor(context);
  return recordAudit(tx, context, { action, actorId, organizationId, data: { scimConnectionId: id, ...data, ...by } });
}
