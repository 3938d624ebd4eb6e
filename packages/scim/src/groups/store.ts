/** Creates, changes, and deletes a directory's groups. */

import { randomId } from "@latchkey/core/crypto";
import type { Transaction } from "@latchkey/core/database";
import { type RequestContext, recordAudit, StaleUserError } from "@latchkey/core/plugin";
import type { ScimAuditAction } from "../audit-actions.ts";
import { refuse } from "../errors.ts";
import { accountsOf, checkAccounts, lockAccounts, lockOrganization, retryStale } from "../locks.ts";
import type { ScimSettings } from "../options.ts";
import { checkVersion } from "../protocol/version.ts";
import type { Json } from "../schema/attributes.ts";
import { type ScimConnectionRow, type ScimGroupRow, scimGroupTable } from "../tables.ts";
import { lockConnection } from "../users/store.ts";
import { affectedIds, changeMembers, lockUsers, type MemberChange, memberIds } from "./members.ts";
import { syncRoles } from "./roles.ts";
import { planTeam, syncTeamOfGroup } from "./teams.ts";

/** The columns that store a group's attributes. */
type GroupFacts = Pick<ScimGroupRow, "displayName" | "displayNameKey" | "externalId">;

const maxKeyLength = 255;

/** @throws {AuthError} `SCIM_INVALID_VALUE` */
function readFacts({ displayName, externalId }: Json): GroupFacts {
  if (typeof displayName !== "string" || displayName.trim() === "") {
    return refuse("SCIM_INVALID_VALUE", "displayName is missing");
  }
  const id = externalId === undefined || externalId === "" ? null : String(externalId);
  if (displayName.length > maxKeyLength || (id ?? "").length > maxKeyLength) {
    refuse("SCIM_INVALID_VALUE", `displayName and externalId can have at most ${maxKeyLength} characters`);
  }
  return { displayName, displayNameKey: displayName.toLowerCase(), externalId: id };
}

/**
 * Creates a group. Its members get no role until an organization admin maps it to one.
 * @throws {AuthError} `SCIM_UNIQUENESS`, `SCIM_INVALID_VALUE`, `SCIM_LIMIT_REACHED`
 */
export async function createGroup(
  context: RequestContext,
  { maxUsers }: ScimSettings,
  connection: ScimConnectionRow,
  attributes: Json,
  members: readonly string[],
): Promise<ScimGroupRow> {
  const now = context.now();
  const row: ScimGroupRow = {
    id: randomId(context.random),
    connectionId: connection.id,
    ...readFacts(attributes),
    role: null,
    teamId: null,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
  await context.db.transaction(async (tx) => {
    await lockConnection(tx, connection);
    const { connectionId } = row;
    if ((await tx.count(scimGroupTable, { where: { connectionId } })) >= maxUsers) refuse("SCIM_LIMIT_REACHED");
    await checkTaken(tx, row);
    await tx.insert(scimGroupTable, row);
    await changeMembers(tx, context, connection, row.id, {
      isReplaced: false,
      add: new Set(members),
      remove: new Set(),
    });
    await recordChange(tx, context, connection, row, "scim.group.create");
  });
  return row;
}

async function checkTaken(
  tx: Transaction,
  { id, connectionId, displayNameKey, externalId }: ScimGroupRow,
): Promise<void> {
  const others = { connectionId, id: { ne: id } };
  const where = [{ ...others, displayNameKey }, ...(externalId === null ? [] : [{ ...others, externalId }])];
  const [taken] = await tx.findMany(scimGroupTable, { where, limit: 1 });
  if (!taken) return;
  refuse(
    "SCIM_UNIQUENESS",
    `Another group has this ${taken.displayNameKey === displayNameKey ? "displayName" : "externalId"}`,
  );
}

/**
 * Changes a group while holding its lock. If it's mapped to a role or a team, the users who join or leave get their new
 * role and team in the same transaction.
 *
 * @param change returns the new attributes
 * @throws {AuthError} `SCIM_NOT_FOUND`, `SCIM_VERSION_MISMATCH`, `SCIM_UNIQUENESS`, `SCIM_INVALID_VALUE`,
 * `SCIM_LIMIT_REACHED` if the team is full, and the errors of `change`
 */
export async function changeGroup(
  context: RequestContext,
  connection: ScimConnectionRow,
  id: string,
  change: (attributes: Json) => Json,
  members: MemberChange,
): Promise<ScimGroupRow> {
  return retryStale(() => changeOnce(context, connection, id, change, members));
}

async function changeOnce(
  context: RequestContext,
  connection: ScimConnectionRow,
  id: string,
  change: (attributes: Json) => Json,
  members: MemberChange,
): Promise<ScimGroupRow> {
  // Read before the transaction, because the app's limit for the team can't be read inside it.
  const known = await context.db.findOne(scimGroupTable, { where: { id, connectionId: connection.id } });
  const plan = await planTeam(context, connection, known?.teamId ?? null);
  const isMapped = known !== null && hasEffect(known);
  const affected = isMapped ? await affectedIds(context.db, id, members) : [];
  const accounts = await accountsOf(context.db, connection, affected);
  return context.db.transaction(async (tx) => {
    if (isMapped) await lockMapped(tx, context, connection, accounts);
    const row = await lockGroup(tx, connection, id);
    checkVersion(context, row);
    if (row.teamId !== null && row.teamId !== known?.teamId) throw new StaleUserError();
    if (hasEffect(row) && !isMapped) throw new StaleUserError();
    const facts = readFacts(change(attributesOf(row)));
    const changed = await changeMembers(tx, context, connection, id, members);
    if (isMapped) await checkAccounts(tx, connection, changed, accounts);
    const isSame = facts.displayName === row.displayName && facts.externalId === row.externalId && changed.length === 0;
    if (isSame) return row;
    const next: ScimGroupRow = { ...row, ...facts, revision: row.revision + 1, updatedAt: context.now() };
    await checkTaken(tx, next);
    const { id: _, ...set } = next;
    await tx.update(scimGroupTable, { where: { id }, set });
    if (row.role !== null) await syncRoles(tx, context, connection, changed);
    await syncTeamOfGroup(tx, context, connection, row, plan, changed);
    await recordChange(tx, context, connection, next, "scim.group.update", { members: changed.length });
    return next;
  });
}

/** Returns the attributes that a change starts from. */
export function attributesOf({ displayName, externalId }: ScimGroupRow): Json {
  return { displayName, ...(externalId === null ? {} : { externalId }) };
}

/**
 * Deletes a group. Its users get their new role, and leave its team. @throws {AuthError} `SCIM_NOT_FOUND` or
 * `SCIM_VERSION_MISMATCH`
 */
export async function deleteGroup(context: RequestContext, connection: ScimConnectionRow, id: string): Promise<void> {
  await retryStale(() => deleteOnce(context, connection, id));
}

async function deleteOnce(context: RequestContext, connection: ScimConnectionRow, id: string): Promise<void> {
  const known = await context.db.findOne(scimGroupTable, { where: { id, connectionId: connection.id } });
  const isMapped = known !== null && hasEffect(known);
  const accounts = await accountsOf(context.db, connection, isMapped ? await memberIds(context.db, id) : []);
  await context.db.transaction(async (tx) => {
    if (isMapped) await lockMapped(tx, context, connection, accounts);
    const row = await lockGroup(tx, connection, id);
    checkVersion(context, row);
    if (hasEffect(row) && !isMapped) throw new StaleUserError();
    const members = hasEffect(row) ? await memberIds(tx, id) : [];
    await lockUsers(tx, members);
    await checkAccounts(tx, connection, members, accounts);
    await tx.remove(scimGroupTable, { where: { id } });
    if (row.role !== null) await syncRoles(tx, context, connection, members, { removed: row.role });
    await syncTeamOfGroup(tx, context, connection, row, null, members);
    await recordChange(tx, context, connection, row, "scim.group.delete");
  });
}

/** Whether the group is mapped to a role or a team. */
function hasEffect({ role, teamId }: ScimGroupRow): boolean {
  return role !== null || teamId !== null;
}

/** Locks the rows that a change to a mapped group's members also changes. Must run before the group is locked. */
async function lockMapped(
  tx: Transaction,
  context: RequestContext,
  connection: ScimConnectionRow,
  accounts: ReadonlySet<string>,
): Promise<void> {
  await lockAccounts(tx, accounts);
  await lockOrganization(tx, context, connection);
}

async function lockGroup(tx: Transaction, connection: ScimConnectionRow, id: string): Promise<ScimGroupRow> {
  const row = await tx.lock(scimGroupTable, id);
  return row?.connectionId === connection.id ? row : refuse("SCIM_NOT_FOUND");
}

function recordChange(
  tx: Transaction,
  context: RequestContext,
  { id: scimConnectionId, organizationId }: ScimConnectionRow,
  { id, displayName }: ScimGroupRow,
  action: ScimAuditAction,
  more: Json = {},
): Promise<void> {
  return recordAudit(tx, context, { action, organizationId, data: { scimConnectionId, id, displayName, ...more } });
}
