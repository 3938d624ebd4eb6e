/** Records which steps of the migration are done, so that another run doesn't repeat them. */

import { type Adapter, defineTable, mergeSchema, type Schema, type Table } from "@latchkey/core/database";
import { definePlugin, type Plugin } from "@latchkey/core/plugin";
import type { OpenDatabase } from "../database/open.ts";
import type { Tables } from "../doctor/sql.ts";
import { isBetterAuthTable, renamed, sourceOf } from "./aside.ts";

/**
 * The steps that run once. Repeated later, they would restore what users have deleted since, or mark what they have
 * added since as verified. The other steps only change rows in better-auth's format, so they can be repeated.
 */
export type Step = "verified-emails" | "passkeys" | "identity-providers" | "guests" | "phone-numbers" | "two-factor";

/** The plugin that a step needs, if any. */
const pluginOf: Readonly<Record<Step, string | null>> = {
  "verified-emails": null,
  passkeys: "passkey",
  "identity-providers": "sso",
  guests: "anonymous",
  "phone-numbers": "phone-number",
  "two-factor": "two-factor",
};

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

/** Reads which steps are done. None are if better-auth's tables are back, because the app went back to better-auth. */
export async function readDoneSteps(tables: Tables): Promise<ReadonlySet<string>> {
  if (!tables.has(stepTable.name, "completedAt") || isBetterAuthTable(tables, "verification")) return new Set();
  const rows = await tables.rows(`select id from ${tables.quote(stepTable.name)}`);
  return new Set(rows.map(({ id }) => String(id)).filter((step) => !isReopened(tables, step)));
}

/** Whether the table that a step moved is better-auth's again. */
function isReopened(tables: Tables, step: string): boolean {
  return (
    (step === "passkeys" && isBetterAuthTable(tables, "passkey")) ||
    (step === "identity-providers" && isBetterAuthTable(tables, "ssoProvider")) ||
    (step === "two-factor" && isBetterAuthTable(tables, "twoFactor"))
  );
}

/** The steps that the app needs and that aren't done. */
export function pendingSteps(done: ReadonlySet<string>, plugins: readonly string[]): ReadonlySet<Step> {
  const steps = Object.keys(pluginOf) as Step[];
  const isNeeded = (plugin: string | null): boolean => plugin === null || plugins.includes(plugin);
  return new Set(steps.filter((step) => !done.has(step) && isNeeded(pluginOf[step])));
}

/**
 * The steps that the app doesn't need and that have no data. They're done: if the app adds the plugin later, all of its
 * rows are its own.
 */
export function emptySteps(tables: Tables, done: ReadonlySet<string>, plugins: readonly string[]): readonly Step[] {
  const pending = pendingSteps(done, plugins);
  const steps = Object.keys(pluginOf) as Step[];
  return steps.filter((step) => !done.has(step) && !pending.has(step) && !hasData(tables, step));
}

function hasData(tables: Tables, step: Step): boolean {
  switch (step) {
    case "verified-emails":
      return true;
    case "passkeys":
      return sourceOf(tables, "passkey") !== null;
    case "identity-providers":
      return sourceOf(tables, "ssoProvider") !== null;
    case "guests":
      return tables.has("user", "isAnonymous");
    case "phone-numbers":
      return tables.has("user", "phoneNumber");
    case "two-factor":
      return tables.has("user", "twoFactorEnabled");
  }
}

/** Whether a migration has changed the tables, even if it was interrupted. */
export function wasStarted(tables: Tables): boolean {
  return tables.has(stepTable.name, "completedAt") || tables.has(renamed.verification, "id");
}

/** Deletes the records of all other steps. Must run before tables are renamed, which hides that better-auth was back. */
export async function keepDoneSteps(
  tables: Tables,
  { execute }: OpenDatabase,
  done: ReadonlySet<string>,
): Promise<void> {
  if (!tables.has(stepTable.name, "completedAt")) return;
  const ids = ["", ...done].map((step) => `'${step}'`).join(", ");
  await execute(`delete from ${tables.quote(stepTable.name)} where id not in (${ids})`);
}

/** Records that a step is done. In the step's transaction if it has one. */
export async function recordStep(db: Pick<Adapter, "insert">, step: Step, completedAt: Date): Promise<void> {
  await db.insert(stepTable, { id: step, completedAt });
}
