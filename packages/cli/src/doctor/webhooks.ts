/** Checks the app's webhooks, and whether its audit log is being signed. */

import { type Finding, pluralize } from "./finding.ts";
import type { Tables } from "./sql.ts";

const dayMs = 86_400_000;

/** @returns the findings, or none if the events plugin's tables don't exist */
export async function checkWebhooks(tables: Tables, now: Date = new Date()): Promise<Finding[]> {
  if (!tables.has("webhookEndpoint", "enabled", "failingSince")) return [];
  const found = await Promise.all([checkDisabled(tables), checkFailing(tables, now)]);
  return found.flat();
}

/** Finds webhooks that are off and were failing, unlike those that a user turned off. */
async function checkDisabled(tables: Tables): Promise<Finding[]> {
  const condition = `${tables.quote("enabled")} is false and ${tables.quote("failingSince")} is not null`;
  const count = await tables.count(tables.quote("webhookEndpoint"), condition);
  if (count === 0) return [];
  return [
    {
      id: "data.disabled-webhooks",
      severity: "warning",
      title: `${pluralize(count, "webhook was", "webhooks were")} turned off, because ${count === 1 ? "its server is gone or keeps" : "their servers are gone or keep"} failing.`,
      detail: "Events that happen while a webhook is off aren't sent.",
      step: `Fix the server, then call auth.api.updateWebhook with enabled: true. To list them, run: ${listQuery(tables, condition)}`,
    },
  ];
}

async function checkFailing(tables: Tables, now: Date): Promise<Finding[]> {
  const since = tables.timeLiteral(new Date(now.getTime() - dayMs));
  const condition = `${tables.quote("enabled")} is true and ${tables.quote("failingSince")} < ${since}`;
  const count = await tables.count(tables.quote("webhookEndpoint"), condition);
  if (count === 0) return [];
  return [
    {
      id: "data.failing-webhooks",
      severity: "warning",
      title: `No event has reached ${pluralize(count, "webhook")} for at least a day.`,
      detail: "A webhook is turned off after five days of failures.",
      step: `Tell the team that runs the server. To list them, run: ${listQuery(tables, condition)}`,
    },
  ];
}

function listQuery({ quote }: Tables, condition: string): string {
  const columns = ["id", "organizationId", "url", "failingSince"].map(quote).join(", ");
  return `select ${columns} from ${quote("webhookEndpoint")} where ${condition};`;
}

/** @returns the finding, if the audit log should be signed but isn't */
export async function checkCheckpoints(tables: Tables, now: Date = new Date()): Promise<Finding[]> {
  if (!tables.has("auditCheckpoint", "organizationId", "upTo")) return [];
  const [audit, checkpoints, createdAt] = ["audit", "auditCheckpoint", "createdAt"].map(tables.quote);
  const [organizationId, upTo] = ["organizationId", "upTo"].map(tables.quote);
  const last = `select max(${upTo}) from ${checkpoints} where ${organizationId} is null`;
  const start = `coalesce((${last}), ${tables.timeLiteral(new Date(0))})`;
  const end = tables.timeLiteral(new Date(now.getTime() - dayMs));
  const count = await tables.count(String(audit), `${createdAt} >= ${start} and ${createdAt} < ${end}`);
  if (count === 0) return [];
  return [
    {
      id: "data.unsigned-audit-log",
      severity: "warning",
      title: `${pluralize(count, "audit log entry has", "audit log entries have")} been waiting for a checkpoint for at least a day.`,
      detail: "Until an entry is signed, verifyAudit can't tell whether it was changed.",
      step: "Call auth.api.removeExpired in a daily job, which also creates the checkpoints that are missing.",
    },
  ];
}
