/** What the wire is made of: ids, times, money, and lists of words that may grow. Nothing here changes a value. */

import type { InputSchema } from "@latchkey/core/plugin";
import * as z from "zod";

/** A schema: checks a value and gives it its type, unchanged. Serves wherever a Standard Schema does. */
export interface Schema<T> extends InputSchema<T> {
  /** @throws {Error} what is wrong, with `issues` */
  parse(value: unknown): T;
  safeParse(
    value: unknown,
  ):
    | { readonly success: true; readonly data: T }
    | { readonly success: false; readonly error: { readonly issues: readonly WireIssue[] } };
}

/** What is wrong with one value. */
export interface WireIssue {
  readonly message: string;
  readonly path: readonly PropertyKey[];
}

/** Of what is nested so deep that reading it would exhaust the stack. */
export const tooDeep: WireIssue = { message: "is nested too deep", path: [] };

/** One of these words, or one that the platform added since. */
export type Open<Word extends string> = Word | (string & {});

/** What every entity has. */
export interface Entity {
  /** UUID v4. */
  readonly id: string;
  /** ISO 8601, as all times are. */
  readonly created_at: string;
  /** `null` until the first change. */
  readonly modified_at: string | null;
}

/** The seller's own notes on an entity. Trust neither its keys nor its values. */
export type Metadata = Readonly<Record<string, unknown>>;

/** Answers to custom fields: slug → answer. */
export type CustomFieldData = Readonly<Record<string, string | number | boolean | null>>;

export const id: z.ZodType<string> = z
  .string()
  .min(1)
  .max(255)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  .regex(/^[^\u0000-\u001f]*$/);
export const text: z.ZodType<string> = z.string();
export const flag: z.ZodType<boolean> = z.boolean();
export const count: z.ZodType<number> = z.int();
export const amount: z.ZodType<number> = z.int();
export const units: z.ZodType<number> = z.number();
export const metadata: z.ZodType<Metadata> = z.record(z.string(), z.unknown());
export const customFieldData: z.ZodType<CustomFieldData> = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null()]),
);

const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)$/;

/** ISO 8601 with an offset and up to six decimals; a text it stays. */
export const time: z.ZodType<string> = z
  .string()
  .refine((value) => iso.test(value) && isWithin(Date.parse(value)), "must be a time");

/** From the year 1000 to the year 9999 in UTC: what every database holds. */
function isWithin(milliseconds: number): boolean {
  return milliseconds >= -30_610_224_000_000 && milliseconds <= 253_402_300_799_999;
}

/** Decimal text, up to twelve decimals: never a float. */
export const decimal: z.ZodType<string> = z.string().regex(/^-?\d+(?:\.\d{1,12})?$/);

export const entityShape: {
  readonly id: z.ZodType<string>;
  readonly created_at: z.ZodType<string>;
  readonly modified_at: z.ZodType<string | null>;
} = { id, created_at: time, modified_at: time.nullable() };

/** What was met that is not known here: a word of a list, a member of a union. */
export interface UnknownMember {
  /** What the list or union is of: `subscription status`. */
  readonly of: string;
  readonly member: string;
}

let met: UnknownMember[] | null = null;

/** Runs a check, and says which unknown members it met. Checks do not wait for anything, so none gets among another. */
export function noting<T>(check: () => T): { readonly result: T; readonly unknown: readonly UnknownMember[] } {
  const [outer, own] = [met, [] as UnknownMember[]];
  met = own;
  try {
    return { result: check(), unknown: own };
  } finally {
    met = outer;
  }
}

function note(of: string, member: string): void {
  if (met && met.length < 20 && !met.some((one) => one.of === of && one.member === member)) met.push({ of, member });
}

/** A word of a list that may grow: an unknown one is noted, and passes. */
export function open<const Word extends string>(of: string, words: readonly Word[]): z.ZodType<Open<Word>> {
  const known: ReadonlySet<string> = new Set(words);
  return z
    .string()
    .max(255)
    .refine((word) => {
      if (!known.has(word)) note(of, word);
      return true;
    }) as unknown as z.ZodType<Open<Word>>;
}

/**
 * A union that may grow. Members are never tried in turn: the value's own word picks the one that it must be. A value
 * with an unknown word is noted, and passes as it is, as long as it fits what all members share.
 *
 * @param shared what every member has
 * @param pick the word, read from a value that fits `shared`
 */
export function union<T>(
  of: string,
  shared: z.ZodType<object>,
  pick: (value: never) => string,
  members: Readonly<Record<string, z.ZodType>>,
): z.ZodType<T> {
  return shared.superRefine((value, context) => {
    const word = pick(value as never);
    const member = Object.hasOwn(members, word) ? members[word] : undefined;
    if (!member) {
      note(of, word);
      return;
    }
    const result = member.safeParse(value);
    // What is wrong inside is told with its own path.
    for (const issue of result.error?.issues ?? []) context.addIssue({ ...issue, input: value } as never);
  }) as unknown as z.ZodType<T>;
}

/**
 * A moment as sortable text: UTC, six decimals. Times are compared by it, for a `Date` would drop what tells two events
 * of one millisecond apart.
 *
 * @param value as {@link time} lets it pass
 */
export function sortable(value: string): string {
  const seconds = new Date(Date.parse(value.replace(/\.\d+/, ""))).toISOString().slice(0, 19);
  const fraction = /\.(\d+)/.exec(value)?.[1] ?? "";
  return `${seconds}.${fraction.padEnd(6, "0")}Z`;
}
