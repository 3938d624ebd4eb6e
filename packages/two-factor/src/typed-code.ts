/** Codes as people type them. */

import * as z from "zod";

/** So many ASCII digits; spaces are ignored. Anything else is refused before it is compared with anything. */
export function typedCode(digits: number): z.ZodType<string, string> {
  const form = new RegExp(`^[0-9]{${digits}}$`);
  return z
    .string()
    .max(64)
    .transform((typed) => typed.replace(/\s/g, ""))
    .refine((typed) => form.test(typed), `must be ${digits} digits`);
}
