/** Checks which tables, columns, and constraints the database lacks. */

import type { Schema } from "@latchkey/core/database";
import { sqlAdapter } from "@latchkey/sql";
import type { OpenDatabase } from "../database/open.ts";
import type { Target } from "../project/target.ts";
import { type Finding, pluralize, type Severity } from "./finding.ts";

interface SchemaCheck {
  readonly id: string;
  readonly severity: Severity;
  readonly pattern: RegExp;
  readonly one: string;
  readonly several: string;
  readonly detail: string;
}

/** The statements of a migration, grouped by what the database lacks. */
const schemaChecks: readonly SchemaCheck[] = [
  {
    id: "schema.missing-tables",
    severity: "error",
    pattern: /^create table (\S+)/,
    one: "table is missing",
    several: "tables are missing",
    detail: "Requests that use them fail.",
  },
  {
    id: "schema.missing-columns",
    severity: "error",
    pattern: /^alter table (\S+) add column (\S+)/,
    one: "column is missing",
    several: "columns are missing",
    detail: "Requests that read or write their tables fail, including sign-ins.",
  },
  {
    id: "schema.missing-uniques",
    severity: "error",
    pattern: /^create unique index (\S+)/,
    one: "unique constraint is missing",
    several: "unique constraints are missing",
    detail: "Concurrent requests can store the same value twice, such as an email or a username.",
  },
  {
    id: "schema.missing-references",
    severity: "warning",
    pattern: /^alter table (\S+) add constraint (\S+)/,
    one: "reference is missing",
    several: "references are missing",
    detail: "Rows remain when the row that they belong to is deleted.",
  },
  {
    id: "schema.missing-indexes",
    severity: "warning",
    pattern: /^create index (\S+)/,
    one: "index is missing",
    several: "indexes are missing",
    detail: "Queries scan whole tables.",
  },
];

/**
 * Compares the database with the schema, without changing it.
 * @param command the command that fixes the schema
 */
export async function checkSchema(
  database: OpenDatabase,
  schema: Schema,
  command: string,
  { substringIndexes }: Pick<Target, "substringIndexes">,
): Promise<Finding[]> {
  const plan = await sqlAdapter(database.source).connect(schema).migrations?.plan();
  const missing = schemaChecks.flatMap(({ id, severity, pattern, one, several, detail }): Finding[] => {
    const names = (plan?.statements ?? []).flatMap((statement) => nameIn(pattern.exec(statement)) ?? []);
    if (names.length === 0) return [];
    const title = `${pluralize(names.length, one, several)}: ${names.join(", ")}.`;
    return [{ id, severity, title, detail, step: command }];
  });
  const problems = (plan?.problems ?? []).map((problem): Finding => {
    const [, what = problem, step = ""] = /^(.+?[^.]\.) ([A-Z].*)$/.exec(problem) ?? [];
    return { id: "schema.unfit", severity: "error", title: what, step: step || problem };
  });
  const lacked = new Set(plan?.statements);
  const indexed = sqlAdapter(database.source, { substringIndexes }).connect(schema).migrations;
  const more = (await indexed?.plan())?.statements.filter((statement) => !lacked.has(statement)) ?? [];
  return [...missing, ...checkSubstringIndexes(more, database, command), ...problems];
}

/** @param statements the ones that the `substringIndexes` option adds to a migration */
function checkSubstringIndexes(statements: readonly string[], { dialect }: OpenDatabase, command: string): Finding[] {
  const names = statements.flatMap(
    (statement) => nameIn(/^create (?:virtual table|index) (\S+) (?:on|using) /.exec(statement)) ?? [],
  );
  if (names.length === 0) return [];
  const isMissingExtension = statements.some((statement) => statement.startsWith("create extension"));
  return [
    ...(isMissingExtension ? [missingExtension] : []),
    {
      id: "schema.missing-substring-indexes",
      // On PostgreSQL, the query is the same with and without an index. On SQLite, it names the index.
      severity: dialect === "sqlite" ? "error" : "warning",
      title: `${pluralize(names.length, "index of substringIndexes is", "indexes of substringIndexes are")} missing: ${names.join(", ")}.`,
      detail: dialect === "sqlite" ? "Substring searches fail." : "Substring searches scan whole tables.",
      step: command,
    },
  ];
}

const missingExtension: Finding = {
  id: "schema.missing-pg-trgm",
  severity: "warning",
  title: "This database lacks PostgreSQL's pg_trgm extension, which substringIndexes needs.",
  detail: "A migration creates it if its role has permission, and fails otherwise.",
  step: "Run this once as the database's owner or as a superuser: create extension pg_trgm;",
};

function nameIn(found: RegExpExecArray | null): string | null {
  return found ? found.slice(1).join(".").replace(/["`]/g, "") : null;
}
