/** The plugin's errors, with OAuth's codes, and the format of its error responses. */

import { AuthError, type AuthErrorOptions, type ErrorFormat, oauthErrorFormat } from "@latchkey/core/plugin";

/** The errors of all calls. RFC 8628, section 3.5; RFC 6749, section 5.2; RFC 8707, section 2. */
export const deviceErrors = {
  invalid_request: { status: 400, message: "The request is invalid" },
  invalid_client: { status: 401, message: "Invalid client ID" },
  unauthorized_client: { status: 400, message: "The client can't use this grant type" },
  invalid_scope: { status: 400, message: "The scope is unknown or isn't allowed" },
  invalid_target: { status: 400, message: "The resource is unknown or isn't allowed" },
  invalid_grant: { status: 400, message: "Invalid device code" },
  authorization_pending: { status: 400, message: "Authorization pending" },
  slow_down: { status: 400, message: "Polling too frequently" },
  expired_token: { status: 400, message: "The code has expired" },
  access_denied: { status: 400, message: "Access denied" },
} as const;

/** A code of {@link deviceErrors}. */
export type DeviceErrorCode = keyof typeof deviceErrors;

/** @throws {AuthError} the error with this code */
export function refuse(code: DeviceErrorCode, message?: string, options: AuthErrorOptions = {}): never {
  throw new AuthError(code, deviceErrors[code], message === undefined ? options : { ...options, message });
}

/** Returns the catalog entries for these codes, for an endpoint's declaration of its errors. */
export function pickErrors<K extends DeviceErrorCode>(...codes: readonly K[]): Pick<typeof deviceErrors, K> {
  return Object.fromEntries(codes.map((code) => [code, deviceErrors[code]])) as Pick<typeof deviceErrors, K>;
}

/** Sends errors in OAuth's format and the app's own, because both devices and the app's pages read them. */
export const deviceErrorFormat: ErrorFormat = {
  body(error) {
    const { body } = oauthErrorFormat.body(error);
    const { code, message } = error;
    return { body: { ...body, ...(code === "UNAUTHORIZED" ? { error: "unauthorized" } : {}), code, message } };
  },
};
