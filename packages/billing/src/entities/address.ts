/** Postal addresses. */

import * as z from "zod";
import { text } from "./wire.ts";

/** A postal address. Only the country is always set. */
export interface Address {
  readonly line1?: string | null | undefined;
  readonly line2?: string | null | undefined;
  readonly postal_code?: string | null | undefined;
  readonly city?: string | null | undefined;
  readonly state?: string | null | undefined;
  /** Two-letter country code. */
  readonly country: string;
}

export const address: z.ZodType<Address> = z.looseObject({
  line1: z.string().nullish(),
  line2: z.string().nullish(),
  postal_code: z.string().nullish(),
  city: z.string().nullish(),
  state: z.string().nullish(),
  country: text,
});

export const addressKeys: readonly (keyof Address)[] = ["line1", "line2", "postal_code", "city", "state", "country"];
