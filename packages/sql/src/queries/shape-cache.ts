/** Statements by the shape of their query: built and compiled once, then run with new parameters. */

import type { ResolvedTable } from "@latchkey/core/database";
import type { Dialect } from "../dialects/dialect.ts";
import type { Result, Statement } from "../drivers/driver.ts";
import { compile, type Parameter, type Sql } from "../sql.ts";
import type { ReadRow } from "./projection.ts";

/** A compiled statement, and how to read its parameters and rows. */
export interface CachedStatement<Reader extends ReadRow | null = ReadRow | null> {
  readonly statement: Statement;
  readonly parameters: readonly Parameter[];
  readonly readRow: Reader;
}

/** Sends a statement with the parameters of a query, and reports it to the observer. */
export type Send = (table: ResolvedTable, cached: CachedStatement, query: unknown) => Promise<Result> | Result;

export interface BuiltStatement<Reader extends ReadRow | null> {
  readonly sql: Sql;
  readonly kind: Statement["kind"];
  readonly returns: Statement["returns"];
  readonly returnsInsertId?: boolean;
  readonly readRow: Reader;
}

export interface ShapeCache {
  /** The statement for a shape, built on first use. The shape must include the table and the operation. */
  get<Reader extends ReadRow | null>(shape: string, build: () => BuiltStatement<Reader>): CachedStatement<Reader>;
  /** A statement that isn't cached, because there are too many shapes of its kind. */
  uncached<Reader extends ReadRow | null>(built: BuiltStatement<Reader>): CachedStatement<Reader>;
}

/** Apps use few shapes. Above this number, the oldest one is dropped. If it's built again, it gets the same name. */
const maxShapes = 1000;

export function createShapeCache(dialect: Dialect): ShapeCache {
  const cache = new Map<string, CachedStatement>();
  const compiled = <Reader extends ReadRow | null>(
    { sql, readRow, ...rest }: BuiltStatement<Reader>,
    isNamed: boolean,
  ): CachedStatement<Reader> => {
    const { sql: text, texts, parameters } = compile(dialect, sql);
    const isKept = isNamed && !parameters.some(({ decidesPlan }) => decidesPlan);
    return { statement: { sql: text, texts, name: isKept ? nameOf(text) : "", ...rest }, parameters, readRow };
  };
  return {
    uncached: (built) => compiled(built, false),
    get<Reader extends ReadRow | null>(shape: string, build: () => BuiltStatement<Reader>): CachedStatement<Reader> {
      const found = cache.get(shape) as CachedStatement<Reader> | undefined;
      if (found) return found;
      if (cache.size >= maxShapes) cache.delete(cache.keys().next().value as string);
      const fresh = compiled(build(), true);
      cache.set(shape, fresh);
      return fresh;
    },
  };
}

/**
 * Names a statement by a hash of its text. Adapters can share connections, which outlive them, so the same name must
 * never stand for two different texts.
 */
function nameOf(text: string): string {
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 2654435761);
    other = Math.imul(other ^ unit, 1597334677);
  }
  return `latchkey_${(one >>> 0).toString(36)}_${(other >>> 0).toString(36)}_${text.length.toString(36)}`;
}
