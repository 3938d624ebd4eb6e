/** What the calls take and answer. */

import type { CoreCalls, SignedIn, User } from "@latchkey/core";

/** What `/sign-in/username` takes. */
export interface SignInUsernameInput {
  /** In upper or lower case. */
  readonly username: string;
  readonly password: string;
  /** Where the client goes afterwards. Relative, or on a trusted origin. */
  readonly callbackURL?: string | undefined;
  /** `false`: the session ends with the browser, at the latest after a day. Default: true. */
  readonly rememberMe?: boolean | undefined;
}

/** What it answers: what signing in by email does. */
export type SignedInByUsername<U = User> = SignedIn<U>;

/** What `/is-username-available` takes. */
export interface IsUsernameAvailableInput {
  readonly username: string;
}

/** What it answers. */
export interface UsernameAvailability {
  readonly available: boolean;
}

/** What a name that is to be chosen can be refused for. */
export type UsernameErrorCode =
  | "USERNAME_TOO_SHORT"
  | "USERNAME_TOO_LONG"
  | "INVALID_USERNAME"
  | "INVALID_DISPLAY_USERNAME"
  | "USERNAME_IS_ALREADY_TAKEN";

/** What signing in by name can be refused for. */
export type SignInUsernameErrorCode =
  | "INVALID_USERNAME_OR_PASSWORD"
  | Exclude<UsernameErrorCode, "USERNAME_IS_ALREADY_TAKEN" | "INVALID_DISPLAY_USERNAME">
  | Extract<CoreCalls["signInEmail"]["code"], "EMAIL_NOT_VERIFIED" | "FAILED_TO_CREATE_SESSION">;
