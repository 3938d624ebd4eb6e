/** Building blocks of the inputs. */

import * as z from "zod";

/** Text that every database can hold as it is: bounded, without NUL, without half of a surrogate pair. */
export function text(longest: number, shortest = 0): z.ZodType<string, string> {
  return z
    .string()
    .min(shortest)
    .max(longest)
    .refine((value) => !value.includes("\0") && !/\p{Surrogate}/u.test(value), "must be plain text");
}

/** An id, as text; a number is taken for its digits. */
export const id: z.ZodType<string> = z.union([
  text(255, 1),
  z.number().int().nonnegative().transform(String),
]) as z.ZodType<string>;

/** A whole number within bounds; in queries its digits. */
export function whole(least: number, most: number): z.ZodType<number> {
  const digits = z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number);
  return z.union([z.number(), digits]).pipe(z.number().int().min(least).max(most)) as z.ZodType<number>;
}

/** One role or several. */
export const roles: z.ZodType<string | readonly string[]> = z.union([text(255), z.array(text(64)).max(50)]);

/** Which user is meant. */
export const ofUser: z.ZodType<{ readonly userId: string }> = z.object({ userId: id });
