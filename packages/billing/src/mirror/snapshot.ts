/**
 * Snapshots of entities and their versions. The mirror keeps the newest snapshot, regardless of the order of arrival.
 */

import { sha256Base64Url } from "@latchkey/core/crypto";
import type { Table } from "@latchkey/core/database";
import { toSortableTime } from "../entities/wire.ts";
import type { StateMachine } from "./transitions.ts";

/** The columns that all mirror tables have. */
export interface MirrorRow {
  readonly id: string;
  /** Sorts snapshots of an entity from old to new, compared as text. */
  readonly version: string;
  /** `null` for an embedded copy that doesn't include it. */
  readonly createdAt: Date | null;
  readonly modifiedAt: Date | null;
}

/** The column definitions that all mirror tables have. */
export const mirrorColumns: {
  readonly version: { readonly type: "string"; readonly returned: false };
  readonly createdAt: { readonly type: "date"; readonly nullable: true };
  readonly modifiedAt: { readonly type: "date"; readonly nullable: true };
} = {
  version: { type: "string", returned: false },
  createdAt: { type: "date", nullable: true },
  modifiedAt: { type: "date", nullable: true },
};

/**
 * The rank of a snapshot by its source. The entity's own event beats any copy embedded in another entity, so copies are
 * only used until that event arrives.
 */
export const rankOrder = { short: 0, checkout: 1, copy: 2, own: 3 } as const;

export type Rank = keyof typeof rankOrder;

/** The state of one entity at one time, as a row. */
export interface Snapshot<R extends MirrorRow = MirrorRow> {
  readonly table: Table<R>;
  readonly rank: Rank;
  readonly row: R;
  /** Set for entities whose status changes are checked. */
  readonly stateMachine: StateMachine | null;
}

/** The snapshots of an event. */
export interface Snapshots {
  /** The event's entity. */
  readonly main: Snapshot;
  /** Copies of other entities in the event. */
  readonly copies: readonly Snapshot[];
  /** The seller that the event belongs to. `null` if it doesn't say. */
  readonly sellerId: string | null;
}

/** Erases the row type, so that snapshots of different tables fit in one list. */
export function toAnySnapshot<R extends MirrorRow>(one: Snapshot<R>): Snapshot {
  return one as object as Snapshot;
}

/** The times of a payload's entity. Short copies can lack them. */
export interface WireTimes {
  readonly id: string;
  readonly created_at?: string | null;
  readonly modified_at?: string | null;
}

/** A table's columns, except those that all mirror tables have. */
export type SnapshotValues<R extends MirrorRow> = Omit<R, keyof MirrorRow>;

/** The source of a snapshot. */
export interface Origin {
  readonly rank: Rank;
  /** When the event happened, if the event says so. Orders snapshots that have the same entity times. */
  readonly eventAt: string | null;
  /** When the delivery arrived, as sortable text. Orders snapshots that have the same entity and event times. */
  readonly arrival: string;
  /** Whether the entity was deleted. A deletion is newer than everything else. */
  readonly isDeletion?: boolean;
}

/** Higher than all ranks, so that nothing revives a deleted entity. */
const deletion = 9;

/**
 * Builds the row and its version from the rank, the entity's time, the event's time, and the time of arrival. The hash
 * of the content comes last. It tells whether two versions have the same content.
 */
export function snapshot<R extends MirrorRow>(
  table: Table<R>,
  { rank, eventAt, arrival, isDeletion = false }: Origin,
  wire: WireTimes,
  values: SnapshotValues<R>,
  stateMachine: StateMachine | null = null,
): Snapshot<R> {
  const changed = wire.modified_at ?? wire.created_at ?? undefined;
  const version = [
    isDeletion ? deletion : rankOrder[rank],
    changed === undefined ? "-" : toSortableTime(changed),
    eventAt === null ? arrival : toSortableTime(eventAt),
    arrival,
    sha256Base64Url(JSON.stringify(values)),
  ].join(" ");
  const row = {
    ...values,
    id: wire.id,
    version,
    createdAt: parseWireDate(wire.created_at ?? null),
    modifiedAt: parseWireDate(wire.modified_at ?? null),
  } as MirrorRow as R;
  return { table, rank, row, stateMachine };
}

/** Whether two versions have the same content. */
export function hasSameContent(version: string, other: string): boolean {
  return version.slice(version.lastIndexOf(" ")) === other.slice(other.lastIndexOf(" "));
}

/** Converts a payload's time to a `Date`, truncated to milliseconds. */
export function parseWireDate(time: string | null | undefined): Date | null {
  return time === null || time === undefined ? null : new Date(toSortableTime(time).slice(0, 23).concat("Z"));
}

/** Picks the known keys, and drops those that the payment provider added later. */
export function pickKnown<T extends object, K extends string & keyof T>(value: T, keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.flatMap((key) => (value[key] === undefined ? [] : [[key, value[key]]]))) as Pick<T, K>;
}
