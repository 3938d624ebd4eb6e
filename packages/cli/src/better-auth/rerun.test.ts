import { testReruns } from "../../test/better-auth-reruns.ts";
import { sqlite } from "../../test/databases.ts";

/** Before a step is recorded as done, and after that's committed. */
const aroundRecords = (writes: readonly string[]): number[] =>
  [...writes.keys()].filter((at) =>
    [writes[at], writes[at - 2]].some((text) => text?.startsWith('insert into "better_auth_migration"')),
  );

testReruns(sqlite, aroundRecords);
