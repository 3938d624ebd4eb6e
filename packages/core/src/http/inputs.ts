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

/** A boolean; in queries and forms the words `true` and `false`. */
export const flag: z.ZodType<boolean, boolean | "true" | "false"> = z.union([
  z.boolean(),
  z.enum(["true", "false"]).transform((word) => word === "true"),
]);

function isWellFormed(value: string): boolean {
  return !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(value);
}
