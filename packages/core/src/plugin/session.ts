/** The session as the outside sees it. */

import type { User } from "./user.ts";

/** A signed-in browser or device. */
export interface Session {
  readonly id: string;
  readonly userId: string;
  /** The handle: names the session in `/revoke-session`. It signs nobody in; the bearer secret is in the cookie. */
  readonly token: string;
  readonly expiresAt: Date;
  readonly createdAt: Date;
  /** When the person last signed in or proved who they are, or the session was last extended. */
  readonly updatedAt: Date;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

/** What reading a session gives. */
export interface SessionData<U = User, S = Session> {
  readonly session: S;
  readonly user: U;
}
