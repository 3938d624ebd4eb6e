/** Mails that were caught, as the console and tests read them. */

/** A mail that was caught. */
export interface CaughtMail {
  /** Counts up: a later mail has a higher one. */
  readonly id: string;
  /** As the mail says: `Acme <no-reply@acme.test>`. */
  readonly from: string;
  /** Bare addresses of everybody it was delivered to. */
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** As it was sent: not to be trusted. `null` where the mail has none. */
  readonly html: string | null;
  /** Web addresses that it links to, each once. */
  readonly links: readonly string[];
  /** When it was caught. */
  readonly date: Date;
}

/** Keeps mails. */
export interface MailBox {
  /** Newest first. */
  list(): readonly CaughtMail[];
  clear(): void;
}
