/** What the calls of an account answer, as shapes. */

import { date, either, list, literal, object, redirect, type Shape, text, words } from "../../shapes/shape.ts";
import type { Account, DeletedUser } from "./contract.ts";

/** What `/list-accounts` answers. */
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

/** What `/delete-user` answers. */
export const deletedOutput: Shape<DeletedUser> = object({
  success: literal(true),
  message: words("User deleted", "Verification email sent"),
});

/** What the link of a deletion mail answers. */
export const deletedByLinkOutput: Shape<DeletedUser | Response> = either(deletedOutput, redirect);
