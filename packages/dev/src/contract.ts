/** The calls of the dev console: what they take, return, and fail with. Tests of an app use them, mostly. */

import type { Call, CallOptions, RequestTrace } from "@latchkey/core";
import type {
  CallContract,
  CoreModels,
  Models,
  OptionalCall,
  PluginTypes,
  PublicQuery,
  ServerCall,
  SuccessAnswer,
  WithBody,
} from "@latchkey/core/plugin";
import type { DevErrorCode } from "./errors.ts";
import type { CaughtMail } from "./mail/mailbox.ts";
import type { DevSession } from "./sessions/store.ts";
import type { DevUser } from "./users/store.ts";

/** Where the console opens. Treat it as a secret: it contains the token. */
export interface ConsoleLink {
  /** The whole address. Its origin is `baseURL`, or `http://localhost` without one. */
  readonly url: string;
  /** The address without the origin. */
  readonly path: string;
}

/** The query of the link. */
export interface LinkQuery {
  readonly token?: string | undefined;
}

/** Which mail is meant. */
export interface MailId {
  readonly id: string;
}

/** What `devMailPage` takes. */
export interface OpenMail extends CallOptions {
  readonly params: MailId;
}

/** What `devSignInAs` takes. */
export interface SignInAsInput {
  readonly userId: string;
}

/** What `devSignInAs` returns: whether there is a session, or what must be answered first. */
export interface SignedInAs {
  readonly signedIn: boolean;
  readonly userId: string;
  /** What a gate asks for instead of a session. `null`: there is a session. */
  readonly challenge: Readonly<Record<string, unknown>> | null;
}

/** The codes of a request that the console doesn't answer. Calls on the server never fail with them. */
export type ConsoleErrorCode = Exclude<DevErrorCode, "USER_NOT_FOUND">;

type SignInAsCode<M extends Models> =
  | ConsoleErrorCode
  | "USER_NOT_FOUND"
  | "EMAIL_NOT_VERIFIED"
  | "FAILED_TO_CREATE_SESSION"
  | M["codes"]["signIn"];

/** The plugin's calls. */
export interface DevCalls<M extends Models = CoreModels> {
  /** Returns the link that opens the console. It contains the token. */
  readonly devConsoleLink: ServerCall<void, ConsoleLink>;
  /** Returns the console, as a page. */
  readonly devConsolePage: PublicQuery<LinkQuery | void, Response, ConsoleErrorCode>;
  /** Returns caught mail, newest first. */
  readonly devMail: PublicQuery<void, readonly CaughtMail[], ConsoleErrorCode>;
  /** Returns a mail, as a page. */
  readonly devMailPage: CallContract<
    MailId,
    Response,
    ConsoleErrorCode,
    Call<OpenMail, Response, ConsoleErrorCode>,
    never
  >;
  /** Removes all mail. A form is redirected to the console. */
  readonly devClearMail: CallContract<
    unknown,
    SuccessAnswer | Response,
    ConsoleErrorCode,
    OptionalCall<CallOptions, SuccessAnswer, ConsoleErrorCode>,
    never
  >;
  /** Returns the newest 100 users. */
  readonly devUsers: PublicQuery<void, readonly DevUser[], ConsoleErrorCode>;
  /** Returns the newest 100 active sessions. */
  readonly devSessions: PublicQuery<void, readonly DevSession[], ConsoleErrorCode>;
  /** Returns the last 50 requests, newest first. */
  readonly devRequests: PublicQuery<void, readonly RequestTrace[], ConsoleErrorCode>;
  /** Returns the app's endpoints, as a page. */
  readonly devReference: PublicQuery<void, Response, ConsoleErrorCode>;
  /** Creates a session as any user, if the gates allow it. `devSignInAs.result` has its cookies. */
  readonly devSignInAs: CallContract<
    SignInAsInput,
    SignedInAs | Response,
    SignInAsCode<M>,
    Call<WithBody<SignInAsInput>, SignedInAs, SignInAsCode<M>>,
    never
  >;
}

/** What the plugin adds to the types of an app. */
export interface DevConsoleTypes extends PluginTypes {
  readonly calls: DevCalls<this["$app"]>;
}
