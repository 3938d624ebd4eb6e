/** Schemas that Stripe's objects share. A missing value or `null` is read as the field's empty value. */

import * as z from "zod";
import { id, listOf, nullable, orElse } from "../../entities/wire.ts";

/** An object's id, or the object itself if the request expanded it. */
export type StripeReference = string | { readonly id: string };

/** Seconds since 1970, in the range of years that every supported database can store. */
export const seconds: z.ZodType<number | null> = nullable(z.int().min(-30_610_224_000).max(253_402_300_799));

/** A reference that's always set. */
export const required: z.ZodType<StripeReference> = z.union([id, z.looseObject({ id })]);

/** A reference that can be missing. */
export const reference: z.ZodType<StripeReference | null> = nullable(required);

/** A flag that's true if it's missing. */
export const enabled: z.ZodType<boolean> = orElse(z.boolean(), true);

/** The objects in a list that's part of another object. */
export function embeddedList<T>(schema: z.ZodType<T>): z.ZodType<readonly T[]> {
  const list = z.looseObject({ data: listOf(schema) }).transform(({ data }) => data);
  return orElse<readonly T[], readonly T[]>(list as z.ZodType<readonly T[]>, []);
}

/** Converts a time to ISO 8601. */
export function toTime(time: number): string;
export function toTime(time: number | null): string | null;
export function toTime(time: number | null): string | null {
  return time === null ? null : new Date(time * 1000).toISOString();
}

/** Returns the id in a reference. */
export function idIn(value: StripeReference): string;
export function idIn(value: StripeReference | null | undefined): string | null;
export function idIn(value: StripeReference | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === "string" ? value : value.id;
}

/** Reads a reference as the object. `null` if it's only an id, or can't be read. */
export function readExpanded<T>(value: StripeReference | null | undefined, schema: z.ZodType<T>): T | null {
  if (typeof value !== "object" || value === null) return null;
  const read = schema.safeParse(value);
  return read.success ? read.data : null;
}

/** Returns the entity's times. Stripe doesn't say when an object was last changed. */
export function entityTimes(created: number | null): {
  readonly created_at: string | null;
  readonly modified_at: null;
} {
  return { created_at: toTime(created), modified_at: null };
}
