/** Passwords of accounts: what a new one must be like, whether one is right, and how one is put in place. */

import { isWellFormedPassword, passwordLength } from "../crypto/passwords/form.ts";
import type { Adapter } from "../database/adapter.ts";
import { fail, httpErrors } from "../http/errors.ts";
import { plainMessage, putMessage } from "../outbox/store.ts";
import type { RequestContext } from "../plugin/context.ts";
import type { FieldValues } from "../plugin/plugin.ts";
import { countAttempt } from "../rate-limits/limiter.ts";
import { createCredential, credentialProvider } from "./store.ts";
import { type AccountRow, accountTable } from "./table.ts";

/** What setting or proving a password can refuse. */
export const passwordErrors = {
  INVALID_PASSWORD: { status: 400, message: "Invalid password" },
  PASSWORD_TOO_SHORT: { status: 400, message: "Password too short" },
  PASSWORD_TOO_LONG: { status: 400, message: "Password too long" },
  PASSWORD_TOO_OBVIOUS: { status: 400, message: "Password must not be your email or your user name" },
  CREDENTIAL_ACCOUNT_NOT_FOUND: { status: 400, message: "Credential account not found" },
} as const;

/** The codes of a new password that core doesn't accept. */
export type NewPasswordErrorCode = "PASSWORD_TOO_SHORT" | "PASSWORD_TOO_LONG" | "PASSWORD_TOO_OBVIOUS";

/**
 * Refuses a password that cannot be chosen, by length and by the checks that plugins bring. Costs the same for any
 * length. Call it before hashing.
 *
 * @throws {AuthError} `PASSWORD_TOO_SHORT`, `PASSWORD_TOO_LONG`, `VALIDATION_ERROR` (half of a surrogate pair), or what
 *   a plugin refuses with
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
 * Refuses a password that is the user's address, what stands before its @, or a name of theirs that a plugin knows, in
 * any case; where the app wants that. No statement.
 *
 * @param user what is known of whoever will have the password
 * @throws {AuthError} `PASSWORD_TOO_OBVIOUS`
 */
export function checkNotOwnName(context: RequestContext, password: string, user: object): void {
  if (!context.settings.password.refuseOwnNames) return;
  const { email } = user as { readonly email?: string };
  const byPlugins = context.extensions.ownNames.flatMap((ownNames) => ownNames(user as FieldValues));
  const names = [email, email?.split("@", 1)[0], ...byPlugins].filter((name) => typeof name === "string");
  if (names.some((name) => plain(name) === plain(password))) fail(passwordErrors, "PASSWORD_TOO_OBVIOUS");
}

function plain(text: string): string {
  return text.normalize("NFKC").trim().toLowerCase();
}

/**
 * Asks the signed-in user for the password again. One statement and one hash; attempts are counted per account.
 *
 * @throws {AuthError} `INVALID_PASSWORD`, `CREDENTIAL_ACCOUNT_NOT_FOUND`, `TOO_MANY_REQUESTS`
 */
export async function provePassword(context: RequestContext, userId: string, password: string): Promise<AccountRow> {
  const { passwordGuesses } = context.settings.rateLimit;
  if (passwordGuesses) await countAttempt(context, "password", userId, passwordGuesses);
  const account = await findCredential(context.db, userId);
  const { ok } = await context.passwords.verify(password, account?.password);
  if (!account?.password) fail(passwordErrors, "CREDENTIAL_ACCOUNT_NOT_FOUND");
  if (!ok) fail(passwordErrors, "INVALID_PASSWORD");
  return account;
}

/** A user's account of email and password. */
export function findCredential(db: Adapter, userId: string): Promise<AccountRow | null> {
  return db.findOne(accountTable, { where: { providerId: credentialProvider, accountId: userId } });
}

/**
 * Sets a password, whatever there was before. One statement, two if there was no password.
 * @param verifiedEmail the address whose mailbox whoever sets it has shown to own; `null` if they have not
 */
export async function putPassword(
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
  if (changed === 0) await createCredential(tx, context, userId, hash, verifiedEmail);
}

export const passwordChangedKind = "mail.password-changed";

/** Has the user told by mail that their password is another one, where the app has a sender for that. */
export async function announcePasswordChange(tx: Adapter, context: RequestContext, userId: string): Promise<void> {
  if (!context.settings.password.tellsChange) return;
  await putMessage(tx, context, plainMessage(context, passwordChangedKind, { userId }));
}
