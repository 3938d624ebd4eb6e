/**
 * Decoys, which sign-ups with a taken email leave behind if users must verify their email before they sign in.
 *
 * After a sign-up with a free email, signing in with its password fails as unverified. Without decoys, signing in after
 * a sign-up with a taken email would fail with "wrong password" instead, and two requests would reveal who has an
 * account. A decoy stores a hash of the given password. Signing in with it gets the same error as for an unverified
 * user. No decoy lets anyone in.
 */

import { hmacSha256, sha256Base64Url } from "../crypto/digest.ts";
import { randomId } from "../crypto/random.ts";
import type { Adapter } from "../database/adapter.ts";
import type { RequestContext } from "../kernel/context.ts";
import { tokenTable } from "../tables/token.ts";
import { type UserRow, userTable } from "../tables/user.ts";
import { issueToken, storeToken } from "../tokens/issue.ts";
import { signUpDecoy } from "../tokens/kinds.ts";
import { findUserWithCredential, type UserWithCredential } from "./store.ts";

/** Maximum decoys per identifier that a password is compared with. The newest are used. */
const maxCompared = 20;

/** Name of the gate that rejects unverified users. */
export const verifiedEmailGate = "verifiedEmail";

/**
 * Hashes a sign-up's password. If the email is taken, the hash can be stored as a decoy. Takes one query and one hash,
 * whether it's taken or not. With a custom hasher that has no decoys, it only hashes.
 */
export async function hashForSignUp(context: RequestContext, email: string, password: string): Promise<string> {
  const { passwords, keys } = context;
  if (!passwords.hashDecoy) return passwords.hash(password);
  const holder = await findUserWithCredential(context.db, { email });
  const isTaken = holder !== null;
  // A new user's salt is random. A decoy for a user without a password needs the same salt each time.
  const key = keys.bytes("sign-up-decoy")[0] as Uint8Array;
  const fixedSalt = hmacSha256(key, email).slice(0, 16);
  return passwords.hashDecoy(password, holder?.credential?.password, isTaken ? fixedSalt : context.random(16));
}

/** Stores decoys for every identifier that the rejected user would have had. One query per identifier. */
export async function storeDecoys(tx: Adapter, context: RequestContext, user: UserRow, hash: string): Promise<void> {
  for (const name of identifiersOf(context, user)) {
    const decoy = { subject: subjectOf(name), data: { hash, email: user.email } };
    await storeToken(tx, issueToken(context, signUpDecoy, decoy));
  }
}

/**
 * Reserves the identifiers other than the email, such as a username, that the rejected user of a sign-up without a
 * password would have had. One query per identifier.
 */
export async function reserveIdentifiers(tx: Adapter, context: RequestContext, user: UserRow): Promise<void> {
  const [, ...names] = identifiersOf(context, user);
  for (const name of names) {
    const decoy = { subject: subjectOf(name), data: { hash: null, email: user.email } };
    await storeToken(tx, issueToken(context, signUpDecoy, decoy));
  }
}

/** Removes decoys for the identifiers of a user who was just created. As many queries as {@link storeDecoys}. */
export async function removeDecoys(tx: Adapter, context: RequestContext, user: UserRow): Promise<void> {
  for (const name of identifiersOf(context, user)) {
    await tx.remove(tokenTable, { where: { subject: subjectOf(name), kind: signUpDecoy.name } });
  }
}

/** A decoy: the hash to compare passwords with, and the sign-up's email and time. */
export interface Decoy {
  readonly hash: string;
  readonly email: string;
  readonly createdAt: Date;
}

/**
 * Returns an identifier's decoys, newest first. One query, or none if the app doesn't require verified emails or its
 * hasher has no decoys.
 */
export async function findDecoys(context: RequestContext, name: string): Promise<Decoy[]> {
  if (!context.passwords.hashDecoy) return [];
  const reservations = await readDecoys(context, name, maxCompared);
  return reservations.filter((decoy): decoy is Decoy => decoy.hash !== null);
}

/** A decoy, or an identifier that a sign-up without a password reserved. */
type Reservation = Omit<Decoy, "hash"> & { readonly hash: string | null };

async function readDecoys(context: RequestContext, name: string, limit: number): Promise<Reservation[]> {
  if (!context.settings.verification.required) return [];
  const rows = await context.db.findMany(tokenTable, {
    where: { subject: subjectOf(name), kind: signUpDecoy.name, expiresAt: { gt: context.now() } },
    orderBy: [{ column: "updatedAt", direction: "desc" }],
    limit,
  });
  return rows.map(({ value, createdAt }) => ({ ...(value as Omit<Reservation, "createdAt">), createdAt }));
}

/**
 * Whether a user's password is older than all decoys that are compared. An unverified user's password then counts as
 * wrong, as a decoy of its age would. Otherwise, the first of many sign-ups with one email would reveal whether the
 * email was free.
 */
export function isOlderThanDecoys({ user, credential }: UserWithCredential, decoys: readonly Decoy[]): boolean {
  const oldest = decoys[maxCompared - 1];
  return !user.emailVerified && !!credential && !!oldest && credential.updatedAt <= oldest.createdAt;
}

/**
 * Returns the email of a rejected sign-up that used this identifier, or `null`. Treat such an identifier as taken, as
 * it would be after a successful sign-up. At most one query, as in {@link findDecoys}.
 */
export async function findDecoyEmail(context: RequestContext, name: string): Promise<string | null> {
  const [decoy] = await readDecoys(context, name, 1);
  return decoy?.email ?? null;
}

/**
 * Rejects a sign-in as if the user were unverified, with the same gate and after the same queries.
 * @param method the sign-in method
 * @throws {AuthError} the gate's error
 */
export async function rejectDecoy(
  context: RequestContext,
  { email }: Pick<Decoy, "email">,
  rememberMe: boolean,
  method = "password",
): Promise<void> {
  const id = randomId(context.random);
  const gate = context.extensions.gates.find(({ name }) => name === verifiedEmailGate);
  await context.db.transaction(async (tx) => {
    await tx.lock(userTable, id);
    const attempt = {
      user: { id, email, emailVerified: false },
      changeUser: async () => {},
      method,
      rememberMe,
      fields: {},
      expiresIn: null,
      startedAt: null,
      endsAt: null,
      provenFactors: [],
      proofs: {},
      actorId: null,
      verifiedEmail: null,
      accountId: null,
      db: tx,
    };
    await gate?.check(attempt, context);
  });
}

function identifiersOf({ extensions }: RequestContext, user: UserRow): string[] {
  const pluginIdentifiers = extensions.signInIdentifiers.flatMap((names) => names({ ...user }));
  return [user.email, ...pluginIdentifiers];
}

function subjectOf(name: string): string {
  return sha256Base64Url(name);
}
