/** The session calls, with their inputs, responses, and errors. */

import type { StatusResponse } from "../../http/call.ts";
import type { SessionCall, SessionQuery } from "../../plugin/contract.ts";
import type { Session, SessionData } from "../../plugin/session.ts";
import type { CoreModels, Models } from "../../plugin/types.ts";

/** Query of `/get-session`. */
export interface GetSessionQuery {
  /** Whether to read the database even if the cookie cache is fresh. Default: false. */
  readonly disableCookieCache?: boolean | undefined;
  /** Whether to leave the session's expiry unchanged. Default: false. */
  readonly disableRefresh?: boolean | undefined;
}

/** Input for `/revoke-session`. */
export interface RevokeSessionInput {
  /** The handle: `session.token` of a listed session. */
  readonly token: string;
}

/** Response from `/update-session`. */
export interface UpdateSessionResult<S = Session> {
  readonly session: S;
}

/** Input for `/sign-out`. These options apply only if the user signed in with a provider that supports sign-out. */
export interface SignOutInput {
  /** Where the provider sends the user back to. It must be registered there. Default: its `postLogoutRedirectURI`. */
  readonly callbackURL?: string | undefined;
  /** Whether the client should stay on the page instead of going to `url`. Default: false. */
  readonly disableRedirect?: boolean | undefined;
  /** Added to the callback URL by the provider. */
  readonly state?: string | undefined;
}

/** Response from `/sign-out`. */
export interface SignOutResult {
  readonly success: true;
  /** Where to send the user, to sign them out at the provider. Missing if there's nothing to sign out of. */
  readonly url?: string;
  /** Whether the client goes to `url` automatically. */
  readonly redirect?: boolean;
}

/** The session calls. */
export interface SessionCalls<M extends Models = CoreModels> {
  /** Returns the session for the cookie or bearer token in `headers`, or `null`. */
  readonly getSession: SessionQuery<
    GetSessionQuery | void,
    SessionData<M["user"], M["session"]> | null,
    "FAILED_TO_GET_SESSION"
  >;
  /** Lists the caller's active sessions, newest first, up to 100. */
  readonly listSessions: SessionQuery<void, M["session"][]>;
  /** Ends one of the caller's sessions. The response is the same for unknown handles and other users' handles. */
  readonly revokeSession: SessionCall<RevokeSessionInput, StatusResponse>;
  /** Ends all of the caller's sessions, including this one. */
  readonly revokeSessions: SessionCall<void, StatusResponse>;
  /** Ends all of the caller's sessions except this one. */
  readonly revokeOtherSessions: SessionCall<void, StatusResponse>;
  /** Changes the session fields that clients can set (`session.additionalFields` with `input: true`). */
  readonly updateSession: SessionCall<
    Partial<Omit<M["session"], keyof Session>>,
    UpdateSessionResult<M["session"]>,
    "NO_FIELDS_TO_UPDATE" | "FIELD_NOT_ALLOWED"
  >;
  /** Ends the caller's session, if there is one, and returns where to sign out of the provider. */
  readonly signOut: SessionCall<SignOutInput | void, SignOutResult>;
}
