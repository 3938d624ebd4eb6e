/** Reads changes to a group's members, and stores them. */

import { randomId } from "@latchkey/core/crypto";
import type { Transaction } from "@latchkey/core/database";
import type { RequestContext } from "@latchkey/core/plugin";
import { batches } from "../batches.ts";
import { refuse } from "../errors.ts";
import type { Filter } from "../filter/parse.ts";
import type { Operation } from "../patch/operations.ts";
import { isObject } from "../schema/attributes.ts";
import { type ScimConnectionRow, scimGroupMemberTable, scimUserTable } from "../tables.ts";

/** A change to a group's members. */
export interface MemberChange {
  /** Whether all members that aren't in `add` are removed. */
  readonly isReplaced: boolean;
  readonly add: ReadonlySet<string>;
  readonly remove: ReadonlySet<string>;
}

/** Rows per query. */
const batchSize = 500;

/** Returns the ids in a list of members. Each is an object with `value`, or the id itself. */
export function readMemberIds(value: unknown): readonly string[] {
  if (value === undefined || value === null) return [];
  const list = Array.isArray(value) ? value : [value];
  return list.map((one) => {
    const id = isObject(one) ? (one.value ?? one.Value) : one;
    if (typeof id !== "string" || id === "" || id.length > 255)
      return refuse("SCIM_INVALID_VALUE", "A member needs a value");
    return id;
  });
}

/**
 * Combines the operations on `members` into one change.
 * @throws {AuthError} `SCIM_INVALID_VALUE`, `SCIM_INVALID_FILTER`, `SCIM_MUTABILITY`
 */
export function readMemberChange(operations: readonly Operation[]): MemberChange {
  let isReplaced = false;
  const add = new Set<string>();
  const remove = new Set<string>();
  for (const { op, path, value } of operations) {
    const selected = path.filter ? idsIn(path.filter) : readMemberIds(value);
    if (path.filter && op !== "remove") refuse("SCIM_MUTABILITY", "Members can be added and removed, but not changed");
    if (op === "replace" || (op === "remove" && !path.filter && selected.length === 0)) {
      isReplaced = true;
      add.clear();
      remove.clear();
    }
    for (const id of selected) {
      (op === "remove" ? remove : add).add(id);
      (op === "remove" ? add : remove).delete(id);
    }
  }
  return { isReplaced, add, remove };
}

/** Returns the ids in a filter such as `value eq "a" or value eq "b"`. */
function idsIn(filter: Filter): readonly string[] {
  if (filter.kind === "or") return [...idsIn(filter.left), ...idsIn(filter.right)];
  const isId = filter.kind === "compare" && filter.operator === "eq" && (filter.path.part ?? "value") === "value";
  if (isId && typeof filter.value === "string") return [filter.value];
  return refuse("SCIM_INVALID_FILTER", 'Select members with a filter such as value eq "id"');
}

/**
 * Changes a locked group's members. Ids that were already added or removed are ignored.
 * @returns the ids of the users who joined or left
 * @throws {AuthError} `SCIM_INVALID_VALUE` if a user to add isn't in the directory
 */
export async function changeMembers(
  tx: Transaction,
  context: RequestContext,
  { id: connectionId }: ScimConnectionRow,
  groupId: string,
  { isReplaced, add, remove }: MemberChange,
): Promise<readonly string[]> {
  const changed: string[] = [];
  const leaving = isReplaced ? await othersIn(tx, groupId, add) : [...remove];
  for (const ids of batches(leaving)) {
    const known = await present(tx, groupId, ids);
    if (known.size === 0) continue;
    await lockUsers(tx, [...known]);
    await tx.remove(scimGroupMemberTable, { where: { groupId, scimUserId: { in: [...known] } } });
    changed.push(...known);
  }
  for (const ids of batches([...add])) {
    const known = await present(tx, groupId, ids);
    const joining = ids.filter((id) => !known.has(id));
    if (joining.length === 0) continue;
    const users = await tx.count(scimUserTable, { where: { connectionId, id: { in: joining } } });
    if (users < joining.length) refuse("SCIM_INVALID_VALUE", "A member isn't a user of this directory");
    await lockUsers(tx, joining);
    const rows = joining.map((scimUserId) => ({ id: randomId(context.random), groupId, scimUserId }));
    await tx.insertMany(scimGroupMemberTable, rows);
    changed.push(...joining);
  }
  return changed;
}

/**
 * Locks users whose groups, or the groups' mappings, are about to change. Their roles and teams depend on all of their
 * groups, so without the lock, someone who leaves two groups concurrently could keep a role or team of both. Sends one
 * query per 500.
 */
export async function lockUsers(tx: Transaction, scimUserIds: readonly string[]): Promise<void> {
  for (const ids of batches([...scimUserIds].sort())) {
    // An update that changes nothing locks all of them in one query.
    await tx.update(scimUserTable, { where: { id: { in: ids } }, set: { revision: { increment: 0 } } });
  }
}

/** Returns the users that a change can affect, before the group is locked. */
export async function affectedIds(
  db: RequestContext["db"],
  groupId: string,
  { isReplaced, add, remove }: MemberChange,
): Promise<readonly string[]> {
  return [...add, ...(isReplaced ? await memberIds(db, groupId) : remove)];
}

async function present(tx: Transaction, groupId: string, ids: readonly string[]): Promise<Set<string>> {
  const where = { groupId, scimUserId: { in: ids } };
  const rows = await tx.findMany(scimGroupMemberTable, { where, limit: ids.length });
  return new Set(rows.map(({ scimUserId }) => scimUserId));
}

async function othersIn(tx: Transaction, groupId: string, keep: ReadonlySet<string>): Promise<readonly string[]> {
  const all = await memberIds(tx, groupId);
  return all.filter((id) => !keep.has(id));
}

/** Returns the ids of all members of a group. Sends one query per 500. */
export async function memberIds(db: Transaction | RequestContext["db"], groupId: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let last = ""; ; ) {
    const rows = await db.findMany(scimGroupMemberTable, {
      where: last === "" ? { groupId } : { groupId, id: { gt: last } },
      orderBy: [{ column: "id" }],
      limit: batchSize,
    });
    ids.push(...rows.map(({ scimUserId }) => scimUserId));
    if (rows.length < batchSize) return ids;
    last = rows.at(-1)?.id ?? "";
  }
}
