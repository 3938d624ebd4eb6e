/** What the database lacks of the tables that it should have. */

import type { Schema } from "@latchkey/core/database";
import { sqlAdapter } from "@latchkey/sql";
import type { OpenDatabase } from "../database/open.ts";
import { counted, type Finding, type Severity } from "./finding.ts";

interface Kind {
  readonly id: string;
  readonly severity: Severity;
  readonly form: RegExp;
  readonly one: string;
  readonly several: string;
  readonly detail: string;
}

/** The statements that a migration makes, by what is missing without them. */
const kinds: readonly Kind[] = [
  {
    id: "schema.missing-tables",
    severity: "error",
    form: /^create table (\S+)/,
    one: "table is missing",
    several: "tables are missing",
    detail: "What needs them fails.",
  },
  {
    id: "schema.missing-columns",
    severity: "error",
    form: /^alter table (\S+) add column (\S+)/,
    one: "column is missing",
    several: "columns are missing",
    detail: "Everything that reads or writes their tables fails, signing in too.",
  },
  {
    id: "schema.missing-uniques",
    severity: "error",
    form: /^create unique index (\S+)/,
    one: "unique constraint is missing",
    several: "unique constraints are missing",
    detail: "Two people can get the same address or name when they ask at the same moment.",
  },
  {
    id: "schema.missing-references",
    severity: "warning",
    form: /^alter table (\S+) add constraint (\S+)/,
    one: "reference is missing",
    several: "references are missing",
    detail: "Rows stay behind when what they belong to goes.",
  },
  {
    id: "schema.missing-indexes",
    severity: "warning",
    form: /^create index (\S+)/,
    one: "index is missing",
    several: "indexes are missing",
    detail: "Look-ups read whole tables.",
  },
];

/** Reads only. @param command what mends it */
export async function checkSchema({ source }: OpenDatabase, schema: Schema, command: string): Promise<Finding[]> {
  const plan = await sqlAdapter(source).connect(schema).migrations?.plan();
  const missing = kinds.flatMap(({ id, severity, form, one, several, detail }): Finding[] => {
    const names = (plan?.statements ?? []).flatMap((statement) => nameIn(form.exec(statement)) ?? []);
    if (names.length === 0) return [];
    const title = `${counted(names.length, one, several)}: ${names.join(", ")}.`;
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
