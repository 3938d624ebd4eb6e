/** Removes old test results, because they contain personal data. */

import type { AuthContext } from "@latchkey/core/plugin";
import { ssoTestTable } from "../tables.ts";

const keptFor = 7 * 86_400_000;

/** Removes the results that are older than a week. Returns how many. */
export function removeOldTests({ db, now }: AuthContext): Promise<number> {
  return db.remove(ssoTestTable, { where: { createdAt: { lt: new Date(now().getTime() - keptFor) } } });
}
