/** The email that tells a user that someone tried to sign up with their email. */

import type { AuthContext, OutboxHandler } from "../../kernel/context.ts";
import { createMailHandler, isMailable } from "../../outbox/mail.ts";
import { createMessage, type OutboxMessage } from "../../outbox/store.ts";
import type { User } from "../../plugin/user.ts";
import { presentUser } from "../../sessions/present.ts";
import { findUserByEmail } from "../../users/store.ts";
import type { EmailPasswordSettings } from "./options.ts";

export const existingAccountMailKind = "mail.existing-user";

interface ExistingAccountPayload {
  readonly email: string;
}

export function existingAccountMail(context: AuthContext, email: string): OutboxMessage {
  return createMessage(context, existingAccountMailKind, { email } satisfies ExistingAccountPayload);
}

export function createExistingAccountMailHandler({ sendExistingAccountMail }: EmailPasswordSettings): OutboxHandler {
  return createMailHandler<ExistingAccountPayload, { readonly user: User }>(
    sendExistingAccountMail ?? (() => {}),
    async ({ email }, context) => {
      const user = await findUserByEmail(context.db, email);
      return user && isMailable(email) ? { user: presentUser(context, user) } : null;
    },
  );
}
