/** Statements by the shape of their query: built and compiled once, then only given new values. */

import type { Dialect } from "../dialects/dialect.ts";
import type { Statement } from "../driver.ts";
import type { Slot } from "../slot.ts";
import { type Sql, write } from "../text.ts";

/** A statement with the slots that its parameters are read from. */
export interface Kept<Extra = unknown> {
  readonly statement: Statement;
  readonly slots: readonly Slot[];
  readonly extra: Extra;
}

export interface Made<Extra> {
  readonly sql: Sql;
  readonly kind: Statement["kind"];
  readonly returns: Statement["returns"];
  readonly returnsInsertId?: boolean;
  readonly extra: Extra;
}

export interface Statements {
  /** The statement for a shape, which names its table and operation too; built by `make` the first time. */
  get<Extra>(shape: string, make: () => Made<Extra>): Kept<Extra>;
  /** A statement that is run once: too many shapes to keep them. */
  once<Extra>(made: Made<Extra>): Kept<Extra>;
}

/** Shapes are few. Should they not be, the oldest go; their names stay the same when they come again. */
const mostKept = 1000;

export function createStatements(dialect: Dialect): Statements {
  const kept = new Map<string, Kept>();
  const compile = <Extra>({ sql, extra, ...rest }: Made<Extra>, isKept: boolean): Kept<Extra> => {
    const { sql: text, texts, slots } = write(dialect, sql);
    return { statement: { sql: text, texts, name: isKept ? nameOf(text) : "", ...rest }, slots, extra };
  };
  return {
    once: (made) => compile(made, false),
    get<Extra>(shape: string, make: () => Made<Extra>): Kept<Extra> {
      const found = kept.get(shape) as Kept<Extra> | undefined;
      if (found) return found;
      if (kept.size >= mostKept) kept.delete(kept.keys().next().value as string);
      const fresh = compile(make(), true);
      kept.set(shape, fresh);
      return fresh;
    },
  };
}

/** Connections outlive adapters, and are shared by several: one name must never stand for two texts. */
function nameOf(text: string): string {
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 2654435761);
    other = Math.imul(other ^ unit, 1597334677);
  }
  return `latchkey_${(one >>> 0).toString(36)}_${(other >>> 0).toString(36)}_${text.length.toString(36)}`;
}
