import { startAuth } from "@latchkey/test-kit";
import { databases } from "@latchkey/test-kit/databases";
import { describe, expect, test } from "vitest";
import type { AuthContext } from "../plugin/context.ts";
import { newUserRow } from "../users/store.ts";
import { userTable } from "../users/table.ts";
import { findAccountWithUser } from "./store.ts";
import { accountTable } from "./table.ts";

const condition = /"Index Cond":"\(\(\\"providerId\\" = \$1\) AND \(\\"accountId\\" = \$2\)\)"/;

/** What each database says of a look into an index by both columns. Of MariaDB the conformance tests ask it. */
const byBoth: Readonly<Record<string, RegExp>> = {
  sqlite: /^SEARCH \S+ USING INDEX \S+ \(providerId=\? AND accountId=\?\)/m,
  pglite: condition,
  postgres: condition,
};

describe.each(databases.filter(({ name }) => name in byBoth))("on $name", ({ name, open }) => {
  test("an account is found by provider and id in one statement, in the index that makes them unique", async () => {
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

/** People enough that it matters which way one of them is looked for: an empty table is read in any. */
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
