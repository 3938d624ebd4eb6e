/** Asking for the owner of the account before anything about its factors is shown or changed. */

import {
  type ActiveSession,
  fail,
  findCredential,
  type InputField,
  input,
  isProven,
  passwordErrors,
  presentedToken,
  proofsWanted,
  provePassword,
  type RequestContext,
  sessionErrors,
} from "@latchkey/core/plugin";
import type { OwnerInput } from "./contract.ts";

/** What asking for the owner can refuse. */
export const ownerErrors = {
  SESSION_NOT_FRESH: sessionErrors.SESSION_NOT_FRESH,
  INVALID_PASSWORD: passwordErrors.INVALID_PASSWORD,
  CREDENTIAL_ACCOUNT_NOT_FOUND: passwordErrors.CREDENTIAL_ACCOUNT_NOT_FOUND,
} as const;

/** The input of calls that take nothing else. */
export const ownerInput: InputField<OwnerInput> = input.object({ password: input.optional(input.password) });

/**
 * The password; of somebody who has none, a proof not long ago. One statement.
 *
 * @throws {AuthError} `INVALID_PASSWORD`: wrong or left out; `SESSION_NOT_FRESH`: no password, and no recent proof
 */
export async function proveOwner(
  context: RequestContext,
  active: ActiveSession,
  password: string | undefined,
): Promise<void> {
  if (password !== undefined) {
    await provePassword(context, active.user.id, password);
    return;
  }
  const account = await findCredential(context.db, active.user.id);
  if (account?.password) fail(passwordErrors, "INVALID_PASSWORD");
  if (isProven(context, active)) return;
  fail(sessionErrors, "SESSION_NOT_FRESH", { details: { proof: proofsWanted(active) } });
}

/** A browser has the new token in its cookie; who came with the token itself must be told. */
export function tokenForBearer(context: RequestContext, token: string): { readonly token?: string } {
  return presentedToken(context)?.from === "bearer" ? { token } : {};
}
