import { testReruns } from "../../test/better-auth-reruns.ts";
import { addressed } from "../../test/databases.ts";

/**
 * All writes after the tables were changed. SQLite and PostgreSQL change them in one transaction. MariaDB commits each
 * statement, and every third is enough, because the tests of conversions interrupt at all.
 */
const all = (writes: readonly string[]): number[] => {
  const converted = writes.findIndex((text) => /^update.*verifiedEmail/.test(text));
  return [...writes.keys()].filter((at) => at % 3 === 0 || at >= converted);
};

for (const kind of addressed) testReruns(kind, all);
