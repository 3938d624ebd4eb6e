/** The calls for email and password, with their inputs, responses, and errors. */

import type { NewPasswordErrorCode } from "../../accounts/password.ts";
import type { PublicCall } from "../../plugin/contract.ts";
import type { CoreModels, Models } from "../../plugin/types.ts";
import type { User } from "../../plugin/user.ts";

/** Input for `/sign-up/email`, in addition to the app's fields. */
export interface SignUpEmailInput {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly image?: string | null | undefined;
  /** Where the link in the verification email redirects. Relative, or on a trusted origin. */
  readonly callbackURL?: string | undefined;
  /** Whether the session outlives the browser. Default: true. */
  readonly rememberMe?: boolean | undefined;
}

/** Response from `/sign-up/email`. */
export interface SignUpResult<U = User> {
  /** The session's secret, for clients without cookies. `null` if no session was created. */
  readonly token: string | null;
  readonly user: U;
}

/** Input for `/sign-in/email`. */
export interface SignInEmailInput {
  readonly email: string;
  readonly password: string;
  /** Where the client goes after signing in. Relative, or on a trusted origin. */
  readonly callbackURL?: string | undefined;
  /** Whether the session outlives the browser. If not, it lasts one day at most. Default: true. */
  readonly rememberMe?: boolean | undefined;
}

/** Response from `/sign-in/email`. */
export interface SignInResult<U = User> {
  /** Whether the client should go to `url`. */
  readonly redirect: boolean;
  readonly url?: string;
  /** The session's secret, for clients without cookies. */
  readonly token: string;
  readonly user: U;
}

/** Sign-up and sign-in with email and password. */
export interface EmailPasswordCalls<M extends Models = CoreModels> {
  /** Creates a user with a password, and a session unless the email must be verified first. */
  readonly signUpEmail: PublicCall<
    SignUpEmailInput & M["newUser"],
    SignUpResult<M["user"]> | M["challenge"],
    | "EMAIL_PASSWORD_SIGN_UP_DISABLED"
    | "INVALID_EMAIL"
    | "FIELD_NOT_ALLOWED"
    | "USER_ALREADY_EXISTS"
    | "FAILED_TO_CREATE_USER"
    | "FAILED_TO_CREATE_SESSION"
    | NewPasswordErrorCode
    | M["codes"]["signUp"]
    | M["codes"]["newPassword"]
    | M["codes"]["signIn"]
  >;
  /** Signs in with email and password. */
  readonly signInEmail: PublicCall<
    SignInEmailInput,
    SignInResult<M["user"]> | M["challenge"],
    | "EMAIL_PASSWORD_DISABLED"
    | "INVALID_EMAIL"
    | "INVALID_EMAIL_OR_PASSWORD"
    | "EMAIL_NOT_VERIFIED"
    | "FAILED_TO_CREATE_SESSION"
    | M["codes"]["signIn"]
  >;
}
