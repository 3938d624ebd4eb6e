/** The interface for sending emails. `@latchkey/mailer/smtp` implements it. An HTTP API could too. */

/** A message that's ready to send. */
export interface MailMessage {
  /** `no-reply@acme.test` or `Acme <no-reply@acme.test>`, quoted as RFC 5322 requires. */
  readonly from: string;
  /** A single bare email address. */
  readonly to: string;
  /** A single line. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Additional headers by name. Each value is a single line. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * With angle brackets, and the same for every attempt of one delivery. If it's omitted, the transport creates one.
   */
  readonly messageId?: string;
}

/** Sends messages. */
export interface Transport {
  /**
   * Resolves once the next mail server or service has accepted the message. Rejects if it hasn't.
   *
   * @param signal aborted when the sender stops waiting
   */
  send(message: MailMessage, signal?: AbortSignal): Promise<void>;
}
