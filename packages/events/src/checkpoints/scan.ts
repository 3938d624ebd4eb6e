/** Reads the entries of a span and computes the roots of their Merkle trees. */

import type { AuditRow } from "@latchkey/core";
import type { Adapter } from "@latchkey/core/database";
import { auditTable } from "@latchkey/core/plugin";
import type { Span } from "./claims.ts";
import { leafOf, MerkleTree } from "./merkle.ts";

/** The number of entries that each query reads. */
const batch = 1000;

/**
 * Returns a tree for each organization with entries in the span, and one for entries without an organization. Sends one
 * query per thousand entries.
 * @param organizationId limits the result to this organization's entries. Default: all.
 */
export async function scanEntries(
  db: Adapter,
  { from, upTo }: Span,
  organizationId?: string,
): Promise<ReadonlyMap<string | null, MerkleTree>> {
  const trees = new Map<string | null, MerkleTree>();
  const where = {
    createdAt: { gte: from, lt: upTo },
    ...(organizationId === undefined ? {} : { organizationId }),
  };
  let last: AuditRow | undefined;
  for (;;) {
    const rows = await db.findMany<AuditRow>(auditTable, {
      where,
      orderBy: [{ column: "createdAt" }],
      limit: batch,
      ...(last ? { after: last } : {}),
    });
    for (const row of rows) {
      const tree = trees.get(row.organizationId) ?? new MerkleTree();
      tree.add(leafOf(row));
      trees.set(row.organizationId, tree);
    }
    if (rows.length < batch) return trees;
    last = rows.at(-1);
  }
}
