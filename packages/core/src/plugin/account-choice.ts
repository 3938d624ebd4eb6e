/** The input that chooses one of a user's sign-in methods. */

import * as input from "./input.ts";

/**
 * Identifies a sign-in method by its provider, plus the account's id there if the user has several accounts with that
 * provider, or by the id of the account's row.
 */
export interface AccountChoice {
  readonly providerId?: string | undefined;
  readonly accountId?: string | undefined;
}

/** The fields of an account choice, for an input that has more fields. */
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
