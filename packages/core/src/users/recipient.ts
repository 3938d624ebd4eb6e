/** Where a user's messages go. */

import { isMailable } from "../outbox/mail.ts";
import type { UserRow } from "../tables/user.ts";

/**
 * Returns the last verified email, or the current one if no email was verified. An unverified email could belong to
 * someone else, who must not get links, codes, or notices about this account. `null` for a placeholder.
 */
export function recipientOf({ email, provenEmail }: Pick<UserRow, "email" | "provenEmail">): string | null {
  const recipient = provenEmail ?? email;
  return isMailable(recipient) ? recipient : null;
}
