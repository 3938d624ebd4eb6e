/** The calls for the user's own account, with their inputs, responses, and errors. */

import type { Call, SessionCallOptions, StatusResponse } from "../../http/call.ts";
import type { CallContract, SessionCall, SessionQuery } from "../../plugin/contract.ts";
import type { CoreModels, Models } from "../../plugin/types.ts";
import type { ImpersonationErrorCode } from "../../sessions/guards.ts";

/** Input for `/update-user`, in addition to plugin and app fields. */
export interface UpdateUserInput {
  readonly name?: string | undefined;
  /** An http or https URL, or a relative path. `null` or empty text removes it. The stored value is always accepted. */
  readonly image?: string | null | undefined;
}

/** One of the user's sign-in methods. */
export interface Account {
  readonly id: string;
  /** `credential` for email and password. */
  readonly providerId: string;
  /** The same as `providerId`. */
  readonly provider: string;
  /** The user's ID at the provider. */
  readonly accountId: string;
  readonly userId: string;
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Input for `/delete-user`. */
export interface DeleteUserInput {
  /** The current password. Enough on its own unless the app requires confirmation by email. */
  readonly password?: string | undefined;
  /** From the email. */
  readonly token?: string | undefined;
  /** Where to redirect after the link in the email is opened. Relative, or on a trusted origin. */
  readonly callbackURL?: string | undefined;
}

/** Response from `/delete-user`. */
export interface DeleteUserResult {
  readonly success: true;
  readonly message: "User deleted" | "Verification email sent";
}

/** The query parameters of the link in a deletion email. */
export interface DeleteUserCallbackQuery {
  readonly token: string;
  readonly callbackURL?: string | undefined;
}

/** The options for opening that link through `auth.api`. */
export interface DeleteUserCallbackOptions extends SessionCallOptions {
  readonly query: DeleteUserCallbackQuery;
}

/** A link in an email. It redirects if it has a `callbackURL`. */
interface DeletionLinkCall<Code extends string>
  extends CallContract<
    DeleteUserCallbackQuery,
    DeleteUserResult | Response,
    Code,
    Call<DeleteUserCallbackOptions, DeleteUserResult, Code>,
    never
  > {}

/** The user's own account. */
export interface AccountCalls<M extends Models = CoreModels> {
  /** Changes the name, the image, and the fields that users can set. */
  readonly updateUser: SessionCall<
    UpdateUserInput & Partial<M["newUser"]>,
    StatusResponse,
    | "EMAIL_CAN_NOT_BE_UPDATED"
    | "NO_FIELDS_TO_UPDATE"
    | "FIELD_NOT_ALLOWED"
    | "FAILED_TO_UPDATE_USER"
    | M["codes"]["updateUser"]
  >;
  /** Lists the caller's sign-in methods, oldest first. */
  readonly listAccounts: SessionQuery<void, Account[]>;
  /** Deletes the caller's account, or emails a confirmation link. `message` tells you which. */
  readonly deleteUser: SessionCall<
    DeleteUserInput | void,
    DeleteUserResult,
    | ImpersonationErrorCode
    | "INVALID_TOKEN"
    | "INVALID_PASSWORD"
    | "CREDENTIAL_ACCOUNT_NOT_FOUND"
    | "SESSION_EXPIRED"
    | M["codes"]["deleteUser"]
  >;
  /** Opens the link in that email. With a `callbackURL`, the response is a redirect: use `.response()`. */
  readonly deleteUserCallback: DeletionLinkCall<
    ImpersonationErrorCode | "INVALID_TOKEN" | "FAILED_TO_GET_USER_INFO" | M["codes"]["deleteUser"]
  >;
}
