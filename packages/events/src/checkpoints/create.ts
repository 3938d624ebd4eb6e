/** Creates checkpoints: signed roots of each hour's entries, for every organization and for the site. */

import { sha256Base64Url } from "@latchkey/core/crypto";
import { type Adapter, UniqueViolation } from "@latchkey/core/database";
import { type AuthContext, auditTable, getService } from "@latchkey/core/plugin";
import { type AuditCheckpointRow, auditCheckpointTable } from "../tables.ts";
import { checkpointType, hashSignature, hashSignatures, type SiteClaims, type Span, toSeconds } from "./claims.ts";
import { MerkleTree } from "./merkle.ts";
import { scanEntries } from "./scan.ts";

/** One hour, in milliseconds. */
export const hour = 3_600_000;

/**
 * How long after the end of an hour its checkpoint is created, in milliseconds (15 minutes). Entries get their time
 * before the commit, so some of an hour's entries are still being committed when it ends.
 */
export const settleTime = 900_000;

/** Maximum hours with entries that one call covers. */
const maxSpans = 1000;

/**
 * Creates the missing checkpoints, oldest first. Several instances can run this at the same time, but only one of them
 * stores an hour's checkpoints. Returns how many were stored.
 */
export async function createCheckpoints(context: AuthContext): Promise<number> {
  const until = startOfHour(new Date(context.now().getTime() - settleTime));
  let created = 0;
  for (let spans = 0; spans < maxSpans; spans++) {
    const head = await findHead(context.db);
    const span = await findNextSpan(context.db, head);
    if (!span || span.upTo > until) break;
    created += await createForSpan(context, span, head);
  }
  return created;
}

/** Returns the start of the hour in UTC. */
export function startOfHour(date: Date): Date {
  return new Date(Math.floor(date.getTime() / hour) * hour);
}

/**
 * How long before the end of their retention checkpoints are removed, in milliseconds. A span's entries can be an hour
 * older than its end, so this removes a checkpoint before the first of them.
 */
export const removedEarly = 2 * hour;

/** Returns the site's newest checkpoint. Sends one query. */
async function findHead(db: Adapter): Promise<AuditCheckpointRow | null> {
  const orderBy = [{ column: "upTo", direction: "desc" }] as const;
  const [row] = await db.findMany(auditCheckpointTable, { where: { organizationId: null }, orderBy, limit: 1 });
  return row ?? null;
}

/** Returns the span up to the end of the next hour with entries, or `null` if there are none yet. Sends one query. */
async function findNextSpan(db: Adapter, head: AuditCheckpointRow | null): Promise<Span | null> {
  const [first] = await db.findMany(auditTable, {
    where: head ? { createdAt: { gte: head.upTo } } : {},
    orderBy: [{ column: "createdAt" }],
    columns: ["id", "createdAt"],
    limit: 1,
  });
  if (!first) return null;
  const start = startOfHour(first.createdAt);
  // The span includes earlier hours without entries, so that none can be added to them later.
  return { from: head?.upTo ?? start, upTo: new Date(start.getTime() + hour) };
}

async function createForSpan(context: AuthContext, span: Span, head: AuditCheckpointRow | null): Promise<number> {
  const trees = await scanEntries(context.db, span);
  const rows: AuditCheckpointRow[] = [];
  for (const [organizationId, tree] of trees) {
    if (organizationId !== null) rows.push(await sign(context, span, organizationId, tree));
  }
  const vouching = {
    previous: head && (await isVerified(context, head)) ? hashSignature(head.signature) : null,
    organizations: hashSignatures(rows.map(({ signature }) => signature)),
  };
  rows.push(await sign(context, span, null, trees.get(null) ?? new MerkleTree(), vouching));
  try {
    await context.db.insertMany(auditCheckpointTable, rows);
    return rows.length;
  } catch (error) {
    // Another instance stored them first.
    if (error instanceof UniqueViolation) return 0;
    throw error;
  }
}

/** Whether the app signed it with a key that's still published. */
export async function isVerified(context: AuthContext, { signature }: AuditCheckpointRow): Promise<boolean> {
  const expected = { type: checkpointType, ignoreExpiry: true };
  return (await getService(context, "tokenSigner").verify(context, signature, expected)) !== null;
}

async function sign(
  context: AuthContext,
  { from, upTo }: Span,
  organizationId: string | null,
  tree: MerkleTree,
  vouching: Pick<SiteClaims, "previous" | "organizations"> | Record<string, never> = {},
): Promise<AuditCheckpointRow> {
  const createdAt = context.now();
  const { count } = tree;
  const root = tree.root();
  const times = { from: toSeconds(from), upTo: toSeconds(upTo), iat: toSeconds(createdAt) };
  const claims = { v: 1, organizationId, ...times, count, root, ...vouching };
  const signature = await getService(context, "tokenSigner").sign(context, { type: checkpointType, claims });
  // The id makes the row unique, because databases don't compare nulls in unique constraints.
  const id = sha256Base64Url(JSON.stringify([organizationId, upTo.getTime()]));
  return { id, organizationId, from, upTo, count, root, signature, createdAt };
}
