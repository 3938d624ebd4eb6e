/** The error messages. */

/** Error messages by error code. `unknown` is for other codes, with the server's text as `{message}`. */
export type ErrorTexts = Readonly<Record<string, string>> & { readonly unknown: string };

const tokenExpired = "This link has expired. Request a new one.";
const invalidToken = "This link is no longer valid. Request a new one.";
const sessionExpired = "Confirm it's you, then try again.";
const providerNotFound = "This sign-in method isn't available.";
const unauthorized = "You're signed out. Sign in to continue.";
const tokenRefreshNotSupported = "The connection to this provider has expired. Reconnect it to continue.";
const invalidCallbackUrl = "The redirect URL isn't allowed. Contact support.";
const invalidOrigin = "Requests from this page aren't allowed. Contact support.";

/** The English error messages. */
export const errors: ErrorTexts = {
  unknown: "Something went wrong: {message}",
  INVALID_EMAIL_OR_PASSWORD: "Incorrect email or password. Try again.",
  INVALID_EMAIL: "Enter a valid email address.",
  PASSWORD_TOO_SHORT: "That password is too short. Choose a longer one.",
  PASSWORD_TOO_LONG: "That password is too long. Choose a shorter one.",
  PASSWORD_TOO_OBVIOUS: "Your password can't be your email or username. Choose a different one.",
  USER_ALREADY_EXISTS: "An account with this email already exists. Sign in or use a different email.",
  EMAIL_NOT_VERIFIED: "Verify your email to sign in. Open the link we sent you.",
  EMAIL_PASSWORD_DISABLED: "Password sign-in isn't available. Use another sign-in method.",
  EMAIL_PASSWORD_SIGN_UP_DISABLED: "Sign-ups aren't open right now.",
  INVALID_PASSWORD: "Incorrect password. Try again.",
  CREDENTIAL_ACCOUNT_NOT_FOUND: "Your account doesn't have a password yet. Reset your password to set one.",
  PASSWORD_ALREADY_SET: "Your account already has a password.",
  RESET_PASSWORD_DISABLED: "Password reset isn't available. Contact support.",
  VERIFICATION_EMAIL_NOT_ENABLED: "Verification emails aren't available. Contact support.",
  EMAIL_ALREADY_VERIFIED: "Your email is already verified.",
  EMAIL_MISMATCH: "You're signed in with a different email. Sign out and try again.",
  INVALID_TOKEN: invalidToken,
  TOKEN_EXPIRED: tokenExpired,
  USER_NOT_FOUND: "This account no longer exists.",
  INVALID_USER: "This link belongs to a different account, or its email is already in use.",
  token_expired: tokenExpired,
  invalid_token: invalidToken,
  user_not_found: "The account for this link no longer exists.",
  unauthorized:
    "This link belongs to a different account, or its email is already in use. Sign out, then open the link again.",
  CHANGE_EMAIL_DISABLED: "Email addresses can't be changed here.",
  EMAIL_IS_THE_SAME: "That's already your email.",
  COULDNT_UPDATE_YOUR_EMAIL: "That email can't be used. Try a different one.",
  EMAIL_CAN_NOT_BE_UPDATED: "Change your email in the Email section instead.",
  NO_FIELDS_TO_UPDATE: "There are no changes to save.",
  FAILED_TO_UPDATE_USER: "Couldn't save your changes. One of the values is already in use.",
  INVALID_IMAGE: "Enter an image URL, such as https://example.com/me.png.",
  SESSION_EXPIRED: sessionExpired,
  DELETE_USER_DISABLED: "Accounts can't be deleted here. Contact support.",
  FAILED_TO_GET_USER_INFO: "Sign in, then open this link again.",
  FAILED_TO_GET_SESSION: "Couldn't load your session. Try again in a moment.",
  FAILED_TO_CREATE_USER: "Couldn't create your account. Try again in a moment.",
  FAILED_TO_CREATE_SESSION: "Couldn't sign you in. Try again in a moment.",
  PROVIDER_NOT_FOUND: providerNotFound,
  PROVIDER_NOT_CONFIGURED: providerNotFound,
  PROVIDER_NOT_SUPPORTED: providerNotFound,
  PROVIDER_UNAVAILABLE: "The sign-in provider isn't responding. Try again in a moment.",
  ID_TOKEN_NOT_SUPPORTED: "This provider doesn't support signing in this way.",
  USER_EMAIL_NOT_FOUND: "The provider didn't share your email. Allow access to it, or use another sign-in method.",
  OAUTH_LINK_ERROR: "An account with this email already exists. Sign in to it first, then connect this provider.",
  SOCIAL_ACCOUNT_ALREADY_LINKED: "This account is already connected to another user.",
  LINKING_NOT_ALLOWED: "This account can't be connected to yours.",
  LINKING_DIFFERENT_EMAILS_NOT_ALLOWED: "This account uses a different email, so it can't be connected to yours.",
  LINKING_FAILED: "Couldn't connect this account. Try again.",
  ACCOUNT_NOT_FOUND: "This sign-in method isn't connected to your account.",
  FAILED_TO_UNLINK_LAST_ACCOUNT: "This is your only sign-in method. Add another one before removing it.",
  USER_ID_OR_SESSION_REQUIRED: unauthorized,
  TOKEN_REFRESH_NOT_SUPPORTED: tokenRefreshNotSupported,
  REFRESH_TOKEN_NOT_FOUND: tokenRefreshNotSupported,
  FAILED_TO_GET_ACCESS_TOKEN: tokenRefreshNotSupported,
  FAILED_TO_REFRESH_ACCESS_TOKEN: tokenRefreshNotSupported,
  ACCESS_TOKEN_NOT_FOUND: tokenRefreshNotSupported,
  INVALID_CALLBACK_URL: invalidCallbackUrl,
  INVALID_REDIRECT_URL: invalidCallbackUrl,
  INVALID_ERROR_CALLBACK_URL: invalidCallbackUrl,
  INVALID_NEW_USER_CALLBACK_URL: invalidCallbackUrl,
  NOT_FOUND: "We couldn't find what you were looking for.",
  FORBIDDEN: "You don't have permission to do this.",
  PAYLOAD_TOO_LARGE: "That's too long. Shorten it and try again.",
  FIELD_NOT_ALLOWED: "One of these fields can't be set here.",
  VALIDATION_ERROR: "Some fields are invalid. Check them and try again.",
  UNAUTHORIZED: unauthorized,
  SESSION_NOT_FRESH: sessionExpired,
  NOT_ALLOWED_WHILE_IMPERSONATING: "You can't do this while impersonating a user.",
  TOO_MANY_REQUESTS: "Too many attempts. Wait a moment and try again.",
  SERVICE_UNAVAILABLE: "The service is temporarily unavailable. Try again in a moment.",
  INTERNAL_SERVER_ERROR: "Something went wrong on our end. Try again in a moment.",
  NETWORK_ERROR: "Couldn't reach the server. Check your connection and try again.",
  UNEXPECTED_ANSWER: "The server sent an unexpected response. Try again in a moment.",
  INVALID_ORIGIN: invalidOrigin,
  MISSING_OR_NULL_ORIGIN: invalidOrigin,
};
