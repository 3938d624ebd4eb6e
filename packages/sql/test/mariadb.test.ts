import { sqlAdapter } from "@latchkey/sql";
import { account, accounts, accountSchema as schema } from "@latchkey/test-kit";
import { servers } from "@latchkey/test-kit/databases";
import { createPool } from "mysql2/promise";
import { expect, test } from "vitest";

test.runIf(servers.mariadb)(
  "FAULT-10: transactions that begin with `consume` and fill the pool need no extra connection to detect the server's features",
  async () => {
    const opened = await servers.mariadb?.open();
    const { url, close } = opened as NonNullable<typeof opened>;
    const made = createPool({ uri: url, connectionLimit: 1 });
    const first = sqlAdapter(made).connect(schema);
    await first.migrations?.migrate();
    await first.insert(accounts, account("1"));
    // A new process that hasn't queried the server yet.
    const pool = createPool({ uri: url, connectionLimit: 2 });
    const fresh = sqlAdapter(pool).connect(schema);
    const takes = Array.from({ length: 8 }, () =>
      fresh.transaction((tx) => tx.consume(accounts, { where: { id: "1" } })),
    );
    const taken = await Promise.all(takes);
    expect(taken.filter((row) => row !== null)).toHaveLength(1);
    await Promise.all([made.end(), pool.end()]);
    await close();
  },
);
