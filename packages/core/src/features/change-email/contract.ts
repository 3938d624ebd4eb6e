/** The calls that change an email, with their inputs, responses, and errors. */

import type { Call, StatusResponse, WithBody, WithQuery } from "../../http/call.ts";
import type { ClientCall } from "../../http/client-call.ts";
import type { CallContract, PageCall, SessionCall } from "../../plugin/contract.ts";
import type { CoreModels, Models } from "../../plugin/types.ts";
import type { GuestErrorCode, ImpersonationErrorCode } from "../../sessions/guards.ts";

/** Input for `/change-email`. */
export interface ChangeEmailInput {
  readonly newEmail: string;
  /** Where to redirect after the link in the email is opened. Relative, or on a trusted origin. Default: `/`. */
  readonly callbackURL?: string | undefined;
  /** Required unless the user authenticated recently. */
  readonly currentPassword?: string | undefined;
  /**
   * `second-factor` if the user lost access to the current mailbox. Requires the `secondFactorConfirms` option, and a
   * second factor confirmed in the last 10 minutes. Default: the current email confirms the change.
   */
  readonly confirmWith?: "second-factor" | undefined;
}

/** Input for `/undo-email-change`. */
export interface UndoEmailChangeInput {
  readonly token: string;
  readonly callbackURL?: string | undefined;
}

/** Input for `/add-email`. */
export interface AddEmailInput {
  readonly email: string;
  /** Where to redirect after the link in the email is opened. Relative, or on a trusted origin. Default: `/`. */
  readonly callbackURL?: string | undefined;
}

/** Query of the page at `/add-email`. */
export interface AddEmailPageQuery {
  readonly callbackURL?: string | undefined;
}

/** Returns JSON, or a page if the library's own form was submitted. */
interface AddEmailCall<Code extends string>
  extends CallContract<
    AddEmailInput,
    StatusResponse | Response,
    Code,
    Call<WithBody<AddEmailInput>, StatusResponse, Code>,
    ClientCall<AddEmailInput, StatusResponse, Code>
  > {}

/** Email changes. */
export interface ChangeEmailCalls<M extends Models = CoreModels> {
  /**
   * Changes the caller's email. If they have ever verified an email, the owner of the last verified one must first
   * confirm by email or with a second factor. Otherwise, the change is immediate. Requires `currentPassword` or a
   * recent authentication.
   */
  readonly changeEmail: SessionCall<
    ChangeEmailInput,
    StatusResponse,
    | ImpersonationErrorCode
    | GuestErrorCode
    | "SESSION_NOT_FRESH"
    | "CHANGE_EMAIL_DISABLED"
    | "INVALID_EMAIL"
    | "EMAIL_IS_THE_SAME"
    | "COULDNT_UPDATE_YOUR_EMAIL"
    | "VERIFICATION_EMAIL_NOT_ENABLED"
    | "INVALID_PASSWORD"
    | "CREDENTIAL_ACCOUNT_NOT_FOUND"
    | M["codes"]["changeEmail"]
  >;
  /**
   * Cancels the caller's pending email change. None of its links work after that, including
   * those in emails that are still being sent.
   */
  readonly cancelEmailChange: SessionCall<void, StatusResponse, ImpersonationErrorCode | "EMAIL_CHANGE_NOT_FOUND">;
  /** Shows a page that asks for an email, for apps without their own page. */
  readonly addEmailPage: PageCall<AddEmailPageQuery, WithQuery<AddEmailPageQuery>>;
  /**
   * Sends a link to the email of a user whose provider doesn't share one and who therefore can't sign in. The cookie of
   * that sign-in must be in `headers`.
   */
  readonly addEmail: AddEmailCall<"INVALID_EMAIL" | "VERIFICATION_EMAIL_NOT_ENABLED">;
  /** Shows the page for the undo link, which is sent to the previous email. Changes nothing. */
  readonly undoEmailChangePage: PageCall<UndoEmailChangeInput, WithQuery<UndoEmailChangeInput>>;
  /**
   * Restores the previous email and ends all sessions. Also removes the password, unless it's older than the change and
   * the app sends no reset emails.
   */
  readonly undoEmailChange: PageCall<UndoEmailChangeInput, WithBody<UndoEmailChangeInput>>;
}
