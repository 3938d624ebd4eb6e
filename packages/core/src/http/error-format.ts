/** Formats error responses the way a standard requires. */

import type { AuthError } from "./errors.ts";

/** How an endpoint sends its errors. */
export interface ErrorFormat {
  /** The body of the response, and a status if the standard prescribes a different one. */
  body(error: AuthError): { readonly body: object; readonly status?: number };
  /** Default: `application/json`. */
  readonly mediaType?: string;
  /** The JSON schema of the body, for the API document. Default: the schema of OAuth errors. */
  readonly schema?: Readonly<Record<string, unknown>>;
}

/**
 * Sends errors as OAuth does: `{ error, error_description }`. A code in lowercase is OAuth's own. Others, such as those
 * of guards and the rate limit, get the OAuth code with the same meaning.
 * @see RFC 6749, section 5.2
 */
export const oauthErrorFormat: ErrorFormat = {
  body({ code, message, status, details }) {
    const error = /^[a-z_]+$/.test(code) ? code : oauthCode(status);
    return { body: { ...details, error, error_description: toDescription(message) } };
  },
};

function oauthCode(status: number): string {
  if (status === 401) return "invalid_token";
  if (status === 403) return "access_denied";
  if (status === 429 || status === 503) return "temporarily_unavailable";
  return status >= 500 ? "server_error" : "invalid_request";
}

/** Replaces the characters that OAuth doesn't allow in a description. */
function toDescription(message: string): string {
  return message.replaceAll('"', "'").replace(/[^\x20-\x5b\x5d-\x7e]/g, " ");
}
