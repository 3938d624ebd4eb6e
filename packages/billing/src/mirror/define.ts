/** Defines a mirror table. Each column names the entity field that its value comes from. */

import { type Column, defineTable, type Table } from "@latchkey/core/database";
import type { ZodType } from "zod";
import { columnOf } from "../entities/wire.ts";
import {
  type MirrorRow,
  mirrorColumns,
  type Origin,
  parseWireDate,
  type Snapshot,
  type SnapshotValues,
  snapshot,
  toAnySnapshot,
  type WireTimes,
} from "./snapshot.ts";
import type { StateMachine } from "./transitions.ts";

/** A field's value as it's stored: `null` if it's missing. */
type Stored<Value> = undefined extends Value ? Exclude<Value, undefined> | null : Value;

/** A column's value in a payload, where dates are strings. */
type Incoming<Value> = Date extends Value ? Exclude<Value, Date> | string : Value;

/** The keys of an entity whose values fit a column. */
type KeysWith<Wire, Value> = {
  [K in keyof Wire]-?: Stored<Wire[K]> extends Incoming<Value> ? K : never;
}[keyof Wire];

/** A column that stores a field of the entity. Its type comes from the field's schema, unless it's set here. */
export interface FieldColumn<Wire, Value> extends Partial<Column> {
  readonly from: KeysWith<Wire, Value>;
}

/** A column with a value that's derived from the entity. */
export interface DerivedColumn<Wire, Value> extends Column {
  readonly from: (wire: Wire) => Value;
}

/** A mirror column. A plain key stores that field. */
export type MirrorField<Wire, Value> = KeysWith<Wire, Value> | FieldColumn<Wire, Value> | DerivedColumn<Wire, Value>;

interface AnyColumn<Wire> extends Partial<Column> {
  readonly from: (keyof Wire & string) | ((wire: Wire) => unknown);
}

/** A field for each column of the row, except those that all mirror tables have. */
export type MirrorFields<R extends MirrorRow, Wire> = {
  readonly [K in keyof SnapshotValues<R>]-?: MirrorField<Wire, SnapshotValues<R>[K]>;
};

/** Input for `defineMirror`. */
export interface MirrorDefinition<R extends MirrorRow, Wire> {
  readonly name: string;
  /** The schemas of the entity's fields, which say how the fields are stored. */
  readonly wire: Readonly<Record<string, ZodType>>;
  readonly fields: MirrorFields<R, Wire>;
  readonly indexes?: readonly (readonly (keyof R & string)[])[];
  /** Set for entities whose status changes are checked. */
  readonly stateMachine?: StateMachine;
}

/** Returns the snapshot of an entity. */
export type ToSnapshot<Wire> = (wire: Wire, origin: Origin) => Snapshot;

/** A mirror table, with the function that converts an entity to its row. */
export interface Mirror<R extends MirrorRow, Wire> {
  readonly table: Table<R>;
  readonly toSnapshot: ToSnapshot<Wire>;
}

/**
 * Defines a mirror table from its fields.
 *
 * @throws {Error} if a column has no type, because its field is an object or isn't in `wire`
 */
export function defineMirror<R extends MirrorRow, Wire extends WireTimes>({
  name,
  wire: shape,
  fields,
  indexes = [],
  stateMachine,
}: MirrorDefinition<R, Wire>): Mirror<R, Wire> {
  const listed = Object.entries(fields) as [string, (keyof Wire & string) | AnyColumn<Wire>][];
  const entries = listed.map(([column, field]) => resolveField(`${name}.${column}`, column, field, shape));
  const ownColumns = Object.fromEntries(entries.map(({ key, column }) => [key, column]));
  const columns = { ...mirrorColumns, ...ownColumns } as { readonly [K in Exclude<keyof R, "id">]-?: Column };
  const table = defineTable<R>({ name, columns, indexes });
  const toSnapshot: ToSnapshot<Wire> = (wire, origin) => {
    const values = Object.fromEntries(entries.map(({ key, read }) => [key, read(wire)]));
    return toAnySnapshot(snapshot(table, origin, wire, values as SnapshotValues<R>, stateMachine));
  };
  return { table, toSnapshot };
}

/** A column and the function that reads its value. */
interface ResolvedField<Wire> {
  readonly key: string;
  readonly column: Column;
  readonly read: (wire: Wire) => unknown;
}

function resolveField<Wire>(
  label: string,
  key: string,
  field: (keyof Wire & string) | AnyColumn<Wire>,
  shape: MirrorDefinition<MirrorRow, Wire>["wire"],
): ResolvedField<Wire> {
  const { from, ...set }: AnyColumn<Wire> = typeof field === "string" ? { from: field } : field;
  const schema = typeof from === "string" ? shape[from] : undefined;
  const stored = schema ? columnOf(schema) : null;
  const type = set.type ?? stored?.type;
  if (!type) throw new Error(`${label} has no type. Set one, because its field isn't a single value in \`wire\`.`);
  const column: Column = { ...stored, ...set, type };
  if (typeof from === "function") return { key, column, read: from };
  const isDate = type === "date";
  const read = (wire: Wire): unknown => {
    const value = wire[from];
    return isDate ? parseWireDate(value as string | null | undefined) : value === undefined ? null : value;
  };
  return { key, column, read };
}
