/** Reauthenticates the user before their factors are shown or changed. */

import {
  type ActiveSession,
  checkRecentProof,
  fail,
  findCredential,
  type InputField,
  input,
  passwordErrors,
  type RequestContext,
  readSessionToken,
  sessionErrors,
  verifyUserPassword,
} from "@latchkey/core/plugin";
import type { ReauthInput } from "./contract.ts";

/** The errors of reauthentication. */
export const reauthErrors = {
  SESSION_NOT_FRESH: sessionErrors.SESSION_NOT_FRESH,
  INVALID_PASSWORD: passwordErrors.INVALID_PASSWORD,
  CREDENTIAL_ACCOUNT_NOT_FOUND: passwordErrors.CREDENTIAL_ACCOUNT_NOT_FOUND,
} as const;

/** The input of calls that need nothing else. */
export const reauthInput: InputField<ReauthInput> = input.object({ password: input.optional(input.password) });

/**
 * Checks the password, or a recent proof if the user has no password. Sends one query.
 *
 * @throws {AuthError} `INVALID_PASSWORD` if the password is wrong or missing, `SESSION_NOT_FRESH` if the user has
 * neither a password nor a recent proof
 */
export async function reauthenticate(
  context: RequestContext,
  active: ActiveSession,
  password: string | undefined,
): Promise<void> {
  if (password !== undefined) {
    await verifyUserPassword(context, active.user.id, password);
    return;
  }
  const account = await findCredential(context.db, active.user.id);
  if (account?.password) fail(passwordErrors, "INVALID_PASSWORD");
  await checkRecentProof(context, active);
}

/** Returns the new token for callers that use bearer tokens. Browsers get it in a cookie. */
export function tokenForBearer(context: RequestContext, token: string): { readonly token?: string } {
  return readSessionToken(context)?.source === "bearer" ? { token } : {};
}
