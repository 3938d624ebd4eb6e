/** The content of an email before it's rendered as text or HTML. All of it is plain text. */

/** The parts of an email, from top to bottom. */
export interface Content {
  readonly appName: string;
  readonly subject: string;
  readonly heading: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  /** A code to type, shown large. */
  readonly code?: string;
  readonly link?: ContentLink;
  /** What to do if the recipient didn't request this. */
  readonly ignoreNote: string;
  readonly footer: string;
}

/** An email's only link. */
export interface ContentLink {
  readonly url: string;
  readonly button: string;
  readonly hint: string;
}
