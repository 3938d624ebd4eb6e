/** The user who allows or denies a client's request. */

/** The signed-in user of a request. */
export interface SignedInUser {
  readonly userId: string;
  /** The user's `epoch` when the session was read. */
  readonly epoch: number;
  readonly sessionId: string;
  /** When the user proved who they are, in milliseconds since 1970. */
  readonly authTime: number;
  readonly acr: string | null;
  readonly amr: readonly string[];
}
