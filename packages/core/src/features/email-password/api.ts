/** Email and password as `auth.api` has it. */

import type { Call, WithBody } from "../../http/call.ts";
import type {
  SignedIn,
  SignedUp,
  SignInEmailErrorCode,
  SignInEmailInput,
  SignUpEmailErrorCode,
  SignUpEmailInput,
} from "./inputs.ts";

/** Email and password as `auth.api` has it. */
export interface EmailPasswordApi<U, NewUser, Challenge, Refusal extends string> {
  /** Makes a user with a password, and a session unless the address must be proven first. */
  readonly signUpEmail: Call<
    WithBody<SignUpEmailInput & NewUser>,
    SignedUp<U> | Challenge,
    SignUpEmailErrorCode | Refusal
  >;
  /** Checks email and password and makes a session. */
  readonly signInEmail: Call<WithBody<SignInEmailInput>, SignedIn<U> | Challenge, SignInEmailErrorCode | Refusal>;
}
