/** Roles that organizations made for themselves, read once for each epoch of an organization. */

import { authorize, grantedBy, type Permissions, type Roles, roleNames } from "@latchkey/core/access";
import type { Adapter } from "@latchkey/core/database";
import type { AuthContext } from "@latchkey/core/plugin";
import type { OrganizationSettings } from "../options.ts";
import { type OrganizationRoleRow, type OrganizationRow, organizationRoleTable } from "../tables.ts";

/** Most roles of an organization that are read. */
const mostRoles = 1000;
/** Organizations whose roles are kept in memory. */
const mostKept = 1000;

type Where = Pick<OrganizationRow, "id" | "epoch">;

/**
 * All roles of an organization: the app's, and its own. No statement where its own are known for this epoch.
 * @param db the open transaction, where there is one
 */
export async function rolesOf(
  context: AuthContext,
  { roles, dynamicRoles }: OrganizationSettings,
  { id, epoch }: Where,
  db: Adapter = context.db,
): Promise<Roles> {
  if (!dynamicRoles) return roles;
  const book = bookOf(context);
  const known = book.get(id);
  if (known?.epoch === epoch) return known.roles;
  const stored = await db.findMany(organizationRoleTable, { where: { organizationId: id }, limit: mostRoles });
  const all: Roles = { ...Object.fromEntries(stored.map((row) => [row.role, asRole(row)])), ...roles };
  // What an open transaction sees may be undone: it is not kept.
  if (db === context.db) {
    if (book.size >= mostKept) book.delete(book.keys().next().value as string);
    book.set(id, { epoch, roles: all });
  }
  return all;
}

/** Everything that a member's roles grant. No statement for roles that the app declares. */
export async function grantsOf(
  context: AuthContext,
  settings: OrganizationSettings,
  organization: Where,
  role: string | null,
  db?: Adapter,
): Promise<Permissions> {
  const names = roleNames(role);
  const declared = names.every((name) => Object.hasOwn(settings.roles, name));
  return grantedBy(declared ? settings.roles : await rolesOf(context, settings, organization, db), names);
}

interface Known {
  readonly epoch: number;
  readonly roles: Roles;
}

const books: WeakMap<object, Map<string, Known>> = new WeakMap();

function bookOf({ db }: AuthContext): Map<string, Known> {
  const book = books.get(db) ?? new Map<string, Known>();
  books.set(db, book);
  return book;
}

function asRole({ permission }: OrganizationRoleRow): Roles[string] {
  return {
    statements: permission,
    authorize: (asked, connector) => authorize(permission, asked, connector),
  };
}
