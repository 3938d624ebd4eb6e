/** The type of a sign-in's destination. */

/** The destination of a sign-in. */
export interface Redirect {
  /** The checked destination that the app or the link requested. `null` if there's none. */
  readonly requested: string | null;
  /** The requested destination, or the home path. */
  readonly destination: string;
  /** Adds the requested destination to another sign-in page. */
  carry(path: string): string;
  /** Navigates to the destination. Call it after sign-in. */
  finish(): void;
}
