/** How mails leave: a transport sends one message. `@latchkey/mailer/smtp` is one; an HTTP API is another. */

/** A message, ready to be sent. */
export interface MailMessage {
  /** `no-reply@acme.test` or `Acme <no-reply@acme.test>`, quoted where RFC 5322 wants it. */
  readonly from: string;
  /** One bare address. */
  readonly to: string;
  /** One line. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Further headers, by name. Each value is one line. */
  readonly headers: Readonly<Record<string, string>>;
  /** With angle brackets; the same each time that one delivery is tried. Left out, the transport makes one. */
  readonly messageId?: string;
}

/** Sends messages. */
export interface Transport {
  /**
   * Resolves once the message is accepted by whoever carries it on, and rejects if it is not.
   * @param signal aborted when the sender has stopped waiting
   */
  send(message: MailMessage, signal?: AbortSignal): Promise<void>;
}
