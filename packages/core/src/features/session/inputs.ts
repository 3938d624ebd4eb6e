/** What the session calls take and answer. */

import type { Session } from "../../sessions/session.ts";

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

/** What `/update-session` takes: fields of `session.additionalFields` with `input: true`. */
export type UpdateSessionInput = Readonly<Record<string, unknown>>;

/** What it answers. */
export interface UpdatedSession<S = Session> {
  readonly session: S;
}

/** What `/update-session` can be refused with. */
export type UpdateSessionErrorCode = "UNAUTHORIZED" | "NO_FIELDS_TO_UPDATE" | "FIELD_NOT_ALLOWED";
