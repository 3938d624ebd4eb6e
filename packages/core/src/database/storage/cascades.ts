/** What hangs on a row that goes and is not the database's work: rows in the storage, and copies for reading. */

import type { Adapter, AnyRow, Transaction, Where, WhereAll } from "../adapter.ts";
import { ForeignKeyViolation } from "../errors.ts";
import type { ResolvedTable } from "../schema.ts";
import { widen } from "../tables.ts";
import { isCondition } from "../where.ts";
import { type ChangedRow, changeRows, type Deps, readRows } from "./routed-rows.ts";
import { type CascadeEffect, subjectOf } from "./routing.ts";

/** An effect and the rows whose end causes it. */
interface CascadeStep {
  readonly effect: CascadeEffect;
  readonly ids: readonly string[];
}

/**
 * What follows when these rows of the database go. Asked before they do: of rows that go with them by a cascade the ids
 * are read while they are there. One statement for each such table, none where the storage refers to the rows themselves.
 */
export async function collectCascade(
  db: Adapter,
  effects: readonly CascadeEffect[],
  ids: readonly string[],
): Promise<CascadeStep[]> {
  const caused: CascadeStep[] = [];
  if (ids.length === 0) return caused;
  for (const effect of effects) {
    caused.push({ effect, ids });
    if (effect.isRouted || effect.next.length === 0) continue;
    const where = { [effect.column]: { in: ids } };
    caused.push(...(await collectCascade(db, effect.next, await idsOf(db, effect.table, where as Where<AnyRow>))));
  }
  return caused;
}

/** Lets it follow: rows of the storage end or forget, copies are marked as old. @throws {ForeignKeyViolation} */
export async function applyCascade(deps: Deps, caused: readonly CascadeStep[]): Promise<void> {
  for (const { effect, ids } of caused) {
    const { table, column, onDelete, isRouted } = effect;
    const where = [{ [column]: { in: ids } } as WhereAll<AnyRow>];
    if (!isRouted) {
      if (!deps.routing.subjects.has(table.name)) continue;
      await deps.mark(ids.map((id) => subjectOf(table.name, column, id)));
    } else if (onDelete === "cascade") {
      await removeRows(deps, table, where);
    } else if (onDelete === "set null") {
      await changeRows(deps, table, where, (row) => ({ ...row, [column]: null }));
    } else if ((await readRows(deps, table, where)).length > 0) {
      throw new ForeignKeyViolation(table.name);
    }
  }
}

/**
 * Removes rows of the storage with those of the storage that refer to them. Those go first, so that none is left behind
 * if this stops half way, and once more afterwards: until then others could still refer to the row.
 */
export async function removeRows(
  deps: Deps,
  table: ResolvedTable,
  alternatives: readonly WhereAll<AnyRow>[],
  most?: number,
): Promise<ChangedRow[]> {
  const effects = deps.routing.effects.get(table.name) ?? [];
  if (effects.length > 0) {
    const before = await readRows(deps, table, alternatives);
    await applyCascade(deps, await collectCascade(noDatabase, effects, idsIn(before.slice(0, most))));
  }
  const removed = await changeRows(deps, table, alternatives, () => null, most);
  await applyCascade(deps, await collectCascade(noDatabase, effects, idsIn(removed.map(({ before }) => before))));
  return removed;
}

/** What refers to a routed table is routed itself, so that the database is never asked. */
const noDatabase = null as unknown as Adapter;

/** The ids that a `where` names, if it names rows by nothing else than ids; `null`: it has to be read. */
export function namedIds(alternatives: readonly WhereAll<AnyRow>[]): readonly string[] | null {
  const [only, ...more] = alternatives;
  const wanted = only?.id;
  if (more.length > 0 || wanted === undefined || wanted === null) return null;
  if (!isCondition(wanted)) return [wanted as string];
  const list = (wanted as { readonly in?: readonly string[] }).in;
  return list && Object.keys(wanted).length === 1 ? list : null;
}

/** The ids of the rows of a database table that fit. */
export async function idsOf(
  db: Adapter | Transaction,
  table: ResolvedTable,
  where: Where<AnyRow>,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (;;) {
    const after = ids.at(-1);
    const page = await db.findMany(widen<AnyRow>(table), {
      where,
      columns: ["id"],
      limit: pageSize,
      ...(after === undefined ? {} : { after: { id: after } as Partial<AnyRow> }),
    });
    ids.push(...page.map(({ id }) => id));
    if (page.length < pageSize) return ids;
  }
}

const pageSize = 1000;

/** Whether a `where` asks for nothing but rows whose time is over. */
export function isExpiryOnly(alternatives: readonly WhereAll<AnyRow>[], now: Date): boolean {
  return (
    alternatives.length > 0 &&
    alternatives.every((one) => isExpiryCondition(one as Readonly<Record<string, unknown>>, now))
  );
}

function isExpiryCondition({ expiresAt, ...more }: Readonly<Record<string, unknown>>, now: Date): boolean {
  if (!isCondition(expiresAt) || Object.keys(more).length > 0) return false;
  const bounds = [expiresAt.lt, expiresAt.lte].filter((bound) => bound instanceof Date);
  return bounds.some((bound) => bound <= now);
}

function idsIn(rows: readonly AnyRow[]): string[] {
  return rows.map(({ id }) => id);
}
