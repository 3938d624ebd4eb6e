/** The calls of the dev console, with their inputs, responses, and errors. Mostly used by an app's tests. */

import type { Call, CallOptions, RequestTrace } from "@latchkey/core";
import type {
  CallContract,
  CoreModels,
  Models,
  OptionalCall,
  PluginTypes,
  PublicQuery,
  ServerCall,
  SuccessResponse,
  WithBody,
} from "@latchkey/core/plugin";
import type { DirectoryAction, DirectoryState } from "./directory/state.ts";
import type { WantedRecord } from "./dns/zone.ts";
import type { DevErrorCode } from "./errors.ts";
import type { CaughtMail } from "./mail/mailbox.ts";
import type { DevSession } from "./sessions/store.ts";
import type { CaughtText } from "./texts/catcher.ts";
import type { DevUser } from "./users/store.ts";
import type { ReceivedWebhook } from "./webhooks/received.ts";

/** The link that opens the console. Treat it as a secret, because it contains the token. */
export interface ConsoleLink {
  /** The full URL. Its origin is `baseURL`, or `http://localhost` without one. */
  readonly url: string;
  /** The path and query, without the origin. */
  readonly path: string;
}

/** The query of the console's link. */
export interface LinkQuery {
  readonly token?: string | undefined;
}

/** Selects an email. */
export interface MailIdInput {
  readonly id: string;
}

/** Input for `devMailPage`. */
export interface MailPageOptions extends CallOptions {
  readonly params: MailIdInput;
}

/** Input for `devAddWebhookSecret`. */
export interface WebhookSecretInput {
  /** Starts with `whsec_`. */
  readonly secret: string;
}

/** Input for `devChangeDns`. */
export interface ChangeDnsInput {
  readonly action: "set" | "remove";
  /** Such as `_latchkey.acme.com`. */
  readonly name: string;
  readonly value: string;
}

/** Input for `devSignInAs`. */
export interface SignInAsInput {
  readonly userId: string;
}

/** Response from `devSignInAs`: either a session was created, or a challenge must be completed first. */
export interface SignInAsResponse {
  readonly signedIn: boolean;
  readonly userId: string;
  /** The challenge that a gate returned. `null` if a session was created. */
  readonly challenge: Readonly<Record<string, unknown>> | null;
}

/** Error codes if the console rejects a request. Server calls never fail with these. */
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
  /** Returns caught emails, newest first. */
  readonly devMail: PublicQuery<void, readonly CaughtMail[], ConsoleErrorCode>;
  /** Returns an email, as a page. */
  readonly devMailPage: CallContract<
    MailIdInput,
    Response,
    ConsoleErrorCode,
    Call<MailPageOptions, Response, ConsoleErrorCode>,
    never
  >;
  /** Removes all emails. A form is redirected to the console. */
  readonly devClearMail: CallContract<
    unknown,
    SuccessResponse | Response,
    ConsoleErrorCode,
    OptionalCall<CallOptions, SuccessResponse, ConsoleErrorCode>,
    never
  >;
  /** Returns caught text messages, newest first. */
  readonly devTexts: PublicQuery<void, readonly CaughtText[], ConsoleErrorCode>;
  /** Returns received webhooks, newest first. */
  readonly devWebhooks: PublicQuery<void, readonly ReceivedWebhook[], ConsoleErrorCode>;
  /** Adds a secret to verify received webhooks with. A form is redirected to the console. */
  readonly devAddWebhookSecret: CallContract<
    WebhookSecretInput,
    SuccessResponse | Response,
    ConsoleErrorCode,
    Call<WithBody<WebhookSecretInput>, SuccessResponse, ConsoleErrorCode>,
    never
  >;
  /** Removes all received webhooks. A form is redirected to the console. */
  readonly devClearWebhooks: CallContract<
    unknown,
    SuccessResponse | Response,
    ConsoleErrorCode,
    OptionalCall<CallOptions, SuccessResponse, ConsoleErrorCode>,
    never
  >;
  /** Returns the TXT records that organizations have to set, newest first. */
  readonly devDns: PublicQuery<void, readonly WantedRecord[], ConsoleErrorCode>;
  /** Sets or removes a TXT record. A form is redirected to the console. */
  readonly devChangeDns: CallContract<
    ChangeDnsInput,
    SuccessResponse | Response,
    ConsoleErrorCode,
    Call<WithBody<ChangeDnsInput>, SuccessResponse, ConsoleErrorCode>,
    never
  >;
  /** Returns the people, groups, and requests of the simulated directory. */
  readonly devDirectory: PublicQuery<void, DirectoryState, ConsoleErrorCode>;
  /** Controls the simulated directory, and returns its state. A form is redirected to the console. */
  readonly devChangeDirectory: CallContract<
    DirectoryAction,
    DirectoryState | Response,
    ConsoleErrorCode,
    Call<WithBody<DirectoryAction>, DirectoryState, ConsoleErrorCode>,
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
    SignInAsResponse | Response,
    SignInAsCode<M>,
    Call<WithBody<SignInAsInput>, SignInAsResponse, SignInAsCode<M>>,
    never
  >;
}

/** What the plugin adds to an app's types. */
export interface DevConsoleTypes extends PluginTypes {
  readonly calls: DevCalls<this["$app"]>;
}
