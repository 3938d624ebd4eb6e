/** Positions in the list of ended sessions. */

import { failInvalidQuery } from "@latchkey/core/plugin";

/** The position at which a read of the list continues. Times are in milliseconds since 1970. */
export interface Position {
  /** When the first page was read. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** The last row that was read. `null` at the start of a read. */
  readonly id: string | null;
}

/** Maximum time that a row is kept, in milliseconds, with a margin. */
const maxAge = 4_000_000;

/**
 * How far a read goes back before the start of the previous read, in milliseconds. A row becomes visible when its
 * transaction commits, but its time is from shortly before, according to the clock of any instance.
 */
const overlap = 60_000;

/** Returns the position of the list's start. */
export function firstPosition(now: number): Position {
  return { startedAt: now, endedAt: now - maxAge, id: null };
}

/** Returns the position at which the next read starts. */
export function nextRead(startedAt: number): Position {
  return { startedAt, endedAt: startedAt - overlap, id: null };
}

/** Encodes a position. */
export function writePosition({ startedAt, endedAt, id }: Position): string {
  return id === null ? String(endedAt) : `${endedAt}.${startedAt}.${id}`;
}

/**
 * Decodes a position. A caller who tampers with one only gets a different part of the same list.
 * @throws {AuthError} `VALIDATION_ERROR` if it isn't a valid position
 */
export function readPosition(text: string, now: number): Position {
  const [, endedAt, startedAt, id] = /^(\d{1,15})(?:\.(\d{1,15})\.([\w-]{1,64}))?$/.exec(text) ?? [];
  if (endedAt === undefined) return failInvalidQuery("since", "isn't the `until` of an earlier response");
  // Older rows aren't kept.
  const from = Math.max(Number(endedAt), now - maxAge);
  if (startedAt !== undefined && id !== undefined) return { startedAt: Number(startedAt), endedAt: from, id };
  return { startedAt: now, endedAt: Math.min(from, now), id: null };
}
