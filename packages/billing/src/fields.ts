/** Input fields that several billing calls share. */

import { type InputField, type InputFields, input } from "@latchkey/core/plugin";

/** Selects a user or an organization. */
export interface ReferenceInput {
  /** The caller's own id, or an organization's id with or without `org_`. Default: see `billing.reference`. */
  readonly referenceId?: string | undefined;
}

/** Selects a page of a list. */
export interface PageInput extends ReferenceInput {
  /** Starts at 1. Default: 1. */
  readonly page?: number | undefined;
  /** 1 to 100. Default: 20. */
  readonly limit?: number | undefined;
}

/** An id or a name, with 1 to 255 characters and no control characters. */
export const idOrName: InputField<string> = input.text({ max: 510, pattern: /^[^\p{Cc}\p{Cs}]{1,255}$/u });

/** A value that's sent to the payment provider unchanged. */
export const metadataValue: InputField<string | number | boolean> = input.either(
  input.rawText({ max: 500 }),
  input.number(),
  input.flag,
);

/** The number of rows per page. */
export const pageLimit: InputField<number> = input.integer({ min: 1, max: 100 });

export const referenceFields: InputFields<ReferenceInput> = { referenceId: input.optional(idOrName) };

export const pageFields: InputFields<PageInput> = {
  ...referenceFields,
  page: input.optional(input.integer({ min: 1, max: 100_000 })),
  limit: input.optional(pageLimit),
};

export const referenceInput: InputField<ReferenceInput> = input.object(referenceFields);
export const pageInput: InputField<PageInput> = input.object(pageFields);

/** Returns the limit and offset of a page. */
export function toLimitOffset({ page = 1, limit = 20 }: PageInput): {
  readonly limit: number;
  readonly offset: number;
} {
  return { limit, offset: (page - 1) * limit };
}
