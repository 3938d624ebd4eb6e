/** Records which steps of the migration are done, so that another run doesn't repeat them. */

import { type Adapter, defineTable, mergeSchema, type Schema, type Table } from "@latchkey/core/database";
import { definePlugin, type Plugin } from "@latchkey/core/plugin";
import type { OpenDatabase } from "../database/open.ts";
import type { Tables } from "../doctor/sql.ts";
import { isBetterAuthTable, renamed, sourceOf } from "./renamed-tables.ts";
import { allSteps, isStep, type Step, stepSources, stepsOf } from "./step.ts";

/** A completed step. */
interface StepRow {
  /** The step's name. */
  readonly id: string;
  readonly completedAt: Date;
}

const stepTable: Table<StepRow> = defineTable<StepRow>({
  name: "better_auth_migration",
  columns: { completedAt: { type: "date" } },
});

/** Declares the table to the context that runs the steps. */
export const journalPlugin: Plugin = definePlugin({ id: "better-auth-migration", tables: [stepTable] });

/** Adds the table to an app's schema. */
export function withJournal(schema: Schema): Schema {
  return new Map([...schema, ...mergeSchema([stepTable])]);
}

/**
 * Reads which steps are done. Returns an empty set if better-auth's tables are back, because the app returned to
 * better-auth. Excludes a step if better-auth's version of the table that it renamed is back.
 */
export async function readDoneSteps(tables: Tables): Promise<ReadonlySet<Step>> {
  if (!tables.has(stepTable.name, "completedAt") || isBetterAuthTable(tables, "verification")) return new Set();
  const rows = await tables.rows(`select id from ${tables.quote(stepTable.name)}`);
  const steps = rows.map(({ id }) => String(id)).filter(isStep);
  return new Set(
    steps.filter((step) => {
      const { table } = stepSources[step];
      return table === undefined || !isBetterAuthTable(tables, table);
    }),
  );
}

/** The steps that the app needs and hasn't completed. */
export function pendingSteps(done: ReadonlySet<Step>, plugins: readonly string[]): ReadonlySet<Step> {
  return new Set(stepsOf(plugins).filter((step) => !done.has(step)));
}

/**
 * The steps that the app doesn't need and that have no data. They count as done. If the app adds the plugin later, all
 * of its rows come from Latchkey.
 */
export function emptySteps(tables: Tables, done: ReadonlySet<Step>, plugins: readonly string[]): readonly Step[] {
  const needed = stepsOf(plugins);
  return allSteps.filter((step) => !done.has(step) && !needed.includes(step) && !hasData(tables, step));
}

function hasData(tables: Tables, step: Step): boolean {
  const { table, userColumn } = stepSources[step];
  if (userColumn !== undefined) return tables.has("user", userColumn);
  return table === undefined || sourceOf(tables, table) !== null;
}

/** Whether a migration has changed the tables, even if it was interrupted. */
export function wasStarted(tables: Tables): boolean {
  return tables.has(stepTable.name, "completedAt") || tables.has(renamed.verification, "id");
}

/**
 * Deletes the records of all other steps. Must run before tables are renamed, because that hides that better-auth's
 * tables were back.
 */
export async function keepDoneSteps(tables: Tables, { execute }: OpenDatabase, done: ReadonlySet<Step>): Promise<void> {
  const others = allSteps.filter((step) => !done.has(step));
  if (others.length === 0 || !tables.has(stepTable.name, "completedAt")) return;
  const ids = others.map((step) => `'${step}'`).join(", ");
  await execute(`delete from ${tables.quote(stepTable.name)} where id in (${ids})`);
}

/** Records that a step is done. In the step's transaction if it has one. */
export async function recordStep(db: Pick<Adapter, "insert">, step: Step, completedAt: Date): Promise<void> {
  await db.insert(stepTable, { id: step, completedAt });
}
