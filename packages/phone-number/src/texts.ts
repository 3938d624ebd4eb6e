/**
 * The outbox messages that send texts. They're handled after the response, which is when the number's user is looked
 * up.
 */

import { widen } from "@latchkey/core/database";
import {
  type AuthContext,
  encryptMessage,
  enqueueMessage,
  isMailable,
  type OutboxHandler,
  peekOneTimeCode,
  type RequestContext,
  type UserRow,
  userTable,
} from "@latchkey/core/plugin";
import type { PhoneNumberSettings, TextSender } from "./options.ts";
import type { UserWithPhone } from "./tables.ts";

/** The outbox message kind. */
export const phoneTextKind = "text.phone-code";

/** A code's purpose. */
export type PhoneCodeType = "verify" | "reset";

/** The message's payload, which the outbox stores encrypted. It doesn't contain the code. */
export interface PhoneTextPayload {
  /** The code's handle. */
  readonly id: string;
  readonly type: PhoneCodeType;
  readonly phoneNumber: string;
  readonly country: string;
  /** Whether to send it only if a user has the number. */
  readonly needsUser: boolean;
}

/** Stores the message. Sends one query, which isn't counted in query budgets. */
export async function enqueueText(context: RequestContext, payload: PhoneTextPayload): Promise<void> {
  const message = await encryptMessage(context, phoneTextKind, payload);
  await context.db.transaction((tx) => enqueueMessage(tx, context, message));
}

/** Finds the user with this verified number. */
export function findUserByPhone(context: AuthContext, phoneNumber: string): Promise<UserWithPhone | null> {
  return context.db.findOne(widen<UserWithPhone>(userTable), { where: { phoneNumber } });
}

/** Whether the user has ever verified an email. */
export function hasVerifiedMailbox({ email, emailVerified, provenEmail }: UserRow): boolean {
  return provenEmail !== null || (emailVerified && isMailable(email));
}

/** Sends a code if it's still valid. */
export function createTextHandler(settings: PhoneNumberSettings): OutboxHandler {
  return async (payload, context, delivery) => {
    const { id, type, phoneNumber, country, needsUser } = payload as PhoneTextPayload;
    const send: TextSender | null = type === "reset" ? settings.sendReset : settings.send;
    const issued = await peekOneTimeCode(context, settings.codes, id);
    if (!issued || !send) return;
    if (needsUser) {
      const user = await findUserByPhone(context, phoneNumber);
      if (!user) return;
      if (type === "reset" && settings.resetsOnlyWithoutEmail && hasVerifiedMailbox(user)) return;
    }
    await send({ phoneNumber, code: issued.code, country }, delivery);
  };
}
