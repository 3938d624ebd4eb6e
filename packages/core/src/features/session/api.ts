/** The session calls as `auth.api` has them. */

import type {
  Call,
  SessionCallOptions,
  StatusAnswer,
  SuccessAnswer,
  WithSessionBody,
  WithOptionalSessionQuery,
} from "../../http/call.ts";
import type { SessionErrorCode } from "../../sessions/guards.ts";
import type { Session, SessionData } from "../../sessions/session.ts";
import type { GetSessionQuery, RevokeSessionInput, UpdatedSession, UpdateSessionErrorCode } from "./inputs.ts";

/** The session calls as `auth.api` has them. */
export interface SessionApi<U, S> {
  /** The session that the cookie or bearer token in `headers` stands for, or `null`. */
  readonly getSession: Call<WithOptionalSessionQuery<GetSessionQuery>, SessionData<U, S> | null, "FAILED_TO_GET_SESSION">;
  /** The caller's live sessions, newest first, 100 at most. */
  readonly listSessions: Call<SessionCallOptions, S[], SessionErrorCode>;
  /** Ends one of the caller's sessions. Unknown and foreign handles get the same answer. */
  readonly revokeSession: Call<WithSessionBody<RevokeSessionInput>, StatusAnswer, SessionErrorCode>;
  /** Ends all of the caller's sessions, this one too. */
  readonly revokeSessions: Call<SessionCallOptions, StatusAnswer, SessionErrorCode>;
  /** Ends all of the caller's sessions but this one. */
  readonly revokeOtherSessions: Call<SessionCallOptions, StatusAnswer, SessionErrorCode>;
  /** Changes fields of the session that the app lets clients set. */
  readonly updateSession: Call<
    WithSessionBody<Partial<Omit<S, keyof Session>>>,
    UpdatedSession<S>,
    UpdateSessionErrorCode
  >;
  /** Ends the caller's session, if there is one. */
  readonly signOut: Call<SessionCallOptions, SuccessAnswer>;
}
