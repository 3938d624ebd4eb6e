/** Delivers emails. The app's function sends them, and the outbox retries failures. */

import type { AuthContext, OutboxHandler } from "../kernel/context.ts";
import { normalizeEmail } from "../users/email.ts";

/** One delivery of an email. The same email can be delivered more than once, with the same key. */
export interface MailDelivery {
  /** The same for every attempt, so that the email provider can drop duplicates. */
  readonly key: string;
  /** Aborts after 10 seconds. The email is then retried. */
  readonly signal: AbortSignal;
}

/**
 * An app's function that sends one kind of email. The outbox calls it after the response, so users can't see how long
 * it takes or whether it fails. If it throws, the error is logged and the email is retried, up to 10 attempts in about
 * 90 minutes.
 */
export type MailSender<Mail> = (mail: Mail, delivery: MailDelivery) => Promise<void> | void;

/**
 * Creates the outbox handler for one kind of email.
 * @param prepare builds the email from the outbox payload, including tokens. Returns `null` if there's nothing to send.
 *   `attempt` is 1 for the first try.
 */
export function createMailHandler<Payload, Mail>(
  send: MailSender<Mail>,
  prepare: (data: Payload, context: AuthContext, attempt: number) => Promise<Mail | null>,
): OutboxHandler {
  return async (payload, context, delivery) => {
    const mail = await prepare(payload as Payload, context, delivery.attempt);
    if (mail !== null) await send(mail, delivery);
  };
}

/**
 * Whether email can be sent to this address. `.invalid` marks placeholders for users whose provider returns no email.
 * RFC 2606, section 2.
 */
export function isMailable(email: string): boolean {
  return !email.endsWith(".invalid");
}

/** Returns the email as normalized by `normalizeEmail`. `null` if it's invalid or a placeholder. */
export function mailableEmail(text: string): string | null {
  const email = normalizeEmail(text);
  return email !== null && isMailable(email) ? email : null;
}
