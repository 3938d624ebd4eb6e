/** The session as apps and clients see it. */

import type { User } from "./user.ts";

/** A signed-in browser or device. */
export interface Session {
  readonly id: string;
  readonly userId: string;
  /**
   * The session handle, which identifies the session in `/revoke-session`. It can't be used to sign in. The secret
   * token is in the cookie.
   */
  readonly token: string;
  readonly expiresAt: Date;
  readonly createdAt: Date;
  /** When the user last signed in or proved a factor, or when the session was last extended. */
  readonly updatedAt: Date;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

/** A session with its user. */
export interface SessionData<U = User, S = Session> {
  readonly session: S;
  readonly user: U;
}
