/**
 * Building blocks of the payload schemas: ids, times, amounts, and open enums. A missing value or `null` is read as the
 * field's empty value, because the payment provider adds and removes keys. A value of another type is invalid.
 */

import type { ColumnType } from "@latchkey/core/database";
import type { InputSchema } from "@latchkey/core/plugin";
import * as z from "zod";
import { visitMembers, withVisitor } from "./unknown-members.ts";

/** A schema that validates a value and fills in missing keys. Compatible with Standard Schema. */
export interface Schema<T> extends InputSchema<T> {
  /**
   * Returns the parsed value.
   * @throws {Error} if the value is invalid, with `issues`
   */
  parse(value: unknown): T;
  safeParse(
    value: unknown,
  ):
    | { readonly success: true; readonly data: T }
    | { readonly success: false; readonly error: { readonly issues: readonly WireIssue[] } };
}

/** A validation issue with one value. */
export interface WireIssue {
  readonly message: string;
  readonly path: readonly PropertyKey[];
}

/** The issue with a value that's nested so deeply that reading it would overflow the stack. */
export const tooDeep: WireIssue = { message: "is nested too deeply", path: [] };

/** One of the known values, or one that the payment provider added later. */
export type OpenEnum<Word extends string> = Word | (string & {});

/** The fields that all entities have. */
export interface Entity {
  /** UUID v4. */
  readonly id: string;
  /** ISO 8601, like all times. `null` if the payment provider left it out. */
  readonly created_at: string | null;
  /** `null` until the first change. */
  readonly modified_at: string | null;
}

/** The seller's metadata for an entity. Don't trust its keys or values. */
export type Metadata = Readonly<Record<string, unknown>>;

/** Answers to custom fields, by slug. */
export type CustomFieldData = Readonly<Record<string, string | number | boolean | null>>;

/** How the mirror stores a value. */
export interface WireColumn {
  readonly type: ColumnType;
  /** Set if the value can be missing or `null`. */
  readonly nullable?: true;
}

/** The schemas of an entity's fields. */
export type WireShape<T> = { readonly [K in keyof T]-?: z.ZodType<T[K]> };

/** Returns how the mirror stores a schema's values. `null` for objects, lists, and unions. */
export function columnOf(schema: z.ZodType): WireColumn | null {
  return (schema as z.ZodType & { readonly column?: WireColumn }).column ?? null;
}

/** Registers how the mirror stores a schema's values. */
function withColumn<T>(type: ColumnType, schema: z.ZodType<T>, isNullable = false): z.ZodType<T> {
  const column: WireColumn = isNullable ? { type, nullable: true } : { type };
  return Object.assign(schema, { column });
}

export const id: z.ZodType<string> = withColumn(
  "string",
  z
    .string()
    .min(1)
    .max(255)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: this rejects them
    .regex(/^[^\u0000-\u001f]*$/),
);

/** Reads a missing value or `null` as `fallback`, and validates any other value. */
export function orElse<T, F>(schema: z.ZodType<T>, fallback: F): z.ZodType<T | F> {
  const chosen = choose((value) => (value === undefined || value === null ? { fallback } : schema));
  const tolerant = withVisitor(chosen, (value, note) => {
    if (value !== fallback) visitMembers(schema, value, note);
  });
  const column = columnOf(schema);
  return column ? withColumn(column.type, tolerant, fallback === null || fallback === undefined) : tolerant;
}

/** Reads a missing value as `null`. */
export function nullable<T>(schema: z.ZodType<T>): z.ZodType<T | null> {
  return orElse(schema, null);
}

/** Accepts a missing value and `null`, and keeps them distinct. */
export function nullish<T>(schema: z.ZodType<T>): z.ZodType<T | null | undefined> {
  const column = columnOf(schema);
  return column ? withColumn(column.type, schema.nullish(), true) : schema.nullish();
}

/** A list. A missing one is empty. */
export function listOf<T>(schema: z.ZodType<T>): z.ZodType<readonly T[]> {
  return orElse<readonly T[], readonly T[]>(z.array(schema), []);
}

/** Validates a value with the schema that `pick` returns for it, or replaces it with a fallback. */
export function choose<T, F = never>(
  pick: (value: unknown) => z.ZodType<T> | { readonly fallback: F },
): z.ZodType<T | F> {
  const present = z.unknown().optional();
  const chosen = present.transform((value, context): T | F => {
    const picked = pick(value);
    if ("fallback" in picked) return picked.fallback;
    const result = picked.safeParse(value);
    if (result.success) return result.data;
    // Report nested issues with their own paths.
    for (const { message, path } of result.error.issues) {
      context.addIssue({ code: "custom", message, path: [...path], input: value });
    }
    return z.NEVER;
  });
  return withVisitor(chosen, (value, note) => {
    const picked = pick(value);
    if (!("fallback" in picked)) visitMembers(picked, value, note);
  });
}

export const text: z.ZodType<string> = orElse(withColumn("text", z.string()), "");
/** The id of the seller that an entity belongs to. */
export const sellerId: z.ZodType<string> = orElse(withColumn("string", z.string()), "");
export const flag: z.ZodType<boolean> = orElse(withColumn("boolean", z.boolean()), false);
export const count: z.ZodType<number> = orElse(withColumn("number", z.int()), 0);
export const amount: z.ZodType<number> = orElse(withColumn("number", z.int()), 0);
/** Stored as JSON, because number columns store only integers. */
export const units: z.ZodType<number> = orElse(withColumn("json", z.number()), 0);
export const metadata: z.ZodType<Metadata> = orElse(withColumn("json", z.record(z.string(), z.unknown())), {});
export const customFieldData: z.ZodType<CustomFieldData> = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null()]),
);

const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)$/;

/** An ISO 8601 time with an offset and up to six decimals. Stays a string. */
export const time: z.ZodType<string> = withColumn(
  "date",
  z.string().refine((value) => iso.test(value) && isStorableTime(Date.parse(value)), "must be a time"),
);

/** From the year 1000 to 9999 in UTC, which every supported database can store. */
function isStorableTime(milliseconds: number): boolean {
  return milliseconds >= -30_610_224_000_000 && milliseconds <= 253_402_300_799_999;
}

/** A decimal string with up to 12 decimals. Never a float, to keep the precision. */
export const decimal: z.ZodType<string> = z.string().regex(/^-?\d+(?:\.\d{1,12})?$/);

export const entityShape: {
  readonly id: z.ZodType<string>;
  readonly created_at: z.ZodType<string | null>;
  readonly modified_at: z.ZodType<string | null>;
} = { id, created_at: nullable(time), modified_at: nullable(time) };

/** Returns a schema for an enum that can grow. Unknown values are accepted, and can be found afterward. Required. */
export function openEnum<const Word extends string>(of: string, words: readonly Word[]): z.ZodType<OpenEnum<Word>> {
  const known: ReadonlySet<string> = new Set(words);
  const word = withVisitor(z.string().max(255), (value, note) => {
    if (typeof value === "string" && !known.has(value)) note(of, value);
  });
  return withColumn("string", word as z.ZodType<OpenEnum<Word>>);
}

/** An enum that can be missing from a payload. A missing one is read as the empty string. */
export function optionalEnum<const Word extends string>(of: string, words: readonly Word[]): z.ZodType<OpenEnum<Word>> {
  return orElse<OpenEnum<Word>, OpenEnum<Word>>(openEnum(of, words), "");
}

/**
 * Returns a schema for a union that can grow. The discriminator selects the schema, so members are never tried in turn.
 * Values with an unknown discriminator are accepted if they match `shared`, and can be found afterward.
 *
 * @param shared the schema that all members have in common
 * @param pick returns the discriminator of a value that matches `shared`
 */
export function openUnion<T>(
  of: string,
  shared: z.ZodType<object>,
  pick: (value: never) => string,
  members: Readonly<Record<string, z.ZodType>>,
): z.ZodType<T> {
  const memberOf = (word: string): z.ZodType | undefined => (Object.hasOwn(members, word) ? members[word] : undefined);
  const union = shared.transform((value, context) => {
    const member = memberOf(pick(value as never));
    if (!member) return value;
    const result = member.safeParse(value);
    if (result.success) return result.data;
    for (const { message, path } of result.error.issues) {
      context.addIssue({ code: "custom", message, path: [...path], input: value });
    }
    return z.NEVER;
  }) as z.ZodType<T>;
  return withVisitor(union, (value, note) => {
    visitMembers(shared, value, note);
    const word = pick(value as never);
    const member = memberOf(word);
    if (member) visitMembers(member, value, note);
    else note(of, word);
  });
}

/**
 * Returns a time as sortable text, in UTC with six decimals. A `Date` would lose the microseconds that order two events
 * of the same millisecond.
 *
 * @param value a string that {@link time} accepts
 */
export function toSortableTime(value: string): string {
  const seconds = new Date(Date.parse(value.replace(/\.\d+/, ""))).toISOString().slice(0, 19);
  const fraction = /\.(\d+)/.exec(value)?.[1] ?? "";
  return `${seconds}.${fraction.padEnd(6, "0")}Z`;
}
