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

/** A redirect target. Left to the redirect check, which has a refusal of its own for each field. */
export const target: z.ZodType<string | undefined> = z
  .unknown()
  .optional()
  .meta({ type: "string", description: "Relative, or on a trusted origin." }) as z.ZodType<string | undefined>;

/** An image's address: on the web, or a path on the app's own host. Nothing that a browser would run. */
export const imageURL: z.ZodType<string, string> = text(2048).refine(
  (value) => /^(?:https?:\/\/|\/(?![/\\]))/i.test(value),
  "must be a web address",
);

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
