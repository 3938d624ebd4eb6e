/** The input that chooses one of a user's sign-in methods. */

import * as input from "./input.ts";

/**
 * A sign-in method: by provider, plus the id there if the user has several accounts of that provider, or by the
 * account's id.
 */
export interface AccountChoice {
  readonly providerId?: string | undefined;
  readonly accountId?: string | undefined;
}

/** The fields of an account choice, for an input with further fields. */
export const accountChoiceFields: input.InputFields<AccountChoice> = {
  providerId: input.optional(input.text({ min: 1, max: 64 })),
  accountId: input.optional(input.id),
};

/** Requires at least one of the fields. */
export function requireChoice<T extends AccountChoice>(fields: input.InputField<T>): input.InputField<T> {
  return input.check(
    fields,
    ({ providerId, accountId }) => (providerId ?? accountId) !== undefined,
    "set providerId, accountId, or both",
  );
}
