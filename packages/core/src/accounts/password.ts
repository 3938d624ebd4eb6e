/** Checks, verifies, and sets passwords. */

import { isWellFormedPassword, passwordLength } from "../crypto/passwords/normalize.ts";
import type { Adapter } from "../database/adapter.ts";
import { fail, httpErrors } from "../http/errors.ts";
import type { FieldValues, RequestContext } from "../kernel/context.ts";
import { createMessage, enqueueMessage } from "../outbox/store.ts";
import { enforceRateLimit } from "../rate-limits/limiter.ts";
import { type AccountRow, accountTable } from "../tables/account.ts";
import { credentialProvider, newCredential } from "./store.ts";

/** Errors from setting or verifying a password. */
export const passwordErrors = {
  INVALID_PASSWORD: { status: 400, message: "Invalid password" },
  PASSWORD_TOO_SHORT: { status: 400, message: "Password too short" },
  PASSWORD_TOO_LONG: { status: 400, message: "Password too long" },
  PASSWORD_TOO_OBVIOUS: { status: 400, message: "Password must not be your email or your username" },
  CREDENTIAL_ACCOUNT_NOT_FOUND: { status: 400, message: "Credential account not found" },
} as const;

/** Core's error codes for a rejected new password. */
export type NewPasswordErrorCode = "PASSWORD_TOO_SHORT" | "PASSWORD_TOO_LONG" | "PASSWORD_TOO_OBVIOUS";

/**
 * Rejects a new password based on its length and plugins' checks. A very long password costs no more to check. Call it
 * before hashing.
 *
 * @throws {AuthError} `PASSWORD_TOO_SHORT`, `PASSWORD_TOO_LONG`, `VALIDATION_ERROR` (a lone surrogate), or a plugin's
 *   error
 */
export async function checkNewPassword(context: RequestContext, password: string): Promise<void> {
  const { minLength, maxLength } = context.settings.password;
  if (!isWellFormedPassword(password)) {
    fail(httpErrors, "VALIDATION_ERROR", {
      details: { issues: [{ path: "password", message: "password must be plain text" }] },
    });
  }
  const length = passwordLength(password);
  if (length < minLength) fail(passwordErrors, "PASSWORD_TOO_SHORT");
  if (length > maxLength) fail(passwordErrors, "PASSWORD_TOO_LONG");
  for (const check of context.extensions.passwordChecks) await check(password, context);
}

/**
 * Rejects a password that equals the user's email, the part before its @, or another identifier, ignoring case. Only if
 * the app turned it on. No query.
 *
 * @param user the known values of the user who will get the password
 * @throws {AuthError} `PASSWORD_TOO_OBVIOUS`
 */
export function checkNotIdentifier(context: RequestContext, password: string, user: object): void {
  if (!context.settings.password.refuseOwnNames) return;
  const { email } = user as { readonly email?: string };
  const pluginIdentifiers = context.extensions.identifiers.flatMap((identifiers) => identifiers(user as FieldValues));
  const names = [email, email?.split("@", 1)[0], ...pluginIdentifiers].filter((name) => typeof name === "string");
  if (names.some((name) => normalizeForComparison(name) === normalizeForComparison(password)))
    fail(passwordErrors, "PASSWORD_TOO_OBVIOUS");
}

function normalizeForComparison(text: string): string {
  return text.normalize("NFKC").trim().toLowerCase();
}

/**
 * Verifies the signed-in user's password. One query and one hash. Attempts are counted per account.
 *
 * @throws {AuthError} `INVALID_PASSWORD`, `CREDENTIAL_ACCOUNT_NOT_FOUND`, `TOO_MANY_REQUESTS`
 */
export async function verifyUserPassword(
  context: RequestContext,
  userId: string,
  password: string,
): Promise<AccountRow> {
  const { passwordGuesses } = context.settings.rateLimit;
  if (passwordGuesses) await enforceRateLimit(context, "password", userId, passwordGuesses);
  const account = await findCredential(context.db, userId);
  const { ok } = await context.passwords.verify(password, account?.password);
  if (!account?.password) fail(passwordErrors, "CREDENTIAL_ACCOUNT_NOT_FOUND");
  if (!ok) fail(passwordErrors, "INVALID_PASSWORD");
  return account;
}

/** Finds a user's credential account. */
export function findCredential(db: Adapter, userId: string): Promise<AccountRow | null> {
  return db.findOne(accountTable, { where: { providerId: credentialProvider, accountId: userId } });
}

/**
 * Sets a user's password, replacing any old one. One query, or two if there was no password.
 * @param verifiedEmail the email that the person setting it has verified; `null` if they haven't verified one
 */
export async function upsertPassword(
  tx: Adapter,
  context: RequestContext,
  userId: string,
  hash: string,
  verifiedEmail: string | null = null,
): Promise<void> {
  const changed = await tx.update(accountTable, {
    where: { providerId: credentialProvider, accountId: userId },
    set: { password: hash, verifiedEmail, updatedAt: context.now() },
  });
  if (changed === 0) await tx.insert(accountTable, newCredential(context, userId, hash, verifiedEmail));
}

export const passwordChangedKind = "mail.password-changed";

/** Emails the user that their password changed, if the app has a sender for that. */
export async function notifyPasswordChanged(tx: Adapter, context: RequestContext, userId: string): Promise<void> {
  if (!context.settings.password.sendsPasswordChanged) return;
  await enqueueMessage(tx, context, createMessage(context, passwordChangedKind, { userId }));
}
