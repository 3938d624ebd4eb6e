/** Creates, changes, and deletes a directory's users. */

import { randomId } from "@latchkey/core/crypto";
import type { Transaction } from "@latchkey/core/database";
import {
  checkNotReserved,
  findUser,
  findUserByEmail,
  getService,
  insertUser,
  type MemberPlan,
  newUserRow,
  type RequestContext,
  recordAudit,
  revokeTokens,
  StaleUserError,
  type UserRow,
  updateUser,
  userTable,
} from "@latchkey/core/plugin";
import type { ScimAuditAction } from "../audit-actions.ts";
import { refuse } from "../errors.ts";
import { createRecorder, syncTeamOfUsers, teamsOf } from "../groups/teams.ts";
import { lockAccounts, lockOrganization, retryStale } from "../locks.ts";
import type { ScimSettings } from "../options.ts";
import { checkVersion } from "../protocol/version.ts";
import type { Json } from "../schema/attributes.ts";
import { connectionTable, type ScimConnectionRow, type ScimUserRow, scimUserTable } from "../tables.ts";
import { controlsAccount, deprovision, isSiteAdmin, ownsEmail, planFor, provision } from "./deprovision.ts";
import { storeEmails } from "./emails.ts";
import { attributesOf, readFacts, type UserFacts } from "./resource.ts";

/** The user that a new resource represents. */
interface LinkedUser {
  readonly user: UserRow;
  readonly isNew: boolean;
  readonly plan: MemberPlan | null;
}

/**
 * Creates a user. Links them to an existing or new account only if the organization has verified the email's domain.
 * Otherwise, the user is invited, so that a directory can't take over a stranger's account.
 *
 * @throws {AuthError} `SCIM_INVALID_VALUE`, `SCIM_UNIQUENESS`, `SCIM_LIMIT_REACHED`, `SCIM_UNAUTHORIZED` if the
 * connection was turned off, and the errors of `provision`
 * @throws {UniqueViolation} if a value was taken in the meantime
 */
export async function createUser(
  context: RequestContext,
  settings: ScimSettings,
  connection: ScimConnectionRow,
  attributes: Json,
): Promise<ScimUserRow> {
  return retryStale(() => createOnce(context, settings, connection, attributes));
}

async function createOnce(
  context: RequestContext,
  settings: ScimSettings,
  connection: ScimConnectionRow,
  attributes: Json,
): Promise<ScimUserRow> {
  const { name, ...facts } = readFacts(attributes);
  const linked = await findLinked(context, connection, facts, name);
  const now = context.now();
  const row: ScimUserRow = {
    id: randomId(context.random),
    connectionId: connection.id,
    userId: linked?.user.id ?? null,
    ...facts,
    managed: linked !== null,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
  await context.db.transaction(async (tx) => {
    if (linked && !linked.isNew) await lockAccounts(tx, [linked.user.id]);
    await lockOrganization(tx, context, connection);
    await lockConnection(tx, connection);
    await checkRoom(tx, settings, row);
    await checkTaken(tx, row);
    if (linked) await storeLinked(tx, context, connection, linked);
    await tx.insert(scimUserTable, row);
    await storeEmails(tx, context, row);
    if (row.active) await provision(tx, context, connection, row, linked?.plan ?? null);
    else if (linked && !linked.isNew) await deprovision(tx, context, connection, row);
    await recordChange(tx, context, connection, row, "scim.user.create");
  });
  return row;
}

async function findLinked(
  context: RequestContext,
  connection: ScimConnectionRow,
  { email, active }: Pick<UserFacts, "email" | "active">,
  name: string,
): Promise<LinkedUser | null> {
  if (!(await ownsEmail(context.db, context, connection.organizationId, email))) return null;
  const known = await findUserByEmail(context.db, email);
  // Someone else could have signed up with this email without having access to the mailbox.
  if (known && (!known.emailVerified || isSiteAdmin(context, known))) return null;
  const user = known ?? newUserRow(context, { email, name, emailVerified: true });
  return { user, isNew: known === null, plan: active ? await planFor(context, connection, user) : null };
}

async function storeLinked(
  tx: Transaction,
  context: RequestContext,
  { organizationId }: ScimConnectionRow,
  { user, isNew }: LinkedUser,
): Promise<void> {
  if (isNew) {
    await insertUser(tx, context, user, null);
    await recordAudit(tx, context, { action: "user.create", userId: user.id });
    return;
  }
  const current = await tx.lock(userTable, user.id);
  // The account was deleted or has another email, or the domain no longer belongs to the organization. A retry reads it
  // again.
  const isSame = current?.email === user.email && (await controlsAccount(tx, context, organizationId, current));
  if (!isSame) throw new StaleUserError();
}

/**
 * Locks the connection, which also keeps concurrent requests from exceeding the limit.
 * @throws {AuthError} `SCIM_UNAUTHORIZED`
 */
export async function lockConnection(tx: Transaction, { id }: ScimConnectionRow): Promise<void> {
  const current = await tx.lock(connectionTable, id);
  if (!current?.enabled) refuse("SCIM_UNAUTHORIZED");
}

async function checkRoom(tx: Transaction, { maxUsers }: ScimSettings, { connectionId }: ScimUserRow): Promise<void> {
  if ((await tx.count(scimUserTable, { where: { connectionId } })) >= maxUsers) refuse("SCIM_LIMIT_REACHED");
}

/** Rejects values that are taken. The error names the value. If requests race, the unique constraints decide. */
async function checkTaken(tx: Transaction, { id, connectionId, userNameKey, externalId, userId }: ScimUserRow) {
  const others = { connectionId, id: { ne: id } };
  const where = [
    { ...others, userNameKey },
    ...(externalId === null ? [] : [{ ...others, externalId }]),
    ...(userId === null ? [] : [{ ...others, userId }]),
  ];
  const [taken] = await tx.findMany(scimUserTable, { where, limit: 1 });
  if (!taken) return;
  const name =
    taken.userNameKey === userNameKey ? "userName" : taken.externalId === externalId ? "externalId" : "email";
  refuse("SCIM_UNIQUENESS", `Another user has this ${name}`);
}

/**
 * Changes a user together with their access and account, while holding the row's lock. The version stays the same if
 * nothing changes.
 *
 * @param change returns the new attributes
 * @throws {AuthError} `SCIM_NOT_FOUND`, `SCIM_VERSION_MISMATCH`, `SCIM_UNIQUENESS`, `SCIM_INVALID_VALUE`,
 * `SCIM_MUTABILITY`, and the errors of `change`, `provision`, and `deprovision`
 */
export async function changeUser(
  context: RequestContext,
  connection: ScimConnectionRow,
  id: string,
  change: (attributes: Json) => Json,
): Promise<ScimUserRow> {
  return retryStale(() => changeOnce(context, connection, id, change));
}

async function changeOnce(
  context: RequestContext,
  connection: ScimConnectionRow,
  id: string,
  change: (attributes: Json) => Json,
): Promise<ScimUserRow> {
  const known = await findRow(context, connection, id);
  const plan = await planIfInactive(context, connection, known);
  return context.db.transaction(async (tx) => {
    const row = await lockUser(tx, context, connection, known);
    checkVersion(context, row);
    const before = attributesOf(row);
    const { name, ...facts } = readFacts(change(before));
    if (JSON.stringify(sortKeys(attributesOf({ ...row, ...facts }))) === JSON.stringify(sortKeys(before))) return row;
    const next: ScimUserRow = { ...row, ...facts, revision: row.revision + 1, updatedAt: context.now() };
    await checkTaken(tx, next);
    const managed = await followAccount(tx, context, connection, row, { ...facts, name });
    const { id: _, ...set } = next;
    // Stored before the user becomes a member, so that the hook for new members sees that the directory turned them on.
    await tx.update(scimUserTable, { where: { id }, set: { ...set, managed } });
    await storeEmails(tx, context, next, row.attributes);
    if (row.userId === null && row.email !== next.email) {
      // With the invitation to the old email, someone else could join.
      await deprovision(tx, context, connection, row);
      if (row.active && next.active) await provision(tx, context, connection, next, null);
    }
    if (row.active && !next.active) await deprovision(tx, context, connection, row);
    if (!row.active && next.active) await provision(tx, context, connection, next, plan);
    await recordChange(tx, context, connection, next, "scim.user.update");
    return { ...next, managed };
  });
}

/** Sorts the keys of objects, so that equal values have equal JSON. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, one]) => [key, sortKeys(one)]),
  );
}

/**
 * Plans adding a user who might be turned on. Runs before the transaction, because the app's limits can't be read
 * inside it.
 */
async function planIfInactive(
  context: RequestContext,
  connection: ScimConnectionRow,
  { active, userId }: ScimUserRow,
): Promise<MemberPlan | null> {
  if (active || userId === null) return null;
  const user = await findUser(context.db, userId);
  return user && planFor(context, connection, user);
}

/** @throws {AuthError} `SCIM_NOT_FOUND` */
async function findRow(
  context: RequestContext,
  { id: connectionId }: ScimConnectionRow,
  id: string,
): Promise<ScimUserRow> {
  return (await context.db.findOne(scimUserTable, { where: { id, connectionId } })) ?? refuse("SCIM_NOT_FOUND");
}

/**
 * Locks a user together with their account.
 * @throws {AuthError} `SCIM_NOT_FOUND`
 * @throws {StaleUserError} if the user was linked in the meantime
 */
async function lockUser(
  tx: Transaction,
  context: RequestContext,
  connection: ScimConnectionRow,
  { id, userId }: ScimUserRow,
): Promise<ScimUserRow> {
  await lockAccounts(tx, [userId]);
  await lockOrganization(tx, context, connection);
  const row = (await tx.lock(scimUserTable, id)) ?? refuse("SCIM_NOT_FOUND");
  if (row.userId !== null && row.userId !== userId) throw new StaleUserError();
  return row;
}

/**
 * Changes the account's name. Changes its email if the organization has verified the domains of both the old and the
 * new one.
 * @returns whether the organization controls the account. If not, nothing changes.
 * @throws {UniqueViolation} if another account has the email
 */
async function followAccount(
  tx: Transaction,
  context: RequestContext,
  { organizationId }: ScimConnectionRow,
  row: ScimUserRow,
  { email, name }: Pick<UserFacts, "email" | "name">,
): Promise<boolean> {
  const user = row.userId === null ? null : await tx.lock(userTable, row.userId);
  if (!user || !(await controlsAccount(tx, context, organizationId, user))) return false;
  const moves = email !== row.email && email !== user.email && (await ownsEmail(tx, context, organizationId, email));
  if (moves) {
    await checkCanMove(tx, context, organizationId, user);
    await checkNotReserved(tx, context, email, user.id);
    const set = { email, name, emailVerified: true, provenEmail: null };
    await updateUser(tx, context, user, set, { newEpoch: true });
    await revokeTokens(tx, context, user.id);
    await recordAudit(tx, context, { action: "user.email.change", userId: user.id });
  } else if (user.name !== name) await updateUser(tx, context, user, { name });
  return true;
}

/**
 * Prevents directories from changing an owner's email. Anyone who can read the new mailbox could reset the account's
 * password.
 * @throws {AuthError} `SCIM_MUTABILITY`
 */
async function checkCanMove(
  tx: Transaction,
  context: RequestContext,
  organizationId: string,
  user: UserRow,
): Promise<void> {
  const { members, provisioning } = getService(context, "organizationAccess");
  const member = await tx.findOne(members, { where: { organizationId, userId: user.id } });
  const hasControl = member && !(await provisioning.isAssignable(tx, context, organizationId, member.role));
  if (hasControl) refuse("SCIM_MUTABILITY");
}

/**
 * Deletes a user from the directory, and ends their access. The account stays. @throws {AuthError} `SCIM_NOT_FOUND`,
 * `SCIM_VERSION_MISMATCH`, or the errors of `deprovision`
 */
export async function deleteUser(context: RequestContext, connection: ScimConnectionRow, id: string): Promise<void> {
  await retryStale(async () => {
    const known = await findRow(context, connection, id);
    await context.db.transaction(async (tx) => {
      const row = await lockUser(tx, context, connection, known);
      checkVersion(context, row);
      await endUser(tx, context, connection, row);
    });
  });
}

/** Ends a user's access and deletes the row, which must be locked. A suspended member leaves their groups' teams. */
export async function endUser(
  tx: Transaction,
  context: RequestContext,
  connection: ScimConnectionRow,
  row: ScimUserRow,
): Promise<void> {
  // A user who was turned off might have joined some other way.
  await deprovision(tx, context, connection, row);
  const teamIds = await teamsOf(tx, row.id);
  await tx.remove(scimUserTable, { where: { id: row.id } });
  const userIds = row.userId === null ? [] : [row.userId];
  for (const teamId of teamIds) {
    await syncTeamOfUsers(tx, context, connection, userIds, { teamId, plan: null, record: createRecorder(context) });
  }
  await recordChange(tx, context, connection, row, "scim.user.delete");
}

function recordChange(
  tx: Transaction,
  context: RequestContext,
  { id: scimConnectionId, organizationId }: ScimConnectionRow,
  { id, userId, userName, active }: ScimUserRow,
  action: ScimAuditAction,
): Promise<void> {
  const data = { scimConnectionId, id, userName, active };
  return recordAudit(tx, context, { action, userId, organizationId, data });
}
