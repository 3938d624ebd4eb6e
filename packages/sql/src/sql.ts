/** Builds SQL from text, quoted names, and parameters. A value never becomes part of the text. */

/** Reads one parameter from the query that is being run. */
export type ReadParameter = (query: never) => unknown;

/** A placeholder for a value. A statement is built once; each query of that shape only supplies new parameters. */
export interface Parameter {
  readonly read: ReadParameter;
  /**
   * Whether the best plan depends on the value. PostgreSQL then plans the statement each time, instead of reusing a
   * plan that fits an average value.
   */
  readonly decidesPlan?: boolean;
}

/** A piece of SQL. Only {@link sql} creates one. */
export interface Sql {
  readonly pieces: readonly Piece[];
}

type Piece = string | Identifier | Parameter;

/** Names that are quoted as the dialect requires, and joined with dots. */
interface Identifier {
  readonly path: readonly string[];
}

interface SqlTag {
  /** Whatever is interpolated is SQL or a parameter. */
  (texts: TemplateStringsArray, ...parts: readonly (Sql | Parameter)[]): Sql;
  /** The name of a table or column, preceded by the names of what contains it. */
  ref(...path: readonly string[]): Sql;
  join(parts: readonly Sql[], separator?: Sql): Sql;
  /** Text that is not user input. */
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

function tag(texts: TemplateStringsArray, ...parts: readonly (Sql | Parameter)[]): Sql {
  const pieces: Piece[] = [];
  for (const [at, text] of texts.entries()) {
    if (text !== "") pieces.push(text);
    const part = parts[at];
    if (part !== undefined) pieces.push(...("pieces" in part ? part.pieces : [part]));
  }
  return { pieces };
}

/** How a dialect writes names and placeholders. */
export interface Syntax {
  /** Surrounds names. Doubled inside a name. */
  readonly quote: string;
  /** The placeholder for the parameter at this position, counted from one. */
  placeholder(position: number): string;
}

/** A statement as it is sent to the database. */
export interface CompiledSql {
  readonly sql: string;
  /** The parts of the SQL text around the parameters. There's one more part than parameters. */
  readonly texts: readonly string[];
  readonly parameters: readonly Parameter[];
}

export function compile({ quote, placeholder }: Syntax, { pieces }: Sql): CompiledSql {
  const texts = [""];
  const parameters: Parameter[] = [];
  const add = (text: string): void => {
    texts[texts.length - 1] += text;
  };
  for (const piece of pieces) {
    if (typeof piece === "string") add(piece);
    else if ("path" in piece) add(piece.path.map((name) => quoted(quote, name)).join("."));
    else {
      parameters.push(piece);
      texts.push("");
    }
  }
  const text = texts.reduce((before, after, position) => `${before}${placeholder(position)}${after}`);
  return { sql: text, texts, parameters };
}

function quoted(quote: string, name: string): string {
  return `${quote}${name.replaceAll(quote, quote + quote)}${quote}`;
}
