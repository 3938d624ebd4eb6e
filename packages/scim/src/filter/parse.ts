/**
 * Parses filters. See RFC 7644, section 3.4.2.2. Time and memory grow linearly with the filter's length, which is
 * limited.
 */

import { refuse } from "../errors.ts";
import type { ResourceSchema } from "../schema/attributes.ts";
import { type AttributePath, resolvePath } from "../schema/path.ts";

/** A comparison operator. `pr` matches if the attribute has a value. */
export type Operator = "eq" | "ne" | "co" | "sw" | "ew" | "gt" | "ge" | "lt" | "le" | "pr";

/** The value that a filter compares an attribute to. */
export type FilterValue = string | number | boolean | null;

/** A parsed filter. */
export type Filter =
  | { readonly kind: "compare"; readonly path: AttributePath; readonly operator: Operator; readonly value: FilterValue }
  | { readonly kind: "and" | "or"; readonly left: Filter; readonly right: Filter }
  | { readonly kind: "not"; readonly of: Filter }
  /** One value of the attribute matches the whole filter. */
  | { readonly kind: "some"; readonly path: AttributePath; readonly of: Filter };

/** Maximum length in characters. */
export const maxFilterLength = 2048;
/** Maximum depth of parentheses, brackets, and `not`. */
export const maxFilterDepth = 10;
/** Maximum number of comparisons. */
export const maxComparisons = 100;

const operators: ReadonlySet<string> = new Set(["eq", "ne", "co", "sw", "ew", "gt", "ge", "lt", "le", "pr"]);

/** Parses a filter. @throws {AuthError} `SCIM_INVALID_FILTER` */
export function parseFilter(schema: ResourceSchema, text: string): Filter {
  return new FilterParser(schema, text).parse();
}

/** Parses the filter in the brackets of a path. Its attributes are parts of one attribute. */
export function parseValueFilter(schema: ResourceSchema, text: string, of: AttributePath): Filter {
  return new FilterParser(schema, text, of).parse();
}

const tokenPattern = /\s*(?:([()[\]])|"((?:[^"\\]|\\.)*)"|([^\s()[\]"]+))/y;

type Token =
  | { readonly kind: "mark"; readonly text: string }
  | { readonly kind: "string"; readonly text: string }
  | { readonly kind: "word"; readonly text: string };

/** A recursive descent parser. `not` binds tighter than `and`, and `and` tighter than `or`. */
class FilterParser {
  readonly #schema: ResourceSchema;
  readonly #tokens: readonly Token[];
  #at = 0;
  #comparisons = 0;
  /** The attribute whose values the current filter checks, inside brackets. */
  #within: AttributePath | null;

  constructor(schema: ResourceSchema, text: string, within: AttributePath | null = null) {
    this.#schema = schema;
    this.#within = within;
    this.#tokens = tokenize(text);
  }

  parse(): Filter {
    const filter = this.#or(0);
    if (this.#at < this.#tokens.length) refuse("SCIM_INVALID_FILTER");
    return filter;
  }

  #or(depth: number): Filter {
    let left = this.#and(depth);
    while (this.#takeWord("or")) left = { kind: "or", left, right: this.#and(depth) };
    return left;
  }

  #and(depth: number): Filter {
    let left = this.#term(depth);
    while (this.#takeWord("and")) left = { kind: "and", left, right: this.#term(depth) };
    return left;
  }

  #term(depth: number): Filter {
    if (depth >= maxFilterDepth)
      refuse("SCIM_INVALID_FILTER", `The filter is nested deeper than ${maxFilterDepth} levels`);
    if (this.#isNot()) return { kind: "not", of: this.#group(depth) };
    return this.#peek()?.text === "(" && this.#peek()?.kind === "mark" ? this.#group(depth) : this.#expression(depth);
  }

  /** `not` is an operator only before a parenthesis. */
  #isNot(): boolean {
    const next = this.#tokens[this.#at + 1];
    return next?.kind === "mark" && next.text === "(" && this.#takeWord("not");
  }

  #group(depth: number): Filter {
    this.#expect("(");
    const filter = this.#or(depth + 1);
    this.#expect(")");
    return filter;
  }

  #expression(depth: number): Filter {
    const token = this.#next();
    if (token.kind !== "word") refuse("SCIM_INVALID_FILTER");
    const path = this.#resolve(token.text);
    if (this.#peek()?.kind === "mark" && this.#peek()?.text === "[") return this.#valueFilter(path, depth);
    return this.#comparison(path);
  }

  #valueFilter(path: AttributePath, depth: number): Filter {
    if (this.#within || path.part !== null || path.attribute?.type !== "complex") refuse("SCIM_INVALID_FILTER");
    this.#expect("[");
    this.#within = path;
    const selected = this.#or(depth + 1);
    this.#expect("]");
    const of = this.#isPart() ? this.#partOf(selected) : selected;
    this.#within = null;
    return { kind: "some", path, of };
  }

  /** Entra matches users with `emails[type eq "work"].value eq "…"`, which isn't in the RFC's grammar. */
  #isPart(): boolean {
    const token = this.#peek();
    return token?.kind === "word" && token.text.startsWith(".");
  }

  #partOf(selected: Filter): Filter {
    const comparison = this.#comparison(this.#resolve(this.#next().text.slice(1)));
    return { kind: "and", left: selected, right: comparison };
  }

  #comparison(path: AttributePath): Filter {
    if (++this.#comparisons > maxComparisons) {
      refuse("SCIM_INVALID_FILTER", `The filter has more than ${maxComparisons} comparisons`);
    }
    const word = this.#next();
    const operator = word.text.toLowerCase();
    if (word.kind !== "word" || !operators.has(operator)) refuse("SCIM_INVALID_FILTER");
    if (operator === "pr") return { kind: "compare", path, operator, value: null };
    return { kind: "compare", path, operator: operator as Operator, value: this.#value(operator) };
  }

  #value(operator: string): FilterValue {
    const token = this.#next();
    const value = token.kind === "string" ? decodeText(token.text) : literal(token);
    const isOrder = operator === "gt" || operator === "ge" || operator === "lt" || operator === "le";
    if (isOrder && (typeof value === "boolean" || value === null)) refuse("SCIM_INVALID_FILTER");
    return value;
  }

  #resolve(name: string): AttributePath {
    const within = this.#within;
    const full = within ? `${within.extension === null ? "" : `${within.extension}:`}${within.name}.${name}` : name;
    return (
      resolvePath(this.#schema, full) ??
      refuse("SCIM_INVALID_FILTER", `Unknown attribute in the filter: ${name.slice(0, 100)}`)
    );
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#at];
  }

  #next(): Token {
    return this.#tokens[this.#at++] ?? refuse("SCIM_INVALID_FILTER");
  }

  #takeWord(word: string): boolean {
    const token = this.#peek();
    if (token?.kind !== "word" || token.text.toLowerCase() !== word) return false;
    this.#at++;
    return true;
  }

  #expect(mark: string): void {
    const token = this.#next();
    if (token.kind !== "mark" || token.text !== mark) refuse("SCIM_INVALID_FILTER");
  }
}

function tokenize(text: string): Token[] {
  if (text.length > maxFilterLength) {
    refuse("SCIM_INVALID_FILTER", `The filter is longer than ${maxFilterLength} characters`);
  }
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  for (let position = 0; position < end; position = tokenPattern.lastIndex) {
    tokenPattern.lastIndex = position;
    const match = tokenPattern.exec(text) ?? refuse("SCIM_INVALID_FILTER");
    const [, mark, string, word] = match;
    if (mark !== undefined) tokens.push({ kind: "mark", text: mark });
    else if (string !== undefined) tokens.push({ kind: "string", text: string });
    else tokens.push({ kind: "word", text: word ?? "" });
  }
  return tokens;
}

/** Strings are JSON strings. */
function decodeText(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return refuse("SCIM_INVALID_FILTER");
  }
}

/** Entra sends booleans as `True` and `False`. */
function literal({ kind, text }: Token): FilterValue {
  const lower = text.toLowerCase();
  if (kind !== "word") return refuse("SCIM_INVALID_FILTER");
  if (lower === "true" || lower === "false") return lower === "true";
  if (lower === "null") return null;
  return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : refuse("SCIM_INVALID_FILTER");
}
