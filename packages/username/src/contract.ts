/** The calls of the username plugin, with their inputs, responses, and errors. */

import type { SignInResult, User } from "@latchkey/core";
import type { CoreModels, Models, PluginTypes, PublicCall } from "@latchkey/core/plugin";

/** Input for `/sign-in/username`. */
export interface SignInUsernameInput {
  /** Case doesn't matter by default. */
  readonly username: string;
  readonly password: string;
  /** The URL that the client navigates to afterward. Must be relative or on a trusted origin. */
  readonly callbackURL?: string | undefined;
  /** Whether to keep the session when the browser closes. If false, it also ends after a day. Default: true. */
  readonly rememberMe?: boolean | undefined;
}

/** Response from `/sign-in/username`. The same as for signing in with an email. */
export type SignInUsernameResponse<U = User> = SignInResult<U>;

/** Input for `/is-username-available`. */
export interface IsUsernameAvailableInput {
  readonly username: string;
}

/** Response from `/is-username-available`. */
export interface UsernameAvailability {
  readonly available: boolean;
}

/** Error codes for a username that no user can choose. */
type FormatErrorCode = "USERNAME_TOO_SHORT" | "USERNAME_TOO_LONG" | "INVALID_USERNAME";

/** Error codes for the names that a user chooses. */
type NameErrorCode = FormatErrorCode | "INVALID_DISPLAY_USERNAME" | "USERNAME_IS_ALREADY_TAKEN";

/** The plugin's calls. */
export interface UsernameCalls<M extends Models = CoreModels> {
  /** Signs in with a username and a password. */
  readonly signInUsername: PublicCall<
    SignInUsernameInput,
    SignInUsernameResponse<M["user"]> | M["challenge"],
    | FormatErrorCode
    | "INVALID_USERNAME_OR_PASSWORD"
    | "EMAIL_NOT_VERIFIED"
    | "FAILED_TO_CREATE_SESSION"
    | M["codes"]["signIn"]
  >;
  /** Returns whether a username is free. */
  readonly isUsernameAvailable: PublicCall<IsUsernameAvailableInput, UsernameAvailability, FormatErrorCode>;
}

/** The calls as they appear on the client. */
export interface UsernameClient<C extends UsernameCalls<Models>> {
  readonly signIn: {
    readonly username: C["signInUsername"]["client"];
  };
  readonly isUsernameAvailable: C["isUsernameAvailable"]["client"];
}

interface UsernameFields {
  /** The normalized username, in lowercase by default. Unique. */
  readonly username: string | null;
  /** The username as the user typed it. */
  readonly displayUsername: string | null;
}

/** What the plugin adds to the input of sign-up and profile updates. */
export interface UsernameInputFields {
  readonly username?: string | undefined;
  readonly displayUsername?: string | undefined;
}

interface UsernameStageErrors {
  readonly signUp: NameErrorCode;
  readonly updateUser: NameErrorCode;
}

/** What the plugin adds to an app's types. */
export interface UsernameTypes extends PluginTypes {
  readonly user: UsernameFields;
  readonly newUser: UsernameInputFields;
  readonly stageCodes: UsernameStageErrors;
  readonly calls: UsernameCalls<this["$app"]>;
  readonly client: UsernameClient<this["calls"]>;
}

/** The plugin's part of `GET /capabilities`. */
export interface UsernameCapabilities {
  /** Minimum length in characters. */
  readonly min: number;
  /** Maximum length in characters. */
  readonly max: number;
}

declare global {
  interface LatchkeyCapabilities {
    readonly username?: UsernameCapabilities;
  }
}
