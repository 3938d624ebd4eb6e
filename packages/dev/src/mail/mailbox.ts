/** The types of caught emails, for the console and for tests. */

/** A caught email. */
export interface CaughtMail {
  /** A number that increases with every email, as a string. */
  readonly id: string;
  /** The `From` header, such as `Acme <no-reply@acme.test>`. */
  readonly from: string;
  /** The email addresses of all recipients, without display names. */
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** The original HTML, which isn't safe to render. `null` if the email has none. */
  readonly html: string | null;
  /** The unique web URLs in the email. */
  readonly links: readonly string[];
  /** When the email was caught. */
  readonly date: Date;
}

/** Stores caught emails. */
export interface Mailbox {
  /** Newest first. */
  list(): readonly CaughtMail[];
  clear(): void;
}
