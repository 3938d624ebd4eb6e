/** The calls of the one-time token plugin, with their inputs, responses, and errors. */

import type { SessionData } from "@latchkey/core";
import type {
  CoreModels,
  ImpersonationErrorCode,
  Models,
  PluginTypes,
  PublicCall,
  SessionQuery,
} from "@latchkey/core/plugin";

/** Query of `/one-time-token/generate`. */
export interface GenerateOneTimeTokenQuery {
  /** The origin where the token will be used, such as `https://other.example`. Default: the page's own. */
  readonly audience?: string | undefined;
}

/** Response from `/one-time-token/generate`. */
export interface GeneratedOneTimeToken {
  readonly token: string;
}

/** Input for `/one-time-token/verify`. */
export interface VerifyOneTimeTokenInput {
  readonly token: string;
}

/** Response from `/one-time-token/verify`: a new session. */
export interface TransferredSession<D = SessionData> {
  readonly session: D extends { readonly session: infer S } ? S : never;
  readonly user: D extends { readonly user: infer U } ? U : never;
  /** The session's secret, for clients without cookies. */
  readonly token: string;
}

/** The plugin's calls. */
export interface OneTimeTokenCalls<M extends Models = CoreModels> {
  /** Returns a token that signs the caller in on another domain. */
  readonly generateOneTimeToken: SessionQuery<
    GenerateOneTimeTokenQuery | void,
    GeneratedOneTimeToken,
    ImpersonationErrorCode
  >;
  /** Signs in with a token. The new session has the same proofs as the one that the token came from. */
  readonly verifyOneTimeToken: PublicCall<
    VerifyOneTimeTokenInput,
    TransferredSession<SessionData<M["user"], M["session"]>> | M["challenge"],
    "INVALID_TOKEN" | "SESSION_NOT_FOUND" | M["codes"]["signIn"]
  >;
}

/** The calls as they appear on the client. */
export interface OneTimeTokenClient<C extends OneTimeTokenCalls<Models>> {
  readonly oneTimeToken: {
    readonly generate: C["generateOneTimeToken"]["client"];
    readonly verify: C["verifyOneTimeToken"]["client"];
  };
}

/** What the plugin adds to an app's types. */
export interface OneTimeTokenTypes extends PluginTypes {
  readonly calls: OneTimeTokenCalls<this["$app"]>;
  readonly client: OneTimeTokenClient<this["calls"]>;
}
