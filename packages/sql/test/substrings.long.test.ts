import type { DatabaseAdapter, Schema } from "@latchkey/core/database";
import type { SqlAdapterOptions } from "@latchkey/sql";
import { adapterConformance } from "@latchkey/test-kit";
import { driverVariants, quickDatabases } from "@latchkey/test-kit/databases";

const kinds = ["sqlite", "node:sqlite", "better-sqlite3", "postgres"];
const columns = ["nick", "bio", "email", "title"];

/** The adapter with an index on these columns of each table of a schema. Some tests have schemas of their own. */
function indexed({ dialect }: DatabaseAdapter, open: (options: SqlAdapterOptions) => DatabaseAdapter): DatabaseAdapter {
  const optionFor = (schema: Schema): Record<string, string[]> =>
    Object.fromEntries([...schema].map(([name, table]) => [name, columns.filter((column) => column in table.columns)]));
  return { dialect, connect: (schema) => open({ substringIndexes: optionFor(schema) }).connect(schema) };
}

// The whole suite: an index must change nothing but the plan.
for (const { name, open } of [...quickDatabases, ...driverVariants].filter((kind) => kinds.includes(kind.name))) {
  adapterConformance({
    name: `${name} with substring indexes`,
    async open() {
      const opened = await open();
      const { database, databaseWith, again } = opened;
      if (!databaseWith) throw new Error(`${name} has no such option.`);
      return { ...opened, database: indexed(database, databaseWith), again: () => indexed(database, again) };
    },
  });
}
