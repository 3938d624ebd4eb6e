/** Checks the chain of the site's checkpoints. Each one contains a hash of the previous one's signature. */

import type { AuthContext } from "@latchkey/core/plugin";
import type { AuditProblem } from "../call-types.ts";
import type { AuditCheckpointRow } from "../tables.ts";
import { hashSignature, readClaims, type SiteClaims } from "./claims.ts";
import { isVerified } from "./create.ts";

/**
 * Returns the spans whose checkpoints are missing, or weren't signed by the app. Keys are replaced every few months, so
 * an older signature is accepted if an unbroken chain leads from it to one that can be verified.
 * @param rows the site's checkpoints, oldest first
 */
export async function checkChain(context: AuthContext, rows: readonly AuditCheckpointRow[]): Promise<AuditProblem[]> {
  const problems: AuditProblem[] = [];
  let start = 0;
  for (const [at, row] of rows.entries()) {
    const next = rows[at + 1];
    if (next && isLinked(row, next)) continue;
    const unsigned = await findUnsigned(context, rows.slice(start, at + 1));
    if (unsigned) problems.push({ ...unsigned, organizationId: null, reason: "checkpoint" });
    if (next && next.from > row.upTo) {
      problems.push({ from: row.upTo, upTo: next.from, organizationId: null, reason: "checkpoint" });
    }
    start = at + 1;
  }
  return problems;
}

function isLinked(row: AuditCheckpointRow, next: AuditCheckpointRow): boolean {
  const claims = readClaims(next) as SiteClaims | null;
  return claims?.previous === hashSignature(row.signature) && next.from.getTime() === row.upTo.getTime();
}

/** Returns the span at the end of an unbroken chain that no verified signature covers. */
async function findUnsigned(context: AuthContext, chain: readonly AuditCheckpointRow[]) {
  const last = chain.at(-1);
  for (let at = chain.length - 1; at >= 0; at--) {
    const row = chain[at];
    if (!row || !(await isVerified(context, row))) continue;
    const first = chain[at + 1];
    return first && last ? { from: first.from, upTo: last.upTo } : null;
  }
  const [first] = chain;
  return first && last ? { from: first.from, upTo: last.upTo } : null;
}
