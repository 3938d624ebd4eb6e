/** What the session calls take and answer. */

/** What `/get-session` takes. */
export interface GetSessionQuery {
  /** Read the database even if the cookie cache is fresh. */
  readonly disableCookieCache?: boolean | undefined;
  /** Do not extend the session by this read. */
  readonly disableRefresh?: boolean | undefined;
}

/** What `/revoke-session` takes. */
export interface RevokeSessionInput {
  /** The handle: `session.token` of a listed session. */
  readonly token: string;
}
