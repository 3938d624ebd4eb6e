/** Response shapes of the account calls. */

import { date, either, list, literal, object, oneOf, redirect, type Shape, text } from "../../shapes/shape.ts";
import type { Account, DeleteUserResult } from "./contract.ts";

/** The response from `/list-accounts`. */
export const accountsOutput: Shape<Account[]> = list(
  object<Account>({
    id: text,
    providerId: text,
    provider: text,
    accountId: text,
    userId: text,
    scopes: list(text),
    createdAt: date,
    updatedAt: date,
  }),
);

/** The response from `/delete-user`. */
export const deleteUserOutput: Shape<DeleteUserResult> = object({
  success: literal(true),
  message: oneOf("User deleted", "Verification email sent"),
});

/** The response from the link in a deletion email. */
export const deleteUserCallbackOutput: Shape<DeleteUserResult | Response> = either(deleteUserOutput, redirect);
