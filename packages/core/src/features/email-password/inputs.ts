/** What email and password takes and answers, on the wire, on the server and in the client. */

import type { User } from "../../users/user.ts";

/** What `/sign-up/email` takes, beside additional fields. */
export interface SignUpEmailInput {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly image?: string | null | undefined;
  /** Where the link in a verification mail leads. Relative, or on a trusted origin. */
  readonly callbackURL?: string | undefined;
  /** `false`: the session ends with the browser. Default: true. */
  readonly rememberMe?: boolean | undefined;
}

/** What it answers. */
export interface SignedUp<U = User> {
  /** The bearer secret, for clients without cookies; `null` where no session was made. */
  readonly token: string | null;
  readonly user: U;
}

/** What `/sign-in/email` takes. */
export interface SignInEmailInput {
  readonly email: string;
  readonly password: string;
  /** Where the client goes afterwards. Relative, or on a trusted origin. */
  readonly callbackURL?: string | undefined;
  /** `false`: the session ends with the browser, at the latest after a day. Default: true. */
  readonly rememberMe?: boolean | undefined;
}

/** What it answers. */
export interface SignedIn<U = User> {
  /** Whether the client should go to `url`. */
  readonly redirect: boolean;
  readonly url?: string;
  /** The bearer secret, for clients without cookies. */
  readonly token: string;
  readonly user: U;
}

/** What `/sign-up/email` can be refused with. */
export type SignUpEmailErrorCode =
  | "EMAIL_PASSWORD_SIGN_UP_DISABLED"
  | "INVALID_EMAIL"
  | "PASSWORD_TOO_SHORT"
  | "PASSWORD_TOO_LONG"
  | "PASSWORD_TOO_OBVIOUS"
  | "FIELD_NOT_ALLOWED"
  | "USER_ALREADY_EXISTS"
  | "FAILED_TO_CREATE_USER"
  | "FAILED_TO_CREATE_SESSION";

/** What `/sign-in/email` can be refused with. */
export type SignInEmailErrorCode =
  | "EMAIL_PASSWORD_DISABLED"
  | "INVALID_EMAIL"
  | "INVALID_EMAIL_OR_PASSWORD"
  | "EMAIL_NOT_VERIFIED"
  | "FAILED_TO_CREATE_SESSION";
