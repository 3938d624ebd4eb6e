/** What several calls take. */

import { type InputField, type InputFields, input } from "@latchkey/core/plugin";

/** Names a user or an organization. */
export interface ReferenceInput {
  /** The caller's own id, or an organization's id with or without `org_`. Default: see `billing.reference`. */
  readonly referenceId?: string | undefined;
}

/** A page of a list. */
export interface PageInput extends ReferenceInput {
  /** Starts at 1. */
  readonly page?: number | undefined;
  /** 1 to 100. Default: 20. */
  readonly limit?: number | undefined;
}

/** An id or a name: 1 to 255 characters, none of them a control character. */
export const key: InputField<string> = input.text({ max: 510, pattern: /^[^\p{Cc}\p{Cs}]{1,255}$/u });

/** A value that is sent to the payment platform as it is. */
export const value: InputField<string | number | boolean> = input.either(
  input.rawText({ max: 500 }),
  input.number(),
  input.flag,
);

/** The number of rows on a page. */
export const limit: InputField<number> = input.integer({ min: 1, max: 100 });

export const referenceFields: InputFields<ReferenceInput> = { referenceId: input.optional(key) };

export const pageFields: InputFields<PageInput> = {
  ...referenceFields,
  page: input.optional(input.integer({ min: 1, max: 100_000 })),
  limit: input.optional(limit),
};

export const referenceInput: InputField<ReferenceInput> = input.object(referenceFields);
export const pageInput: InputField<PageInput> = input.object(pageFields);

/** The rows of a page. */
export function partOf({ page = 1, limit = 20 }: PageInput): { readonly limit: number; readonly offset: number } {
  return { limit, offset: (page - 1) * limit };
}
