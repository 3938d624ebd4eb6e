/**
 * Compares a schema with a database, and plans the statements that bring the database up to date. Nothing is ever
 * dropped or narrowed.
 */

import type { Column, ColumnReference, ResolvedTable, Schema } from "@latchkey/core/database";
import { columnProblem } from "./column-problem.ts";
import {
  addColumn,
  addReference,
  byteCollations,
  columnType,
  createIndex,
  createTable,
  createUnique,
  type DdlDialect,
  findDuplicates,
  findOrphans,
  isMysql,
} from "./ddl.ts";
import type { LiveSchema, LiveTable } from "./inspect.ts";

/** A statement, and when it would fail. */
export interface Step {
  readonly statement: string;
  /** A query that returns a row if the statement would fail, and the problem to report in that case. */
  readonly unless?: { readonly query: string; readonly problem: string };
}

export interface Plan {
  readonly steps: readonly Step[];
  readonly problems: readonly string[];
}

/** Every statement that creates the schema's tables in an empty database, in order. */
export function createStatementsFor(schema: Schema, dialect: DdlDialect): string[] {
  return planFor(schema, new Map(), dialect).steps.map(({ statement }) => statement);
}

/** Returns the statements that add what the database lacks, and the problems that have to be fixed manually. */
export function planFor(schema: Schema, live: LiveSchema, dialect: DdlDialect): Plan {
  const plans = [...schema.values()].map((table) => {
    const existing = live.get(table.name);
    return existing ? alter({ dialect, live, table, existing }) : create({ dialect, live, table });
  });
  return { steps: plans.flatMap(({ steps }) => steps), problems: plans.flatMap(({ problems }) => problems) };
}

interface TableTask {
  readonly dialect: DdlDialect;
  readonly live: LiveSchema;
  readonly table: ResolvedTable;
}

interface AlterTask extends TableTask {
  readonly existing: LiveTable;
}

function create(task: TableTask): Plan {
  const { dialect, table } = task;
  const problems = new Map<string, string>();
  for (const [name, { references }] of Object.entries(table.columns)) {
    const problem = references ? targetProblem(task, name, references) : null;
    if (problem) problems.set(name, problem);
  }
  const statements = [
    createTable(dialect, table, (column) => !problems.has(column)),
    ...table.uniques.map((columns) => createUnique(dialect, table.name, columns)),
    ...table.indexes.map((columns) => createIndex(dialect, table.name, columns)),
  ];
  return { steps: statements.map((statement) => ({ statement })), problems: [...problems.values()] };
}

function alter(task: AlterTask): Plan {
  const parts = [alterColumns(task), alterUniques(task), alterIndexes(task), alterReferences(task)];
  return { steps: parts.flatMap(({ steps }) => steps), problems: parts.flatMap(({ problems }) => problems) };
}

function alterColumns({ dialect, table, existing }: AlterTask): Plan {
  const steps: Step[] = [];
  const problems: string[] = [];
  for (const [name, column] of Object.entries(table.columns)) {
    const found = existing.columns.get(name);
    const problem = found ? columnProblem(dialect, column, found) : missingColumnProblem(column);
    if (problem) problems.push(`${table.name}.${name} ${problem}`);
    else if (!found) steps.push({ statement: addColumn(dialect, table.name, name, column) });
  }
  for (const [name, { nullable, hasDefault }] of existing.columns) {
    if (nullable || hasDefault || Object.hasOwn(table.columns, name)) continue;
    problems.push(
      `${table.name}.${name} is NOT NULL without a default, and isn't in the schema. Add a default, or make it nullable.`,
    );
  }
  if (!hasIndex(existing, ["id"], true))
    problems.push(`${table.name}.id isn't the primary key. Make it the primary key.`);
  return { steps, problems };
}

function missingColumnProblem(column: Column): string | null {
  if (column.nullable || column.default !== undefined) return null;
  return "is missing and has no default for existing rows. Add the column yourself, fill it, then make it NOT NULL.";
}

function alterUniques({ dialect, table, existing }: AlterTask): Plan {
  const missing = table.uniques.filter((columns) => !hasIndex(existing, columns, true));
  const steps = missing.map((columns): Step => {
    const statement = createUnique(dialect, table.name, columns);
    // In a new column, all rows have null or the default, so there is nothing to look for.
    if (!columns.every((name) => existing.columns.has(name))) return { statement };
    const problem = `${table.name}(${columns.join(", ")}) must be unique, but has duplicate rows. Merge them, then migrate again.`;
    return { statement, unless: { query: findDuplicates(dialect, table.name, columns), problem } };
  });
  return { steps, problems: [] };
}

function alterIndexes({ dialect, table, existing }: AlterTask): Plan {
  const missing = table.indexes.filter((columns) => !hasIndex(existing, columns, false));
  return { steps: missing.map((columns) => ({ statement: createIndex(dialect, table.name, columns) })), problems: [] };
}

/** A unique index must have exactly these columns. Any other index must start with them. */
function hasIndex({ indexes }: LiveTable, columns: readonly string[], unique: boolean): boolean {
  return indexes.some((index) =>
    unique
      ? index.unique && index.columns.length === columns.length && columns.every((name) => index.columns.includes(name))
      : columns.every((name, at) => index.columns[at] === name),
  );
}

function alterReferences(task: AlterTask): Plan {
  const plans = Object.entries(task.table.columns).map(([name, { references }]) =>
    references ? alterReference(task, name, references) : { steps: [], problems: [] },
  );
  return { steps: plans.flatMap(({ steps }) => steps), problems: plans.flatMap(({ problems }) => problems) };
}

function alterReference(task: AlterTask, name: string, reference: ColumnReference): Plan {
  const { dialect, table, existing } = task;
  const found = existing.references.get(name);
  const path = `${table.name}.${name}`;
  if (found) {
    const wanted = reference.onDelete ?? "cascade";
    const isSame = found.onDelete === wanted || (wanted === "restrict" && found.onDelete === "no action");
    const problem = `${path} references ${found.table} with "on delete ${found.onDelete}". Change it to "on delete ${wanted}".`;
    return { steps: [], problems: isSame ? [] : [problem] };
  }
  const isNew = !existing.columns.has(name);
  if (dialect === "sqlite") {
    const problem = `${path} must reference ${reference.table}, and SQLite can't add a reference to an existing column. Rebuild the table.`;
    return { steps: [], problems: isNew ? [] : [problem] };
  }
  const problem = targetProblem(task, name, reference);
  if (problem) return { steps: [], problems: [problem] };
  const statement = addReference(dialect, table.name, name, reference);
  if (isNew) return { steps: [{ statement }], problems: [] };
  const orphans = `${path} must reference ${reference.table}, but some rows refer to rows that don't exist. Delete or fix them, then migrate again.`;
  return {
    steps: [{ statement, unless: { query: findOrphans(dialect, table.name, name, reference), problem: orphans } }],
    problems: [],
  };
}

/** In MySQL, a column can only reference a column with the same collation. */
function targetProblem(
  { dialect, live, table }: TableTask,
  name: string,
  { table: target, column }: ColumnReference,
): string | null {
  const other = live.get(target)?.columns.get(column);
  if (!other || !isMysql(dialect)) return null;
  const own = live.get(table.name)?.columns.get(name)?.collation ?? byteCollations[dialect as "mysql"];
  if (other.collation === "" || other.collation === own) return null;
  const wanted = columnType(dialect, { type: "string" });
  return `${table.name}.${name} can't reference ${target}.${column}, whose collation is ${other.collation}. Change both to ${wanted}, then migrate again.`;
}
