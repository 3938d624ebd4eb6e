/** Building blocks of the calls' inputs. */

import * as z from "zod";

/** Text that every database holds as it is: no NUL, no half of a surrogate pair, bounded. */
export function text(longest: number, shortest = 0): z.ZodType<string, string> {
  return z
    .string()
    .min(shortest)
    .max(longest)
    .refine((value) => !value.includes("\0") && !/\p{Surrogate}/u.test(value), "must be plain text");
}

/** An id of a row. */
export const id: z.ZodType<string, string> = text(255, 1);

/** A name that people read. */
export const name: z.ZodType<string, string> = text(255, 1);

/** A slug to look for, in any form: those of moved organizations stay as they are. */
export const anySlug: z.ZodType<string, string> = text(255);

/** What a new slug must be. */
export const slugForm = "must be 1 to 64 letters, digits, - and _";

/** Lower case letters and digits, with single dashes and underscores between them; other case is lowered. */
export const slug: z.ZodType<string, string> = z
  .string()
  .max(64)
  .transform((value) => value.toLowerCase())
  .refine((value) => /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/.test(value), slugForm);

/** A record of strings, bounded. */
export const metadata: z.ZodType<Record<string, string>, Record<string, string>> = z
  .record(text(64, 1), text(2048))
  .refine((value) => Object.keys(value).length <= 50, "must not have more than 50 entries");

/** A flag; in queries the words `true` and `false`. */
export const flag: z.ZodType<boolean, boolean | "true" | "false"> = z.union([
  z.boolean(),
  z.enum(["true", "false"]).transform((word) => word === "true"),
]);

/** A role, or several: as a list, or separated by commas. */
export const roles: z.ZodType<string | string[], string | string[]> = z.union([
  text(255, 1),
  z.array(text(255, 1)).min(1).max(50),
]);

/** Permissions by resource. */
export const permissions: z.ZodType<Record<string, string[]>, Record<string, string[]>> = z
  .record(text(64, 1), z.array(text(64, 1)).max(50))
  .refine((value) => Object.keys(value).length <= 50, "must not name more than 50 resources");

/** A whole number; in queries its digits. */
export function count(least: number, most: number): z.ZodType<number, number | string> {
  const whole = z.number().int().min(least).max(most);
  return z.union([
    whole,
    z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number)
      .pipe(whole),
  ]);
}
