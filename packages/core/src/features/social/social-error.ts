/** The error that ends a sign-in or account linking. The browser is redirected with its code. */

/** Error codes that redirects have in `?error=`, in addition to those from providers and gates. */
export type CallbackErrorCode =
  | "invalid_callback_request"
  | "state_not_found"
  | "please_restart_the_process"
  | "no_code"
  | "no_callback_url"
  | "oauth_provider_not_found"
  | "invalid_code"
  | "issuer_missing"
  | "issuer_mismatch"
  | "unable_to_get_user_info"
  | "email_not_found"
  | "email_does_not_match"
  | "account_already_linked_to_different_user"
  | "unable_to_link_account"
  | "session_not_fresh"
  | "account_not_linked"
  | "signup_disabled"
  | "unable_to_create_user"
  | "unable_to_create_session"
  | "internal_server_error";

/** Why a sign-in or account linking failed. Endpoints catch it and turn it into a redirect or an error response. */
export class SocialError extends Error {
  override readonly name = "SocialError";
  readonly code: CallbackErrorCode | Lowercase<string>;

  /** @param code one of core's codes, or a code from a plugin that decides who can sign in */
  constructor(code: CallbackErrorCode | Lowercase<string>, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}
