/** Links people who accept a directory's invitation, so that the directory can end their membership. */

import type { Transaction } from "@latchkey/core/database";
import { findUser, type MemberRef, type TableHook } from "@latchkey/core/plugin";
import { connectionTable, scimUserTable } from "../tables.ts";

/** Directories with this email that are looked at. */
const maxUsers = 100;

/** Links the unlinked users with the email of a new member. They stay unmanaged: their account is their own. */
export const joinHook: TableHook = {
  table: "member",
  operation: "create",
  async inTransaction({ rows }, tx) {
    for (const row of rows) await link(tx, row as object as MemberRef);
  },
};

async function link(tx: Transaction, { organizationId, userId }: MemberRef): Promise<void> {
  const user = await findUser(tx, userId);
  if (!user) return;
  const connection = { table: connectionTable, on: { id: "connectionId" }, required: true, where: { organizationId } };
  const found = await tx.findMany(scimUserTable, {
    where: [
      { email: user.email, userId: null },
      { email: user.email, userId },
    ],
    join: { connection },
    limit: maxUsers,
  });
  const linked = new Set(found.filter((one) => one.userId !== null).map(({ connectionId }) => connectionId));
  for (const { id, connectionId } of found) {
    // A user can be linked once in each directory.
    if (linked.has(connectionId)) continue;
    linked.add(connectionId);
    await tx.update(scimUserTable, { where: { id, userId: null }, set: { userId } });
  }
}
