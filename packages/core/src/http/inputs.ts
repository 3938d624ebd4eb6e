/** Building blocks of input schemas. */

import * as z from "zod";

/** Text that every database can hold as it is: no NUL, no half of a surrogate pair, bounded. */
export function text(longest: number, shortest = 0): z.ZodType<string, string> {
  return z
    .string()
    .min(shortest)
    .max(longest)
    .refine((value) => !value.includes("\0") && isWellFormed(value), "must be plain text");
}

/**
 * A redirect target; an empty one counts as absent. What it may be is left to the redirect check, which has a refusal of
 * its own for each field.
 */
export const target: z.ZodType<string | undefined> = z
  .unknown()
  .transform((value) => (value === "" ? undefined : value))
  .optional()
  .meta({ type: "string", description: "Relative, or on a trusted origin." }) as z.ZodType<string | undefined>;

/** A password as it is typed: far above any bound, and far below what would cost something. */
export const password: z.ZodType<string, string> = z.string().max(4096);

/** A boolean; in queries and forms the words `true` and `false`. */
export const flag: z.ZodType<boolean, boolean | "true" | "false"> = z.union([
  z.boolean(),
  z.enum(["true", "false"]).transform((word) => word === "true"),
]);

function isWellFormed(value: string): boolean {
  return !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(value);
}
