/** Changing and deleting an account as `auth.api` has it. */

import type { Call, SessionCallOptions, StatusAnswer, WithSessionBody } from "../../http/call.ts";
import type {
  Account,
  DeletedUser,
  DeleteUserErrorCode,
  DeleteUserInput,
  DeleteUserLink,
  UpdateUserErrorCode,
  UpdateUserInput,
} from "./inputs.ts";

/** What opening the link of a deletion mail takes. */
export interface OpenDeletionLink extends SessionCallOptions {
  readonly query: DeleteUserLink;
}

/** A person's own account as `auth.api` has it. */
export interface AccountApi<NewUser> {
  /** Changes name, image and the fields that the app lets people set. */
  readonly updateUser: Call<WithSessionBody<UpdateUserInput & Partial<NewUser>>, StatusAnswer, UpdateUserErrorCode>;
  /** The ways in that the caller has, oldest first. */
  readonly listAccounts: Call<SessionCallOptions, Account[], "UNAUTHORIZED">;
  /** The same under better-auth's name. */
  readonly listUserAccounts: Call<SessionCallOptions, Account[], "UNAUTHORIZED">;
  /** Deletes the caller, or asks for confirmation by mail. */
  readonly deleteUser: Call<WithSessionBody<DeleteUserInput>, DeletedUser, DeleteUserErrorCode>;
  /** What opening the link of that mail does. With a `callbackURL` the answer is a redirect: use `.response()`. */
  readonly deleteUserCallback: Call<
    OpenDeletionLink,
    DeletedUser,
    "NOT_FOUND" | "INVALID_TOKEN" | "FAILED_TO_GET_USER_INFO"
  >;
}
