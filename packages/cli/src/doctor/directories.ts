/** Checks the SCIM connections of organizations' directories. */

import { type Finding, pluralize } from "./finding.ts";
import type { Tables } from "./sql.ts";

const dayMs = 86_400_000;
/** How long a directory can be silent, in days. Directories send requests many times a day. */
const silentDays = 7;

/** @returns the findings, or none if the SCIM plugin's tables don't exist */
export async function checkDirectories(tables: Tables, now: Date = new Date()): Promise<Finding[]> {
  if (!tables.has("scimConnection", "enabled", "lastRequestAt") || !tables.has("scimToken", "expiresAt")) return [];
  const found = await Promise.all([checkSilent(tables, now), checkTokens(tables, now), checkExpiring(tables, now)]);
  return found.flat();
}

async function checkSilent(tables: Tables, now: Date): Promise<Finding[]> {
  const { quote, timeLiteral } = tables;
  const since = timeLiteral(new Date(now.getTime() - silentDays * dayMs));
  const last = `coalesce(${quote("lastRequestAt")}, ${quote("createdAt")})`;
  const condition = `${quote("enabled")} is true and ${last} < ${since}`;
  const count = await tables.count(quote("scimConnection"), condition);
  if (count === 0) return [];
  return [
    {
      id: "data.silent-directories",
      severity: "warning",
      title: `No request has come from ${pluralize(count, "directory", "directories")} for at least ${silentDays} days.`,
      detail: "People who leave the company keep their access until the directory removes it.",
      step: `Ask the organization to check its provisioning, or turn the connection off. To list them, run: ${listQuery(tables, condition)}`,
    },
  ];
}

/** Matches tokens that work at a given time: they haven't expired by then, and their successor hasn't ended them. */
function worksAt({ quote, timeLiteral }: Tables, time: Date): string {
  const at = timeLiteral(time);
  const later = (column: string): string => `(${quote(column)} is null or ${quote(column)} > ${at})`;
  return `${later("expiresAt")} and ${later("graceUntil")}`;
}

function hasToken(tables: Tables, time: Date): string {
  const { quote } = tables;
  const own = `${quote("scimToken")}.${quote("connectionId")} = ${quote("scimConnection")}.${quote("id")}`;
  return `exists (select 1 from ${quote("scimToken")} where ${own} and ${worksAt(tables, time)})`;
}

async function checkTokens(tables: Tables, now: Date): Promise<Finding[]> {
  const { quote } = tables;
  const condition = `${quote("enabled")} is true and not ${hasToken(tables, now)}`;
  const count = await tables.count(quote("scimConnection"), condition);
  if (count === 0) return [];
  return [
    {
      id: "data.directories-without-token",
      severity: "error",
      title: `${pluralize(count, "directory has", "directories have")} no valid token, so ${count === 1 ? "its" : "their"} requests fail.`,
      step: `Create a token with auth.api.rotateScimToken, and give it to the organization. To list them, run: ${listQuery(tables, condition)}`,
    },
  ];
}

async function checkExpiring(tables: Tables, now: Date): Promise<Finding[]> {
  const { quote } = tables;
  const end = new Date(now.getTime() + 30 * dayMs);
  const condition = `${quote("enabled")} is true and ${hasToken(tables, now)} and not ${hasToken(tables, end)}`;
  const count = await tables.count(quote("scimConnection"), condition);
  if (count === 0) return [];
  return [
    {
      id: "data.expiring-scim-tokens",
      severity: "warning",
      title: `The last token of ${pluralize(count, "directory", "directories")} expires within 30 days.`,
      step: `Create a token with auth.api.rotateScimToken, and give it to the organization. To list them, run: ${listQuery(tables, condition)}`,
    },
  ];
}

function listQuery({ quote }: Tables, condition: string): string {
  const columns = ["id", "organizationId", "name", "lastRequestAt"].map(quote).join(", ");
  return `select ${columns} from ${quote("scimConnection")} where ${condition};`;
}
