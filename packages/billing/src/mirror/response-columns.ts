/** The mirror columns that responses include. The shape and the values are derived from this list. */

import type { Table } from "@latchkey/core/database";
import { boolean, date, nullable, number, type Shape, type ShapesOf, text } from "@latchkey/core/shapes";
import type { MirrorRow } from "./snapshot.ts";

/** The columns whose values are objects or lists. */
type JsonKeys<R> = {
  [K in keyof R]-?: NonNullable<R[K]> extends string | number | boolean | Date ? never : K;
}[keyof R];

/** The columns of a table that responses include. */
export interface ResponseColumns<R extends object, K extends keyof R> {
  readonly table: Table<R>;
  /** The shapes of the columns. */
  readonly shapes: ShapesOf<Pick<R, K>>;
  /** Returns the columns of a row. */
  pick(row: Pick<R, K>): Pick<R, K>;
}

const shapes = { string: text, text, number, boolean, date } as const;

/**
 * Defines which columns of a table responses include.
 *
 * @param json the shapes of JSON columns
 * @throws {Error} if a JSON column has no shape
 */
export function defineResponseColumns<R extends MirrorRow, K extends keyof R & string>(
  table: Table<R>,
  keys: readonly K[],
  json: ShapesOf<Pick<R, K & JsonKeys<R>>> & { readonly [Q in K]?: Shape<R[Q]> },
): ResponseColumns<R, K> {
  const jsonShapes = json as Readonly<Record<string, Shape>>;
  const shapeOf = (key: K): Shape => jsonShapes[key] ?? columnShape(table, key);
  return {
    table,
    shapes: Object.fromEntries(keys.map((key) => [key, shapeOf(key)])) as object as ShapesOf<Pick<R, K>>,
    pick: (row) => Object.fromEntries(keys.map((key) => [key, row[key]])) as Pick<R, K>,
  };
}

function columnShape<R extends MirrorRow>(table: Table<R>, key: keyof R & string): Shape {
  if (key === "id") return text;
  const column = table.columns[key];
  const shape: Shape | undefined = shapes[column?.type as keyof typeof shapes];
  if (!shape) throw new Error(`${table.name}.${key} has no shape. Pass one in \`json\`.`);
  return column?.nullable ? nullable(shape) : shape;
}
