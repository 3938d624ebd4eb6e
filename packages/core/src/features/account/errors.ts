/** Account update and deletion errors. */

import { passwordErrors } from "../../accounts/password.ts";
import { fieldErrors } from "../../users/fields.ts";

/** Errors from `/update-user`. */
export const updateUserErrors = {
  FIELD_NOT_ALLOWED: fieldErrors.FIELD_NOT_ALLOWED,
  EMAIL_CAN_NOT_BE_UPDATED: { status: 400, message: "Email can not be updated" },
  NO_FIELDS_TO_UPDATE: { status: 400, message: "No fields to update" },
  FAILED_TO_UPDATE_USER: { status: 500, message: "Failed to update user" },
} as const;

/** Errors from `/delete-user`. */
export const deleteUserErrors = {
  INVALID_PASSWORD: passwordErrors.INVALID_PASSWORD,
  CREDENTIAL_ACCOUNT_NOT_FOUND: passwordErrors.CREDENTIAL_ACCOUNT_NOT_FOUND,
  SESSION_EXPIRED: { status: 400, message: "Session expired. Re-authenticate to perform this action." },
  INVALID_TOKEN: { status: 404, message: "invalid token" },
} as const;

/** Errors from opening the link in a deletion email. */
export const deletionLinkErrors = {
  INVALID_TOKEN: deleteUserErrors.INVALID_TOKEN,
  FAILED_TO_GET_USER_INFO: { status: 404, message: "Failed to get user info" },
} as const;
