import { startAuth } from "@latchkey/test-kit";
import { databases } from "@latchkey/test-kit/databases";
import { describe, expect, test } from "vitest";
import type { AuthContext } from "../kernel/context.ts";
import { accountTable } from "../tables/account.ts";
import { userTable } from "../tables/user.ts";
import { newUserRow } from "../users/store.ts";
import { findAccountWithUser } from "./store.ts";

const condition = /"Index Cond":"\(\(\\"providerId\\" = \$1\) AND \(\\"accountId\\" = \$2\)\)"/;

/** Each database's query plan for an index lookup by both columns. The conformance tests cover MariaDB. */
const byBoth: Readonly<Record<string, RegExp>> = {
  sqlite: /^SEARCH \S+ USING INDEX \S+ \(providerId=\? AND accountId=\?\)/m,
  pglite: condition,
  postgres: condition,
};

describe.each(databases.filter(({ name }) => name in byBoth))("on $name", ({ name, open }) => {
  test("an account is found by provider and id with one query, using the unique index", async () => {
    const { database, statements, plan, close } = await open();
    const { auth } = await startAuth({ database });
    await fill(auth.$context);
    statements.length = 0;
    await findAccountWithUser(auth.$context.db, "github", "583231");
    expect(statements).toHaveLength(1);
    const steps = (await plan?.(statements[0]?.text ?? "")) ?? "";
    expect(steps).toMatch(byBoth[name] as RegExp);
    expect(steps).not.toMatch(/^SCAN|"Seq Scan"/m);
    await close();
  });
});

/** Inserts enough users that databases use an index. They scan an empty table. */
async function fill(context: AuthContext): Promise<void> {
  await context.db.transaction(async (tx) => {
    for (let at = 0; at < 300; at++) {
      const user = newUserRow(context, { email: `u${at}@example.com`, name: "U" });
      await tx.insert(userTable, user);
      const now = context.now();
      const account = { id: `a${at}`, userId: user.id, providerId: "github", accountId: String(at), tokensRevision: 0 };
      await tx.insert(accountTable, { ...account, createdAt: now, updatedAt: now });
    }
  });
}
