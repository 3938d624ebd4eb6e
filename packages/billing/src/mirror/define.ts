/** Defines a table of the mirror: each column once, with its type and where its value comes from. */

import { type Column, defineTable, type Table } from "@latchkey/core/database";
import {
  type MirrorRow,
  mirrorColumns,
  type Origin,
  type Snapshot,
  type SnapshotValues,
  snapshot,
  toAnySnapshot,
  type WireTimes,
} from "./snapshot.ts";
import type { StateMachine } from "./transitions.ts";

/** The keys of an entity whose values fit a column. */
type KeysWith<Wire, Value> = { [K in keyof Wire]-?: Wire[K] extends Value ? K : never }[keyof Wire];

/** A column of the mirror. */
export interface MirrorField<Wire, Value> extends Column {
  /** The entity's key, if the value is stored as it is, or a function that returns the value. */
  readonly from: KeysWith<Wire, Value> | ((wire: Wire) => Value);
}

interface AnyField<Wire> extends Column {
  readonly from: keyof Wire | ((wire: Wire) => unknown);
}

/** A field for each column of the row, except those that all mirror tables have. */
export type MirrorFields<R extends MirrorRow, Wire> = {
  readonly [K in keyof SnapshotValues<R>]-?: MirrorField<Wire, SnapshotValues<R>[K]>;
};

/** What `defineMirror` takes. */
export interface MirrorDefinition<R extends MirrorRow, Wire> {
  readonly name: string;
  readonly fields: MirrorFields<R, Wire>;
  readonly indexes?: readonly (readonly (keyof R & string)[])[];
  /** Set for entities whose status changes are checked. */
  readonly stateMachine?: StateMachine;
}

/** Returns the snapshot of an entity. */
export type ToSnapshot<Wire> = (wire: Wire, origin: Origin) => Snapshot;

/** A table of the mirror, and what turns an entity into its row. */
export interface Mirror<R extends MirrorRow, Wire> {
  readonly table: Table<R>;
  readonly toSnapshot: ToSnapshot<Wire>;
}

/** Defines a table of the mirror from its fields. */
export function defineMirror<R extends MirrorRow, Wire extends WireTimes>({
  name,
  fields,
  indexes = [],
  stateMachine,
}: MirrorDefinition<R, Wire>): Mirror<R, Wire> {
  const entries = Object.entries(fields) as [string, AnyField<Wire>][];
  const own = Object.fromEntries(entries.map(([column, { from: _, ...rest }]) => [column, rest]));
  const columns = { ...mirrorColumns, ...own } as { readonly [K in Exclude<keyof R, "id">]-?: Column };
  const table = defineTable<R>({ name, columns, indexes });
  const toSnapshot: ToSnapshot<Wire> = (wire, origin) => {
    const values = Object.fromEntries(entries.map(([column, { from }]) => [column, readValue(wire, from)]));
    return toAnySnapshot(snapshot(table, origin, wire, values as SnapshotValues<R>, stateMachine));
  };
  return { table, toSnapshot };
}

function readValue<Wire>(wire: Wire, from: AnyField<Wire>["from"]): unknown {
  return typeof from === "function" ? from(wire) : wire[from];
}
