/** Compares the audit log with its checkpoints, and reports the spans that were changed. */

import type { Adapter } from "@latchkey/core/database";
import {
  type AuthContext,
  auditTable,
  defineEndpoint,
  type EndpointOf,
  fail,
  httpErrors,
  input,
} from "@latchkey/core/plugin";
import type { AuditProblem, VerifyAuditInput, VerifyAuditResult } from "../call-types.ts";
import type { EventsCalls } from "../contract.ts";
import type { EventsSettings } from "../options.ts";
import { verifyAuditOutput } from "../outputs.ts";
import { type AuditCheckpointRow, auditCheckpointTable } from "../tables.ts";
import { time } from "../time.ts";
import { checkChain } from "./chain.ts";
import { hashSignature, hashSignatures, readClaims, type SiteClaims, type Span } from "./claims.ts";
import { removedEarly, startOfHour } from "./create.ts";
import { scanEntries } from "./scan.ts";

const batch = 500;

/** Verifies the audit log. Sends two queries per hour, and one more per thousand entries. */
export function verifyAudit({ checkpoints }: EventsSettings): EndpointOf<EventsCalls["verifyAudit"]> {
  return defineEndpoint({
    method: "POST",
    path: "/audit/verify",
    summary: "Verify the audit log",
    input: input.object<VerifyAuditInput>({
      organizationId: input.optional(input.id),
      from: input.optional(time),
      to: input.optional(time),
      head: input.optional(input.text({ min: 1, max: 100 })),
    }),
    output: verifyAuditOutput,
    errors: { NOT_FOUND: httpErrors.NOT_FOUND },
    serverOnly: true,
    queryBudget: 4,
    async handle(input, context) {
      if (!checkpoints) fail(httpErrors, "NOT_FOUND", { message: "Set events.checkpoints to sign the audit log" });
      return verify(input, context);
    },
  });
}

async function verify(input: VerifyAuditInput, context: AuthContext): Promise<VerifyAuditResult> {
  const site = await findSiteCheckpoints(context.db, input.from);
  const problems: AuditProblem[] = [
    ...(await checkChain(context, site)),
    ...(await checkHead(context, site, input)),
    ...(await checkBefore(context, site[0], input)),
  ];
  let [checkpoints, entries] = [0, 0];
  const inRange = site.filter(({ from }) => input.to === undefined || from < input.to);
  for (const row of inRange) {
    const found = await checkSpan(context, row, input.organizationId);
    checkpoints += found.checkpoints;
    entries += found.entries;
    problems.push(...found.problems);
  }
  problems.sort((one, other) => one.from.getTime() - other.from.getTime());
  const [first, last] = [inRange[0], inRange.at(-1)];
  const head = site.at(-1);
  return {
    from: first?.from ?? null,
    upTo: last?.upTo ?? null,
    head: head ? hashSignature(head.signature) : null,
    checkpoints,
    entries,
    problems,
  };
}

/** Returns the site's checkpoints whose span ends after this time, oldest first. Sends one query per 500. */
async function findSiteCheckpoints(db: Adapter, from: Date | undefined): Promise<readonly AuditCheckpointRow[]> {
  const where = { organizationId: null, ...(from === undefined ? {} : { upTo: { gt: from } }) };
  return findAll(db, where);
}

async function findAll(
  db: Adapter,
  where: Parameters<typeof db.findMany<AuditCheckpointRow>>[1]["where"] & object,
): Promise<readonly AuditCheckpointRow[]> {
  const all: AuditCheckpointRow[] = [];
  for (;;) {
    const last = all.at(-1);
    const page = await db.findMany(auditCheckpointTable, {
      where,
      orderBy: [{ column: "upTo" }],
      limit: batch,
      ...(last ? { after: last } : {}),
    });
    all.push(...page);
    if (page.length < batch) return all;
  }
}

/** Reports all checkpoints if the one that an earlier call returned as `head` was replaced. */
async function checkHead(
  { db, now }: AuthContext,
  site: readonly AuditCheckpointRow[],
  { head, from }: VerifyAuditInput,
): Promise<AuditProblem[]> {
  const hasHead = (rows: readonly AuditCheckpointRow[]) => rows.some((row) => hashSignature(row.signature) === head);
  if (head === undefined || hasHead(site)) return [];
  if (from !== undefined && hasHead(await findSiteCheckpoints(db, undefined))) return [];
  const span = { from: site[0]?.from ?? new Date(0), upTo: site.at(-1)?.upTo ?? now() };
  return [problemOf(span, null, "checkpoint")];
}

/**
 * Reports entries from before the first checkpoint, which were added later. The last two hours before it are skipped,
 * because `removeExpired` might not have deleted their entries yet. Sends one query if there are none.
 */
async function checkBefore(
  { db }: AuthContext,
  first: AuditCheckpointRow | undefined,
  { from, organizationId }: VerifyAuditInput,
): Promise<AuditProblem[]> {
  if (!first) return [];
  const where = {
    createdAt: { gte: from ?? new Date(0), lt: new Date(first.from.getTime() - removedEarly) },
    ...(organizationId === undefined ? {} : { organizationId }),
  };
  const [entry] = await db.findMany(auditTable, { where, orderBy: [{ column: "createdAt" }], limit: 1 });
  if (!entry) return [];
  const span = { from: startOfHour(entry.createdAt), upTo: first.from };
  const trees = await scanEntries(db, span, organizationId);
  return [...trees.keys()].map((owner) => problemOf(span, owner, "added"));
}

/** Compares the entries of a span with the organizations' checkpoints that the site's checkpoint covers. */
async function checkSpan({ db }: AuthContext, site: AuditCheckpointRow, organizationId: string | undefined) {
  const { from, upTo } = site;
  const rows = (await findAll(db, { upTo })).filter((row) => row.organizationId !== null);
  const claims = readClaims(site) as SiteClaims | null;
  const isVouched = claims?.organizations === hashSignatures(rows.map(({ signature }) => signature));
  if (!isVouched) return { checkpoints: 0, entries: 0, problems: [problemOf({ from, upTo }, null, "checkpoint")] };
  const input =
    organizationId === undefined ? [...rows, site] : rows.filter((row) => row.organizationId === organizationId);
  const trees = new Map(await scanEntries(db, { from, upTo }, organizationId));
  const problems: AuditProblem[] = [];
  let entries = 0;
  for (const row of input) {
    const tree = trees.get(row.organizationId);
    trees.delete(row.organizationId);
    const count = tree?.count ?? 0;
    entries += count;
    const reason = readClaims(row) ? compare(row, count, tree?.root()) : "checkpoint";
    if (reason !== null) problems.push(problemOf({ from, upTo }, row.organizationId, reason));
  }
  for (const [owner, { count }] of trees) {
    entries += count;
    problems.push(problemOf({ from, upTo }, owner, "added"));
  }
  return { checkpoints: input.length, entries, problems };
}

function compare(
  { count: expected, root }: AuditCheckpointRow,
  count: number,
  found: string | undefined,
): AuditProblem["reason"] | null {
  if (count !== expected) return count < expected ? "removed" : "added";
  return count === 0 || found === root ? null : "changed";
}

function problemOf({ from, upTo }: Span, organizationId: string | null, reason: AuditProblem["reason"]): AuditProblem {
  return { organizationId, from, upTo, reason };
}
