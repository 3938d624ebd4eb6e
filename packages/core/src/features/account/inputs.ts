/** What changing and deleting an account takes and answers. */

import type { InPersonErrorCode } from "../../sessions/guards.ts";

/** Core's fields that a person may change; those of plugins and of the app come on top. */
export interface UpdateUserInput {
  readonly name?: string | undefined;
  /**
   * An http or https URL, or a relative path. `null` or empty text removes it; the stored value is always taken.
   */
  readonly image?: string | null | undefined;
}

/** One way in, as its owner may see it. */
export interface Account {
  readonly id: string;
  /** `credential` for email and password. */
  readonly providerId: string;
  /** The same as `providerId`. */
  readonly provider: string;
  /** The provider's id of the person. */
  readonly accountId: string;
  readonly userId: string;
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What `/delete-user` takes. */
export interface DeleteUserInput {
  /** The current password: enough, unless a mail is asked for. */
  readonly password?: string | undefined;
  /** From the mail. */
  readonly token?: string | undefined;
  /** Where the link of the mail leads in the end. Relative, or on a trusted origin. */
  readonly callbackURL?: string | undefined;
}

/** What it answers. */
export interface DeletedUser {
  readonly success: true;
  readonly message: "User deleted" | "Verification email sent";
}

/** What the link of a deletion mail carries. */
export interface DeleteUserLink {
  readonly token: string;
  readonly callbackURL?: string | undefined;
}

/** What `/update-user` can be refused with. */
export type UpdateUserErrorCode =
  | "UNAUTHORIZED"
  | "EMAIL_CAN_NOT_BE_UPDATED"
  | "NO_FIELDS_TO_UPDATE"
  | "FIELD_NOT_ALLOWED"
  | "FAILED_TO_UPDATE_USER";

/** What `/delete-user` can be refused with. */
export type DeleteUserErrorCode =
  | "UNAUTHORIZED"
  | InPersonErrorCode
  | "NOT_FOUND"
  | "INVALID_TOKEN"
  | "INVALID_PASSWORD"
  | "CREDENTIAL_ACCOUNT_NOT_FOUND"
  | "SESSION_EXPIRED";
