/** What a password must be like before it is hashed. */

import { isWellFormedPassword, passwordLength } from "../../crypto/passwords/form.ts";
import { fail, httpErrors } from "../../http/errors.ts";
import { emailPasswordErrors } from "./errors.ts";
import type { EmailPasswordSettings } from "./options.ts";

/**
 * Refuses a password that cannot be chosen. Costs the same for any length.
 * @throws {AuthError} `PASSWORD_TOO_SHORT`, `PASSWORD_TOO_LONG`, `VALIDATION_ERROR` (half of a surrogate pair)
 */
export function checkNewPassword(password: string, settings: EmailPasswordSettings): void {
  if (!isWellFormedPassword(password)) {
    fail(httpErrors, "VALIDATION_ERROR", {
      details: { issues: [{ path: "password", message: "password must be plain text" }] },
    });
  }
  const length = passwordLength(password);
  if (length < settings.minPasswordLength) fail(emailPasswordErrors, "PASSWORD_TOO_SHORT");
  if (length > settings.maxPasswordLength) fail(emailPasswordErrors, "PASSWORD_TOO_LONG");
}
