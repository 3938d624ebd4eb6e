/** The calls for email verification, with their inputs, responses, and errors. */

import type { Call, StatusResponse, WithQuery } from "../../http/call.ts";
import type { ClientCall, QueryField } from "../../http/client-call.ts";
import type { CallContract, PublicCall } from "../../plugin/contract.ts";
import type { CoreModels, Models } from "../../plugin/types.ts";
import type { User } from "../../plugin/user.ts";

/** Input for `/send-verification-email`. */
export interface SendVerificationEmailInput {
  readonly email: string;
  /** Where to redirect after the link is opened. Relative, or on a trusted origin. Default: `/`. */
  readonly callbackURL?: string | undefined;
}

/** Input for `/verify-email`, from the link's query, or from the body if the app asks for confirmation first. */
export interface VerifyEmailQuery {
  /** From the email. */
  readonly token: string;
  /** Where to redirect afterward. Errors are added as `?error=`. Without it, the response is JSON. */
  readonly callbackURL?: string | undefined;
}

/** Response from `/verify-email` without a callback. */
export interface VerifyEmailResult<U = User> {
  readonly status: true;
  /** The user after an email change. `null` if an email was only verified. */
  readonly user: U | null;
}

/** A link in an email. It redirects if it has a `callbackURL`. The client can open it or send the token as a POST. */
interface VerifyEmailCall<Output, Code extends string>
  extends CallContract<
    VerifyEmailQuery,
    Output | Response,
    Code,
    Call<WithQuery<VerifyEmailQuery>, Output, Code>,
    ClientCall<VerifyEmailQuery | QueryField<VerifyEmailQuery>, Output, Code>
  > {}

/** Email verification. */
export interface EmailVerificationCalls<M extends Models = CoreModels> {
  /** Sends a verification email again. The response is the same for every email. */
  readonly sendVerificationEmail: PublicCall<
    SendVerificationEmailInput,
    StatusResponse,
    "VERIFICATION_EMAIL_NOT_ENABLED" | "INVALID_EMAIL" | "EMAIL_MISMATCH" | "EMAIL_ALREADY_VERIFIED"
  >;
  /** Verifies an email with a link's token. With a `callbackURL`, the response is a redirect: use `.response()`. */
  readonly verifyEmail: VerifyEmailCall<
    VerifyEmailResult<M["user"]> | M["challenge"],
    | "TOKEN_EXPIRED"
    | "INVALID_TOKEN"
    | "USER_NOT_FOUND"
    | "INVALID_USER"
    | "FAILED_TO_CREATE_SESSION"
    | M["codes"]["signIn"]
    | M["codes"]["changeEmail"]
  >;
}
