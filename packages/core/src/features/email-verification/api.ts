/** Proving an address as `auth.api` has it. */

import type { Call, StatusAnswer, WithBody, WithQuery } from "../../http/call.ts";
import type {
  SendVerificationEmailErrorCode,
  SendVerificationEmailInput,
  VerifiedEmail,
  VerifyEmailErrorCode,
  VerifyEmailQuery,
} from "./inputs.ts";

/** Proving an address as `auth.api` has it. */
export interface EmailVerificationApi<U, Challenge, Refusal extends string> {
  /** Sends a verification mail, if the address is somebody's and not proven; the answer does not tell. */
  readonly sendVerificationEmail: Call<
    WithBody<SendVerificationEmailInput>,
    StatusAnswer,
    SendVerificationEmailErrorCode
  >;
  /** What opening the link of a mail does. With a `callbackURL` the answer is a redirect: use `.response()`. */
  readonly verifyEmail: Call<WithQuery<VerifyEmailQuery>, VerifiedEmail<U> | Challenge, VerifyEmailErrorCode | Refusal>;
}
