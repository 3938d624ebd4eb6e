/** The console as `auth.api` has it: for tests of an app, mostly. */

import type { Call, CallOptions, OptionalCall, RequestTrace, SuccessAnswer, WithBody } from "@latchkey/core";
import type { ConsoleLink } from "./access/endpoint.ts";
import type { CaughtMail } from "./mail/mailbox.ts";
import type { SignedInAs, SignInAsInput } from "./sessions/endpoints.ts";
import type { DevSession } from "./sessions/store.ts";
import type { DevUser } from "./users/store.ts";

/** A mail that is opened. */
export interface OpenMail extends CallOptions {
  readonly params: { readonly id: string };
}

/** The console as `auth.api` has it. */
export interface DevApi {
  /** The link that opens the console. It contains the token. */
  readonly devConsoleLink: OptionalCall<CallOptions, ConsoleLink>;
  /** The console, as a page. */
  readonly devConsolePage: OptionalCall<CallOptions, Response>;
  /** Caught mail, newest first. */
  readonly devMail: OptionalCall<CallOptions, readonly CaughtMail[]>;
  /** One mail, as a page. */
  readonly devMailPage: Call<OpenMail, Response>;
  /** Forgets all mail. */
  readonly devClearMail: OptionalCall<CallOptions, SuccessAnswer>;
  /** The newest 100 users. */
  readonly devUsers: OptionalCall<CallOptions, readonly DevUser[]>;
  /** The newest 100 sessions that are alive. */
  readonly devSessions: OptionalCall<CallOptions, readonly DevSession[]>;
  /** The last 50 requests, newest first. */
  readonly devRequests: OptionalCall<CallOptions, readonly RequestTrace[]>;
  /** The app's endpoints, as a page. */
  readonly devReference: OptionalCall<CallOptions, Response>;
  /** A session as any user, as far as the gates let it; `devSignInAs.result` has its cookies. */
  readonly devSignInAs: Call<WithBody<SignInAsInput>, SignedInAs, "USER_NOT_FOUND">;
}
