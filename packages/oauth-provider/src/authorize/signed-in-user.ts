/** Who answers a request. */

/** The signed-in user of a request. */
export interface SignedInUser {
  readonly userId: string;
  /** The user's `epoch` when the session was read. */
  readonly epoch: number;
  readonly sessionId: string;
  /** Milliseconds since 1970. */
  readonly authTime: number;
  readonly acr: string | null;
  readonly amr: readonly string[];
}
