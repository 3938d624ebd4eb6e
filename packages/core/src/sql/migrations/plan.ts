/** What a database lacks, as statements. Nothing is ever dropped or narrowed. */

import type { Column, ColumnReference, ResolvedTable, Schema } from "../../database/index.ts";
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
import { columnProblem } from "./fit.ts";
import type { Live, LiveTable } from "./inspect.ts";

/** A statement, and what may stand in its way. */
export interface Step {
  readonly statement: string;
  /** A query that gives a row if the statement would fail, and what to say then. */
  readonly unless?: { readonly query: string; readonly problem: string };
}

export interface Plan {
  readonly steps: readonly Step[];
  readonly problems: readonly string[];
}

/** Every statement that makes an empty database fit, in order. */
export function createStatementsFor(schema: Schema, dialect: DdlDialect): string[] {
  return planFor(schema, new Map(), dialect).steps.map(({ statement }) => statement);
}

export function planFor(schema: Schema, live: Live, dialect: DdlDialect): Plan {
  const plans = [...schema.values()].map((table) => {
    const present = live.get(table.name);
    return present ? alter({ dialect, live, table, present }) : create({ dialect, live, table });
  });
  return { steps: plans.flatMap(({ steps }) => steps), problems: plans.flatMap(({ problems }) => problems) };
}

interface Task {
  readonly dialect: DdlDialect;
  readonly live: Live;
  readonly table: ResolvedTable;
}

interface Alteration extends Task {
  readonly present: LiveTable;
}

function create(task: Task): Plan {
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

function alter(task: Alteration): Plan {
  const parts = [alterColumns(task), alterUniques(task), alterIndexes(task), alterReferences(task)];
  return { steps: parts.flatMap(({ steps }) => steps), problems: parts.flatMap(({ problems }) => problems) };
}

function alterColumns({ dialect, table, present }: Alteration): Plan {
  const steps: Step[] = [];
  const problems: string[] = [];
  for (const [name, column] of Object.entries(table.columns)) {
    const found = present.columns.get(name);
    const problem = found ? columnProblem(dialect, column, found) : lacksValue(column);
    if (problem) problems.push(`${table.name}.${name} ${problem}`);
    else if (!found) steps.push({ statement: addColumn(dialect, table.name, name, column) });
  }
  for (const [name, { nullable, hasDefault }] of present.columns) {
    if (nullable || hasDefault || Object.hasOwn(table.columns, name)) continue;
    problems.push(
      `${table.name}.${name} must not be null, but nothing fills it. Give it a default, or make it nullable.`,
    );
  }
  if (!hasIndex(present, ["id"], true)) problems.push(`${table.name}.id is not the primary key. Make it so.`);
  return { steps, problems };
}

function lacksValue(column: Column): string | null {
  if (column.nullable || column.default !== undefined) return null;
  return "is missing, and rows that are there have no value for it. Add the column by hand, fill it, then make it not null.";
}

function alterUniques({ dialect, table, present }: Alteration): Plan {
  const missing = table.uniques.filter((columns) => !hasIndex(present, columns, true));
  const steps = missing.map((columns): Step => {
    const statement = createUnique(dialect, table.name, columns);
    // In a column that is added now, all rows have null or all the same.
    if (!columns.every((name) => present.columns.has(name))) return { statement };
    const problem = `${table.name}(${columns.join(", ")}) must be unique, but several rows are alike. Merge them, then migrate again.`;
    return { statement, unless: { query: findDuplicates(dialect, table.name, columns), problem } };
  });
  return { steps, problems: [] };
}

function alterIndexes({ dialect, table, present }: Alteration): Plan {
  const missing = table.indexes.filter((columns) => !hasIndex(present, columns, false));
  return { steps: missing.map((columns) => ({ statement: createIndex(dialect, table.name, columns) })), problems: [] };
}

/** A unique index is over these columns, no others; any other one begins with them. */
function hasIndex({ indexes }: LiveTable, columns: readonly string[], unique: boolean): boolean {
  return indexes.some((index) =>
    unique
      ? index.unique && index.columns.length === columns.length && columns.every((name) => index.columns.includes(name))
      : columns.every((name, at) => index.columns[at] === name),
  );
}

function alterReferences(task: Alteration): Plan {
  const plans = Object.entries(task.table.columns).map(([name, { references }]) =>
    references ? alterReference(task, name, references) : { steps: [], problems: [] },
  );
  return { steps: plans.flatMap(({ steps }) => steps), problems: plans.flatMap(({ problems }) => problems) };
}

function alterReference(task: Alteration, name: string, reference: ColumnReference): Plan {
  const { dialect, table, present } = task;
  const found = present.references.get(name);
  const place = `${table.name}.${name}`;
  if (found) {
    const wanted = reference.onDelete ?? "cascade";
    const isSame = found.onDelete === wanted || (wanted === "restrict" && found.onDelete === "no action");
    const problem = `${place} refers to ${found.table} with "on delete ${found.onDelete}". Make it "on delete ${wanted}".`;
    return { steps: [], problems: isSame ? [] : [problem] };
  }
  const isNew = !present.columns.has(name);
  if (dialect === "sqlite") {
    const problem = `${place} does not refer to ${reference.table}, and SQLite adds no reference to a column that is there. Rebuild the table.`;
    return { steps: [], problems: isNew ? [] : [problem] };
  }
  const problem = targetProblem(task, name, reference);
  if (problem) return { steps: [], problems: [problem] };
  const statement = addReference(dialect, table.name, name, reference);
  if (isNew) return { steps: [{ statement }], problems: [] };
  const orphans = `${place} must refer to ${reference.table}, but some rows refer to what is not there. Delete or mend them, then migrate again.`;
  return {
    steps: [{ statement, unless: { query: findOrphans(dialect, table.name, name, reference), problem: orphans } }],
    problems: [],
  };
}

/** MySQL lets a column refer only to one of the same collation; and only to what is unique, like the others. */
function targetProblem(
  { dialect, live, table }: Task,
  name: string,
  { table: target, column }: ColumnReference,
): string | null {
  const other = live.get(target)?.columns.get(column);
  if (!other || !isMysql(dialect)) return null;
  const own = live.get(table.name)?.columns.get(name)?.collation ?? byteCollations[dialect as "mysql"];
  if (other.collation === "" || other.collation === own) return null;
  const wanted = columnType(dialect, { type: "string" });
  return `${table.name}.${name} cannot refer to ${target}.${column}, whose collation is ${other.collation}. Make both ${wanted}, then migrate again.`;
}
