/** Checks which tables, columns, and constraints the database lacks. */

import type { Schema } from "@latchkey/core/database";
import { sqlAdapter } from "@latchkey/sql";
import type { OpenDatabase } from "../database/open.ts";
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
    detail: "What needs them fails.",
  },
  {
    id: "schema.missing-columns",
    severity: "error",
    pattern: /^alter table (\S+) add column (\S+)/,
    one: "column is missing",
    several: "columns are missing",
    detail: "Everything that reads or writes their tables fails, signing in too.",
  },
  {
    id: "schema.missing-uniques",
    severity: "error",
    pattern: /^create unique index (\S+)/,
    one: "unique constraint is missing",
    several: "unique constraints are missing",
    detail: "Requests at the same moment can store the same value twice, such as an email or a username.",
  },
  {
    id: "schema.missing-references",
    severity: "warning",
    pattern: /^alter table (\S+) add constraint (\S+)/,
    one: "reference is missing",
    several: "references are missing",
    detail: "Rows stay behind when what they belong to goes.",
  },
  {
    id: "schema.missing-indexes",
    severity: "warning",
    pattern: /^create index (\S+)/,
    one: "index is missing",
    several: "indexes are missing",
    detail: "Look-ups read whole tables.",
  },
];

/**
 * Compares the database with the schema, without changing it.
 * @param command the command that fixes the schema
 */
export async function checkSchema({ source }: OpenDatabase, schema: Schema, command: string): Promise<Finding[]> {
  const plan = await sqlAdapter(source).connect(schema).migrations?.plan();
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
  return [...missing, ...problems];
}

function nameIn(found: RegExpExecArray | null): string | null {
  return found ? found.slice(1).join(".").replace(/["`]/g, "") : null;
}
