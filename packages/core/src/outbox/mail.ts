/** Mails: the app sends them, the outbox sees to it that they are sent. */

import type { AuthContext } from "../plugin/context.ts";
import type { OutboxHandler } from "../plugin/plugin.ts";
import { normalizeEmail } from "../users/email.ts";

/** One delivery of a mail. The same mail may be asked for more than once, with the same key. */
export interface MailDelivery {
  /** The same for every try: a mail server, or the reader's program, can drop doubles by it. */
  readonly key: string;
  /** Aborts after ten seconds; the mail is tried again then. */
  readonly signal: AbortSignal;
}

/**
 * An app's function that sends one kind of mail. It runs after the answer, from the outbox: how long it takes, and
 * whether it fails, nobody can see. What it throws is logged, and the mail tried again, up to ten times in some hours.
 */
export type MailSender<Mail> = (mail: Mail, delivery: MailDelivery) => Promise<void> | void;

/**
 * Delivers one kind of mail.
 * @param prepare makes the mail of what was put into the outbox, tokens included; `null`: there is nothing to send
 *   `attempt` is 1 for the first try
 */
export function mailDeliverer<Wish, Mail>(
  send: MailSender<Mail>,
  prepare: (wish: Wish, context: AuthContext, attempt: number) => Promise<Mail | null>,
): OutboxHandler {
  return async (payload, context, delivery) => {
    const mail = await prepare(payload as Wish, context, delivery.attempt);
    if (mail !== null) await send(mail, delivery);
  };
}

/** Placeholders of providers that give no address. Nothing is ever sent to them. RFC 2606, section 2. */
export function isMailable(email: string): boolean {
  return !email.endsWith(".invalid");
}

/** The address as `normalizeEmail` gives it, if people can have it: a placeholder stands for somebody at a provider. */
export function mailableEmail(text: string): string | null {
  const email = normalizeEmail(text);
  return email !== null && isMailable(email) ? email : null;
}
