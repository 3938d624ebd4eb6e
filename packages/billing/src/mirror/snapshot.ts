/** What the mirror keeps: the newest snapshot of each entity, by an order that does not depend on what came first. */

import { sha256Base64Url } from "@latchkey/core/crypto";
import type { Table } from "@latchkey/core/database";
import { sortable } from "../entities/wire.ts";
import type { Machine } from "./transitions.ts";

/** What every table of the mirror has. */
export interface MirrorRow {
  readonly id: string;
  /** Which of two snapshots is newer: compared as text. */
  readonly version: string;
  /** `null`: an embedded copy that does not say. */
  readonly createdAt: Date | null;
  readonly modifiedAt: Date | null;
}

/** The columns of every table of the mirror. */
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
 * How much a snapshot is worth. What an event is about beats any copy inside another entity: a copy serves until the
 * entity's own event comes, and never again.
 */
export const ranks = { short: 0, checkout: 1, copy: 2, own: 3 } as const;

export type Rank = keyof typeof ranks;

/** One entity at one time, as a row. */
export interface Snapshot<R extends MirrorRow = MirrorRow> {
  readonly table: Table<R>;
  readonly rank: Rank;
  readonly row: R;
  /** Where it has a state whose moves are watched. */
  readonly machine: Machine | null;
}

/** Times of an entity on the wire; a short copy may lack them. */
export interface WireTimes {
  readonly id: string;
  readonly created_at?: string;
  readonly modified_at?: string | null;
}

/** The columns of a table beyond what every table of the mirror has. */
export type Values<R extends MirrorRow> = Omit<R, keyof MirrorRow>;

/** Where a snapshot comes from. */
export interface Origin {
  readonly rank: Rank;
  /** When the event happened, if it says so: tells apart what the entity's own times do not. */
  readonly eventAt: string | null;
}

/** Makes the row and its version: rank, the entity's own time, the event's, and last the content, so that a tie has one end. */
export function snapshot<R extends MirrorRow>(
  table: Table<R>,
  { rank, eventAt }: Origin,
  wire: WireTimes,
  values: Values<R>,
  machine: Machine | null = null,
): Snapshot<R> {
  const changed = wire.modified_at ?? wire.created_at;
  const version = [
    ranks[rank],
    changed === undefined ? "-" : sortable(changed),
    eventAt === null ? "-" : sortable(eventAt),
    sha256Base64Url(JSON.stringify(values)),
  ].join(" ");
  const row = {
    ...values,
    id: wire.id,
    version,
    createdAt: dateOf(wire.created_at ?? null),
    modifiedAt: dateOf(wire.modified_at ?? null),
  } as MirrorRow as R;
  return { table, rank, row, machine };
}

/** A time of the wire as a `Date`, without what lies below a millisecond. */
export function dateOf(time: string | null | undefined): Date | null {
  return time === null || time === undefined ? null : new Date(sortable(time).slice(0, 23).concat("Z"));
}

/** The keys that are known, and nothing that the platform added since. */
export function known<T extends object, K extends string & keyof T>(value: T, keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.flatMap((key) => (value[key] === undefined ? [] : [[key, value[key]]]))) as Pick<T, K>;
}
