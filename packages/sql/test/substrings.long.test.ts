import type { DatabaseAdapter, Schema } from "@latchkey/core/database";
import type { SqlAdapterOptions } from "@latchkey/sql";
import { adapterConformance } from "@latchkey/test-kit";
import { driverVariants, emptyDatabases } from "@latchkey/test-kit/databases";

const kinds = ["sqlite", "node:sqlite", "better-sqlite3", "postgres"];
const columns = ["nick", "bio", "email", "title"];

/** The adapter with an index on these columns of each table of a schema. Some tests have separate schemas. */
function indexed({ dialect }: DatabaseAdapter, open: (options: SqlAdapterOptions) => DatabaseAdapter): DatabaseAdapter {
  const optionFor = (schema: Schema): Record<string, string[]> =>
    Object.fromEntries([...schema].map(([name, table]) => [name, columns.filter((column) => column in table.columns)]));
  return { dialect, connect: (schema) => open({ substringIndexes: optionFor(schema) }).connect(schema) };
}

// The whole suite, because an index must only change the query plan.
for (const { name, open } of [...emptyDatabases, ...driverVariants].filter((kind) => kinds.includes(kind.name))) {
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
