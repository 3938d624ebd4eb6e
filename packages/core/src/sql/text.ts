/** SQL as it is put together: text, names, and places for values. A value never gets into the text. */

import type { Slot } from "./slot.ts";

/** A piece of SQL. Made with {@link sql} alone. */
export interface Sql {
  readonly pieces: readonly Piece[];
}

type Piece = string | Quoted | Slot;

/** Names that are quoted as the dialect wants it, and joined by dots. */
interface Quoted {
  readonly path: readonly string[];
}

interface SqlTag {
  /** What is written between the braces is SQL or a place for a value. */
  (texts: TemplateStringsArray, ...parts: readonly (Sql | Slot)[]): Sql;
  /** The name of a table or column, after those of what it is in. */
  ref(...path: readonly string[]): Sql;
  join(parts: readonly Sql[], separator?: Sql): Sql;
  /** Text that comes from nobody. */
  raw(text: string): Sql;
}

export const sql: SqlTag = Object.assign(tag, {
  ref: (...path: readonly string[]): Sql => ({ pieces: [{ path }] }),
  raw: (text: string): Sql => ({ pieces: [text] }),
  join(parts: readonly Sql[], separator: Sql = comma): Sql {
    return { pieces: parts.flatMap(({ pieces }, at) => (at === 0 ? pieces : [...separator.pieces, ...pieces])) };
  },
});

const comma: Sql = { pieces: [", "] };

function tag(texts: TemplateStringsArray, ...parts: readonly (Sql | Slot)[]): Sql {
  const pieces: Piece[] = [];
  for (const [at, text] of texts.entries()) {
    if (text !== "") pieces.push(text);
    const part = parts[at];
    if (part !== undefined) pieces.push(...("pieces" in part ? part.pieces : [part]));
  }
  return { pieces };
}

/** How a dialect writes what is not the same everywhere. */
export interface Spelling {
  /** Stands around names, and twice for itself within. */
  readonly quote: string;
  /** Stands for the value at this place, counted from one. */
  place(at: number): string;
}

/** A statement as it is sent. */
export interface Written {
  readonly sql: string;
  /** The text around the values: one more than there are values. */
  readonly texts: readonly string[];
  readonly slots: readonly Slot[];
}

export function write({ quote, place }: Spelling, { pieces }: Sql): Written {
  const texts = [""];
  const slots: Slot[] = [];
  const add = (text: string): void => {
    texts[texts.length - 1] += text;
  };
  for (const piece of pieces) {
    if (typeof piece === "string") add(piece);
    else if ("path" in piece) add(piece.path.map((name) => quoted(quote, name)).join("."));
    else {
      slots.push(piece);
      texts.push("");
    }
  }
  const text = texts.reduce((before, after, at) => `${before}${place(at)}${after}`);
  return { sql: text, texts, slots };
}

function quoted(quote: string, name: string): string {
  return `${quote}${name.replaceAll(quote, quote + quote)}${quote}`;
}
