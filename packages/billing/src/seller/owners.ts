/** Finds users and organizations that a customer can be linked to. */

import { type Adapter, type Row, widen } from "@latchkey/core/database";
import { userTable } from "@latchkey/core/plugin";
import { ownReference, parseReference } from "../references/access.ts";
import { organizationTableName } from "../references/exists.ts";
import type { SellerOwner } from "./contract.ts";

/** Maximum users, and maximum organizations. */
const maxOwners = 10;

interface OrganizationRow extends Row {
  readonly name: string;
  readonly slug: string;
}

/** Finds users by id or the beginning of their email, and organizations by id or the beginning of their slug. */
export async function findOwners(db: Adapter, search: string): Promise<SellerOwner[]> {
  const start = { startsWith: search.toLowerCase() };
  const users = await db.findMany(userTable, {
    where: [{ id: search }, { email: start }],
    columns: ["id", "name", "email"],
    orderBy: [{ column: "email" }],
    limit: maxOwners,
  });
  const found = users.flatMap(({ id, name, email }): SellerOwner[] => {
    const reference = ownReference(id);
    return reference ? [{ referenceId: reference.externalId, kind: "user", name, detail: email }] : [];
  });
  return [...found, ...(await findOrganizations(db, search, start))];
}

async function findOrganizations(
  db: Adapter,
  search: string,
  slug: { readonly startsWith: string },
): Promise<SellerOwner[]> {
  if (!db.schema.has(organizationTableName)) return [];
  const organizations = await db.findMany(widen<OrganizationRow>({ name: organizationTableName }), {
    where: [{ id: parseReference(search).id }, { slug }],
    columns: ["id", "name", "slug"],
    orderBy: [{ column: "slug" }],
    limit: maxOwners,
  });
  return organizations.map(({ id, name, slug: detail }) => {
    return { referenceId: `org_${id}`, kind: "organization", name, detail };
  });
}
