/** Signs up users with a passkey. Until the passkey exists, the challenge contains the encrypted new user. */

import { randomId } from "@latchkey/core/crypto";
import type { Transaction } from "@latchkey/core/database";
import { UniqueViolation } from "@latchkey/core/database";
import {
  type CreatedSession,
  createSession,
  createVerificationMessage,
  emailPasswordErrors,
  enqueueMessage,
  existingAccountMail,
  fail,
  findUserByEmail,
  getCallbackURL,
  hasConflictError,
  httpErrors,
  insertUser,
  isMailable,
  linkBase,
  mailableEmail,
  newUserRow,
  presentSession,
  presentUser,
  type RequestContext,
  readUserInput,
  recordAudit,
  reserveIdentifiers,
  resolveConflict,
  type UserRow,
} from "@latchkey/core/plugin";
import { storeBackupCodes } from "../backup-codes/codes.ts";
import { type ClaimedChallenge, maxChallengeLength } from "../challenge.ts";
import type { RegisteredPasskey, SignUpOptionsInput } from "../contract.ts";
import { passkeyErrors } from "../errors.ts";
import type { PasskeySettings } from "../options.ts";
import { relyingPartyOf } from "../relying-party.ts";
import { type PasskeyRow, passkeyTable, presentPasskey, type SessionWithPasskey } from "../tables.ts";
import type { RegistrationOptions } from "../webauthn/json.ts";
import { creationOptions } from "./creation-options.ts";
import { claimCredential, storeDecoyPasskey } from "./decoys.ts";
import { recordNewPasskey } from "./new-passkey.ts";

/** The new user of a sign-up. */
export interface NewUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  /** The app's fields, as the client sent them. */
  readonly fields: Readonly<Record<string, unknown>>;
}

const placeholderDomain = "@passkey.placeholder.invalid";

/** Returns the placeholder email of a user who signs up without one. */
export function placeholderEmail(userId: string): string {
  return userId + placeholderDomain;
}

/** Whether a user has only a placeholder email. */
export function hasPlaceholderEmail({ email }: { readonly email: string }): boolean {
  return email.endsWith(placeholderDomain);
}

/**
 * Returns the new user that the client, or the app's `resolveUser`, describes.
 * @throws {AuthError} `RESOLVED_USER_INVALID`, `INVALID_EMAIL`, or a field's error
 */
export async function readNewUser(
  context: RequestContext,
  settings: PasskeySettings,
  { name, email, context: sent, ...fields }: SignUpOptionsInput & Readonly<Record<string, unknown>>,
): Promise<NewUser> {
  const id = randomId(context.random);
  if (settings.resolveUser) {
    const user = await settings.resolveUser(sent ?? null, context);
    if (!user?.name || typeof user.name !== "string") return fail(passkeyErrors, "RESOLVED_USER_INVALID");
    const own = user.email === undefined ? null : mailableEmail(user.email);
    if (own === null && user.email !== undefined) return fail(passkeyErrors, "RESOLVED_USER_INVALID");
    const address = own ?? placeholderEmail(id);
    return { id, name: user.name, email: address, emailVerified: own !== null && user.emailVerified === true, fields };
  }
  const own = mailableEmail(email ?? "");
  if (own === null && (settings.signUp === "email" || email)) return fail(emailPasswordErrors, "INVALID_EMAIL");
  const shown = name?.trim() || own?.slice(0, own.indexOf("@"));
  if (!shown) return fail(passkeyErrors, "RESOLVED_USER_INVALID");
  await readUserInput(context, fields, "create", { core: { name: shown, image: null } });
  return { id, name: shown, email: own ?? placeholderEmail(id), emailVerified: false, fields };
}

const encryption = "passkey-sign-up";
const boundTo = "challenge";

/** Returns the options for a new user's passkey. They don't depend on whether the email is taken. Sends no query. */
export async function signUpOptions(
  context: RequestContext,
  settings: PasskeySettings,
  user: NewUser,
  attachment?: string,
): Promise<RegistrationOptions> {
  const sealed = await context.keys.encryption(encryption).encrypt(JSON.stringify(user), boundTo);
  const { id, name, email } = user;
  const options = creationOptions(context, settings, {
    user: { id, name: hasPlaceholderEmail(user) ? name : email, displayName: name },
    rp: relyingPartyOf(context, settings),
    existing: [],
    attachment,
    challenge: { purpose: "sign-up", subject: "", sealed },
  });
  return options.challenge.length <= maxChallengeLength ? options : fail(httpErrors, "PAYLOAD_TOO_LARGE");
}

/** Returns the new user that a challenge contains. */
export async function openNewUser(context: RequestContext, { sealed }: ClaimedChallenge): Promise<NewUser> {
  const plain = await context.keys.encryption(encryption).decrypt(sealed, boundTo);
  return plain === null ? fail(passkeyErrors, "CHALLENGE_NOT_FOUND") : (JSON.parse(plain) as NewUser);
}

/** The user and passkey of a sign-up. */
export interface SignUp {
  readonly newUser: NewUser;
  readonly passkey: PasskeyRow;
  readonly createSession: boolean;
  readonly settings: PasskeySettings;
}

/**
 * Creates the user with the passkey, and a session if the call asks for one and the email needn't be verified first. If
 * it must be verified, a taken email gets the same response as a free one, and its owner is notified.
 */
export async function completeSignUp(context: RequestContext, { newUser, passkey, settings, ...rest }: SignUp) {
  const { id, name, email, emailVerified, fields: sent } = newUser;
  const fields = await readUserInput(context, sent, "create", { core: { name, image: null } });
  const user: UserRow = { ...newUserRow(context, { email, name, emailVerified, fields }), id };
  const mustVerify = context.settings.verification.required && !emailVerified && !hasPlaceholderEmail(user);
  const withSession = rest.createSession && !mustVerify;
  try {
    const { session, codes } = await context.db.transaction(async (tx) => {
      await claimCredential(tx, context, settings, passkey);
      const session = await insertSignUp(tx, context, user, passkey, withSession);
      // The response for a pending sign-in can't contain codes. The user can generate them after signing in.
      const getsCodes = hasPlaceholderEmail(user) && session?.kind !== "challenge";
      return { session, codes: getsCodes ? { backupCodes: await storeBackupCodes(tx, context, id) } : {} };
    });
    if (session?.kind === "challenge") return session.response;
    const shown = { ...presentPasskey(passkey), ...codes };
    if (!rest.createSession) return shown;
    return { ...shown, ...(session ? sessionOf(context, session) : { token: null }) };
  } catch (error) {
    if (error instanceof UniqueViolation && error.table === passkeyTable.name) {
      return fail(passkeyErrors, "PREVIOUSLY_REGISTERED");
    }
    const conflict = await resolveConflict(context, error, user);
    if (conflict.columns.join() !== "email") {
      if (hasConflictError(context, conflict)) throw conflict;
      return fail(emailPasswordErrors, "FAILED_TO_CREATE_USER", { cause: error });
    }
    if (!mustVerify) return fail(emailPasswordErrors, "USER_ALREADY_EXISTS");
    await rejectTakenEmail(context, user, passkey);
    return { ...presentPasskey(passkey), ...(rest.createSession ? { token: null } : {}) };
  }
}

async function insertSignUp(
  tx: Transaction,
  context: RequestContext,
  user: UserRow,
  passkey: PasskeyRow,
  withSession: boolean,
): Promise<CreatedSession | null> {
  await insertUser(tx, context, user, null);
  await tx.insert(passkeyTable, passkey);
  const { id: userId, email, emailVerified } = user;
  await recordAudit(tx, context, { action: "user.create", actorId: userId, userId, data: { method: "passkey" } });
  await recordNewPasskey(tx, context, passkey);
  if (context.settings.verification.sendsOnSignUp && !emailVerified && isMailable(email)) {
    const base = linkBase(context, getCallbackURL(context));
    await enqueueMessage(tx, context, createVerificationMessage(context, email, base));
  }
  if (!withSession) return null;
  const fields: Pick<SessionWithPasskey, "passkeyId"> = { passkeyId: passkey.id };
  return createSession(
    context,
    {
      user,
      method: "passkey",
      provenFactors: passkey.userVerified ? ["passkey", "two-factor"] : ["passkey"],
      verifiedEmail: passkey.verifiedEmail,
      fields,
      isNewUser: true,
    },
    tx,
  );
}

function sessionOf(
  context: RequestContext,
  { active, token }: Extract<CreatedSession, { kind: "session" }>,
): Pick<RegisteredPasskey, "session" | "user" | "token"> {
  return { session: presentSession(context, active.session), user: presentUser(context, active.user), token };
}

/** Notifies the owner of a taken email that someone tried to sign up with it, and stores decoys. */
async function rejectTakenEmail(context: RequestContext, user: UserRow, passkey: PasskeyRow): Promise<void> {
  const { email } = user;
  await context.db.transaction(async (tx) => {
    await storeDecoyPasskey(tx, context, passkey, email);
    await reserveIdentifiers(tx, context, user);
    const holder = await findUserByEmail(tx, email);
    await recordAudit(tx, context, { action: "user.create.refused", userId: holder?.id ?? null });
    await enqueueMessage(tx, context, existingAccountMail(context, email));
  });
}
