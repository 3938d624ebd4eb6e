/** Fills the user table with one statement and makes one user an admin. */

import type Database from "libsql";
import type pg from "pg";

/** The database and the number of users. */
export interface Seed {
  readonly pool: pg.Pool | null;
  readonly file: Database.Database | null;
  readonly users: number;
}

/** Creates users `user0@example.com` and so on, with creation times one second apart. */
export async function seed({ pool, file, users }: Seed, adminEmail: string): Promise<void> {
  const columns = `id, name, email, "emailVerified", "createdAt", "updatedAt", role, banned`;
  if (pool) {
    const at = "timestamp '2020-01-01' + n * interval '1 second'";
    await pool.query(`insert into "user" (${columns})
      select 'seeded' || n, 'Name ' || n, 'user' || n || '@example.com', true, ${at}, ${at}, 'user', false
      from generate_series(0, ${users - 1}) n`);
    await pool.query(`update "user" set role = 'admin' where email = $1`, [adminEmail]);
    await pool.query('vacuum analyze "user"');
    return;
  }
  // Uses the date format that the library itself writes.
  const sample = file?.prepare(`select "createdAt" as at from "user" limit 1`).get() as { readonly at: unknown };
  const seconds = "1577836800 + n";
  const at =
    typeof sample.at === "number"
      ? `(${seconds}) * 1000`
      : `strftime('%Y-%m-%dT%H:%M:%S', ${seconds}, 'unixepoch') || '.000Z'`;
  file?.exec(`with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < ${users - 1})
    insert into "user" (${columns})
    select 'seeded' || n, 'Name ' || n, 'user' || n || '@example.com', 1, ${at}, ${at}, 'user', 0 from numbers`);
  file?.prepare(`update "user" set role = 'admin' where email = ?`).run(adminEmail);
  file?.exec("analyze");
}
