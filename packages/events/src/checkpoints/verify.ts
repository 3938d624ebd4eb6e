/** Compares the audit log with its checkpoints, and names the spans in which it was changed. */

import type { Adapter } from "@latchkey/core/database";
import { type AuthContext, defineEndpoint, type EndpointOf, fail, httpErrors, input } from "@latchkey/core/plugin";
import type { AuditProblem, EventsCalls, VerifyAuditInput, VerifyAuditResult } from "../contract.ts";
import type { EventsSettings } from "../options.ts";
import { verifyAuditOutput } from "../outputs.ts";
import { type AuditCheckpointRow, auditCheckpointTable } from "../tables.ts";
import { checkChain } from "./chain.ts";
import { hashSignatures, readClaims, type SiteClaims, type Span } from "./claims.ts";
import { scanEntries } from "./scan.ts";

const batch = 500;

/** Verifies the audit log. Three queries for each hour, and one more for each thousand entries. */
export function verifyAudit({ checkpoints }: EventsSettings): EndpointOf<EventsCalls["verifyAudit"]> {
  return defineEndpoint({
    method: "POST",
    path: "/audit/verify",
    summary: "Verify the audit log",
    input: input.object<VerifyAuditInput>({
      organizationId: input.optional(input.id),
      from: input.optional(input.date),
      to: input.optional(input.date),
    }),
    output: verifyAuditOutput,
    errors: { NOT_FOUND: httpErrors.NOT_FOUND },
    serverOnly: true,
    queryBudget: 4,
    async handle(wanted, context) {
      if (!checkpoints) fail(httpErrors, "NOT_FOUND", { message: "Set events.checkpoints to sign the audit log" });
      return verify(wanted, context);
    },
  });
}

async function verify(wanted: VerifyAuditInput, context: AuthContext): Promise<VerifyAuditResult> {
  const site = await findSiteCheckpoints(context.db, wanted.from);
  const problems: AuditProblem[] = await checkChain(context, site);
  let [checkpoints, entries] = [0, 0];
  const inRange = site.filter(({ from }) => wanted.to === undefined || from < wanted.to);
  for (const row of inRange) {
    const found = await checkSpan(context, row, wanted.organizationId);
    checkpoints += found.checkpoints;
    entries += found.entries;
    problems.push(...found.problems);
  }
  problems.sort((one, other) => one.from.getTime() - other.from.getTime());
  const [first, last] = [inRange[0], inRange.at(-1)];
  return { from: first?.from ?? null, upTo: last?.upTo ?? null, checkpoints, entries, problems };
}

/** Returns the site's checkpoints whose span ends after this time, oldest first. One query for each 500. */
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

/** Compares the entries of a span with the checkpoints that the site's one vouches for. */
async function checkSpan({ db }: AuthContext, site: AuditCheckpointRow, organizationId: string | undefined) {
  const { from, upTo } = site;
  const rows = (await findAll(db, { upTo })).filter((row) => row.organizationId !== null);
  const claims = readClaims(site) as SiteClaims | null;
  const isVouched = claims?.organizations === hashSignatures(rows.map(({ signature }) => signature));
  if (!isVouched) return { checkpoints: 0, entries: 0, problems: [problemOf({ from, upTo }, null, "checkpoint")] };
  const wanted =
    organizationId === undefined ? [...rows, site] : rows.filter((row) => row.organizationId === organizationId);
  const trees = new Map(await scanEntries(db, { from, upTo }, organizationId));
  const problems: AuditProblem[] = [];
  let entries = 0;
  for (const row of wanted) {
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
  return { checkpoints: wanted.length, entries, problems };
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
