/** The calls of the anonymous plugin, with their inputs, responses, and errors. */

import type { User } from "@latchkey/core";
import type {
  CoreModels,
  ImpersonationErrorCode,
  Models,
  PluginTypes,
  PublicCall,
  SessionCall,
  SuccessResponse,
} from "@latchkey/core/plugin";

/** Response from `/sign-in/anonymous`. */
export interface SignInAnonymousResponse<U = User> {
  /** The session token, for clients without cookies. */
  readonly token: string;
  readonly user: U;
}

/** The plugin's calls. */
export interface AnonymousCalls<M extends Models = CoreModels> {
  /** Creates a guest and signs them in. */
  readonly signInAnonymous: PublicCall<
    void,
    SignInAnonymousResponse<M["user"]> | M["challenge"],
    | "ANONYMOUS_USERS_CANNOT_SIGN_IN_AGAIN_ANONYMOUSLY"
    | "INVALID_EMAIL_FORMAT"
    | "FAILED_TO_CREATE_USER"
    | M["codes"]["signIn"]
  >;
  /** Deletes the caller, who must be a guest, and ends their sessions. */
  readonly deleteAnonymousUser: SessionCall<
    void,
    SuccessResponse,
    ImpersonationErrorCode | "DELETE_ANONYMOUS_USER_DISABLED" | "USER_IS_NOT_ANONYMOUS"
  >;
}

/** The calls as they appear on the client. */
export interface AnonymousClient<C extends AnonymousCalls<Models>> {
  readonly signIn: {
    readonly anonymous: C["signInAnonymous"]["client"];
  };
  readonly deleteAnonymousUser: C["deleteAnonymousUser"]["client"];
}

interface AnonymousFields {
  /** Whether the user is a guest. */
  readonly isAnonymous: boolean;
}

interface AnonymousStageErrors {
  readonly signUp: ImpersonationErrorCode;
}

/** What the plugin adds to an app's types. */
export interface AnonymousTypes extends PluginTypes {
  readonly user: AnonymousFields;
  readonly stageCodes: AnonymousStageErrors;
  readonly calls: AnonymousCalls<this["$app"]>;
  readonly client: AnonymousClient<this["calls"]>;
}

/** The plugin's part of `GET /capabilities`. */
export interface AnonymousCapabilities {
  /** Whether guests can delete themselves. */
  readonly canDelete: boolean;
}

declare global {
  interface LatchkeyCapabilities {
    readonly anonymous?: AnonymousCapabilities;
  }
}
