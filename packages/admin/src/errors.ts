/** The errors of the admin plugin. */

/** The plugin's error catalog. */
export const adminErrors = {
  BANNED_USER: {
    status: 403,
    message: "You have been banned from this application. Please contact support if you believe this is an error.",
  },
  YOU_ARE_NOT_ALLOWED_TO_LIST_USERS: { status: 403, message: "You are not allowed to list users" },
  YOU_ARE_NOT_ALLOWED_TO_GET_USER: { status: 403, message: "You are not allowed to get this user" },
  YOU_ARE_NOT_ALLOWED_TO_CREATE_USERS: { status: 403, message: "You are not allowed to create users" },
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_USERS: { status: 403, message: "You are not allowed to update users" },
  YOU_ARE_NOT_ALLOWED_TO_DELETE_USERS: { status: 403, message: "You are not allowed to delete users" },
  YOU_ARE_NOT_ALLOWED_TO_DELETE_ORGANIZATIONS: { status: 403, message: "You are not allowed to delete organizations" },
  YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE: { status: 403, message: "You are not allowed to change users' roles" },
  YOU_ARE_NOT_ALLOWED_TO_SET_USERS_EMAIL: { status: 403, message: "You are not allowed to set users' email" },
  YOU_ARE_NOT_ALLOWED_TO_SET_USERS_PASSWORD: { status: 403, message: "You are not allowed to set users' passwords" },
  YOU_ARE_NOT_ALLOWED_TO_BAN_USERS: { status: 403, message: "You are not allowed to ban users" },
  YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS: { status: 403, message: "You are not allowed to impersonate users" },
  YOU_CANNOT_IMPERSONATE_ADMINS: { status: 403, message: "You cannot impersonate admins" },
  YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_SESSIONS: { status: 403, message: "You are not allowed to list users' sessions" },
  YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS: {
    status: 403,
    message: "You are not allowed to revoke users' sessions",
  },
  YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_ACCOUNTS: { status: 403, message: "You are not allowed to list users' accounts" },
  YOU_ARE_NOT_ALLOWED_TO_UNLINK_USERS_ACCOUNTS: {
    status: 403,
    message: "You are not allowed to unlink users' accounts",
  },
  YOU_ARE_NOT_AN_ADMIN: { status: 403, message: "You are not an admin" },
  ACCOUNT_NOT_FOUND: { status: 400, message: "Account not found" },
  CANNOT_REMOVE_LAST_SIGN_IN_METHOD: { status: 400, message: "The last sign-in method can't be removed" },
  YOU_ARE_NOT_ALLOWED_TO_READ_THE_AUDIT_TRAIL: { status: 403, message: "You are not allowed to read the audit log" },
  YOU_ARE_NOT_ALLOWED_TO_SET_NON_EXISTENT_VALUE: {
    status: 400,
    message: "You are not allowed to set a non-existent role value",
  },
  YOU_CANNOT_BAN_YOURSELF: { status: 400, message: "You cannot ban yourself" },
  YOU_CANNOT_REMOVE_YOURSELF: { status: 400, message: "You cannot remove yourself" },
  YOU_CANNOT_CHANGE_YOUR_OWN_ROLE: { status: 400, message: "You cannot change your own role" },
  YOU_CANNOT_REMOVE_THE_LAST_ADMIN: {
    status: 400,
    message: "There must be at least one admin. Make another user an admin first.",
  },
  YOU_ARE_NOT_IMPERSONATING_ANYONE: { status: 400, message: "You are not impersonating anyone" },
  ADMIN_SESSION_LOST: { status: 500, message: "Your own session is over. Sign in again." },
  USER_NOT_FOUND: { status: 404, message: "User not found" },
  USER_ALREADY_EXISTS: { status: 400, message: "User already exists" },
  INVALID_EMAIL: { status: 400, message: "Invalid email" },
  NO_DATA_TO_UPDATE: { status: 400, message: "No data to update" },
  FIELD_NOT_ALLOWED: { status: 400, message: "This field is not allowed to be set" },
  PASSWORD_CANNOT_BE_UPDATED_VIA_UPDATE_USER: {
    status: 400,
    message: "Password cannot be updated via update-user. Use set-user-password.",
  },
  PASSWORD_TOO_SHORT: { status: 400, message: "Password too short" },
  PASSWORD_TOO_LONG: { status: 400, message: "Password too long" },
  PASSWORD_TOO_OBVIOUS: { status: 400, message: "Password must not be the user's email or username" },
} as const;

/** An error code of the admin plugin. */
export type AdminErrorCode = keyof typeof adminErrors;

/** Picks the errors of one endpoint from the catalog. */
export function pickErrors<const C extends AdminErrorCode>(...codes: readonly C[]): Pick<typeof adminErrors, C> {
  return Object.fromEntries(codes.map((code) => [code, adminErrors[code]])) as Pick<typeof adminErrors, C>;
}
