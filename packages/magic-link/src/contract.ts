/** The calls of the magic link plugin, with their inputs, responses, and errors. */

import type { Session, User } from "@latchkey/core";
import type {
  Call,
  CallContract,
  ClientCall,
  CoreModels,
  Models,
  PluginTypes,
  PublicCall,
  QueryField,
  StatusResponse,
  WithQuery,
} from "@latchkey/core/plugin";

/** Input for `/sign-in/magic-link`. */
export interface SignInMagicLinkInput {
  readonly email: string;
  /** The name of a user who doesn't have an account yet. */
  readonly name?: string | undefined;
  /** Where the link redirects. Relative, or on a trusted origin. Default: `/`. */
  readonly callbackURL?: string | undefined;
  /** Where it redirects new users. Default: `callbackURL`. */
  readonly newUserCallbackURL?: string | undefined;
  /** Where it redirects if it doesn't work, with an `error` parameter. Default: `callbackURL`. */
  readonly errorCallbackURL?: string | undefined;
  /** Passed to `sendMagicLink`. The caller chooses it, so escape it. Up to 2,000 characters as JSON. */
  readonly metadata?: Record<string, string> | undefined;
  /** Whether to keep the session when the browser closes. Default: true. */
  readonly rememberMe?: boolean | undefined;
}

/** Input for `/magic-link/verify`: the query of the link, or what its page posts. */
export interface VerifyMagicLinkInput {
  /** From the email. */
  readonly token: string;
  /** Where to redirect. Without it, a script gets JSON. */
  readonly callbackURL?: string | undefined;
  /** Where to redirect a new user. */
  readonly newUserCallbackURL?: string | undefined;
  /** Where to redirect if the link doesn't work. */
  readonly errorCallbackURL?: string | undefined;
}

/** Response from `/magic-link/verify` for scripts. */
export interface VerifyMagicLinkResponse<U = User, S = Session> {
  /** The session's secret, for clients without cookies. */
  readonly token: string;
  readonly user: U;
  readonly session: S;
}

/** A link in an email. Browsers get a page or a redirect, scripts get JSON. */
interface VerifyMagicLinkCall<Output, Code extends string>
  extends CallContract<
    VerifyMagicLinkInput,
    Output | Response,
    Code,
    Call<WithQuery<VerifyMagicLinkInput>, Output, Code>,
    ClientCall<VerifyMagicLinkInput | QueryField<VerifyMagicLinkInput>, Output, Code>
  > {}

/** The plugin's calls. */
export interface MagicLinkCalls<M extends Models = CoreModels> {
  /** Sends an email with a link that signs the user in. The response is the same for every email. */
  readonly signInMagicLink: PublicCall<SignInMagicLinkInput, StatusResponse, "INVALID_EMAIL">;
  /** Signs in with the token from an emailed link. Creates a user if no one has the email. */
  readonly magicLinkVerify: VerifyMagicLinkCall<
    VerifyMagicLinkResponse<M["user"], M["session"]> | M["challenge"],
    "INVALID_TOKEN" | "FIELD_NOT_ALLOWED" | "FAILED_TO_CREATE_SESSION" | M["codes"]["signIn"] | M["codes"]["signUp"]
  >;
}

/** The calls as they appear on the client. */
export interface MagicLinkClient<C extends MagicLinkCalls<Models>> {
  readonly signIn: { readonly magicLink: C["signInMagicLink"]["client"] };
  readonly magicLink: { readonly verify: C["magicLinkVerify"]["client"] };
}

/** What the plugin adds to an app's types. */
export interface MagicLinkTypes extends PluginTypes {
  readonly calls: MagicLinkCalls<this["$app"]>;
  readonly client: MagicLinkClient<this["calls"]>;
}

/** The plugin's part of `GET /capabilities`. */
export interface MagicLinkCapabilities {
  /** How long a link works, in seconds. */
  readonly expiresIn: number;
  /** Whether a link creates a user if no one has the email. */
  readonly signUp: boolean;
}

declare global {
  interface LatchkeyCapabilities {
    readonly "magic-link"?: MagicLinkCapabilities;
  }
}
