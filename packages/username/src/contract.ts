/** The calls of the username plugin: what they take, return, and fail with. */

import type { SignedIn, User } from "@latchkey/core";
import type { CoreModels, Models, PluginTypes, PublicCall } from "@latchkey/core/plugin";

/** What `/sign-in/username` takes. */
export interface SignInUsernameInput {
  /** In upper or lower case. */
  readonly username: string;
  readonly password: string;
  /** Where the client goes afterwards. Relative, or on a trusted origin. */
  readonly callbackURL?: string | undefined;
  /** Whether to keep the session when the browser closes. If false, it also ends after a day. Default: true. */
  readonly rememberMe?: boolean | undefined;
}

/** What `/sign-in/username` returns. The same as signing in with an email. */
export type SignedInByUsername<U = User> = SignedIn<U>;

/** What `/is-username-available` takes. */
export interface IsUsernameAvailableInput {
  readonly username: string;
}

/** What `/is-username-available` returns. */
export interface UsernameAvailability {
  readonly available: boolean;
}

/** The codes of a username that can't be chosen, whoever has it. */
type FormErrorCode = "USERNAME_TOO_SHORT" | "USERNAME_TOO_LONG" | "INVALID_USERNAME";

/** The codes of names that a user chooses. */
type NameErrorCode = FormErrorCode | "INVALID_DISPLAY_USERNAME" | "USERNAME_IS_ALREADY_TAKEN";

/** The plugin's calls. */
export interface UsernameCalls<M extends Models = CoreModels> {
  /** Signs in with a username and a password. */
  readonly signInUsername: PublicCall<
    SignInUsernameInput,
    SignedInByUsername<M["user"]> | M["challenge"],
    | FormErrorCode
    | "INVALID_USERNAME_OR_PASSWORD"
    | "EMAIL_NOT_VERIFIED"
    | "FAILED_TO_CREATE_SESSION"
    | M["codes"]["signIn"]
  >;
  /** Returns whether a username is free. */
  readonly isUsernameAvailable: PublicCall<IsUsernameAvailableInput, UsernameAvailability, FormErrorCode>;
}

/** The calls as the client has them. */
export interface UsernameClient<C extends UsernameCalls<Models>> {
  readonly signIn: {
    readonly username: C["signInUsername"]["client"];
  };
  readonly isUsernameAvailable: C["isUsernameAvailable"]["client"];
}

interface Names {
  /** In lower case; unique. */
  readonly username: string | null;
  /** As it was typed. */
  readonly displayUsername: string | null;
}

interface GivenNames {
  readonly username?: string | undefined;
  readonly displayUsername?: string | undefined;
}

interface UsernameRefusals {
  readonly signUp: NameErrorCode;
  readonly updateUser: NameErrorCode;
}

/** What the plugin adds to the types of an app. */
export interface UsernameTypes extends PluginTypes {
  readonly user: Names;
  readonly newUser: GivenNames;
  readonly refusals: UsernameRefusals;
  readonly calls: UsernameCalls<this["$app"]>;
  readonly client: UsernameClient<this["calls"]>;
}
