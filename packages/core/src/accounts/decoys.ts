/**
 * Decoys: what a sign-up with a taken address leaves behind, where an address must be verified before signing in.
 *
 * After a sign-up with a free address, signing in with its password is refused as unverified. Without decoys, a sign-up
 * with a taken address would be followed by "wrong password" instead, and two requests would tell who has an account. A
 * decoy holds a hash of the password that was given. Signing in with it gets the refusal of an unverified user and
 * nothing else: no decoy lets anyone in.
 */

import { hmacSha256, sha256Base64Url } from "../crypto/digest.ts";
import { randomId } from "../crypto/random.ts";
import type { Adapter } from "../database/adapter.ts";
import type { RequestContext } from "../plugin/context.ts";
import type { FieldValues } from "../plugin/plugin.ts";
import { signUpDecoy } from "../tokens/kinds.ts";
import { mintToken, storeToken } from "../tokens/store.ts";
import { tokenTable } from "../tokens/table.ts";
import { type UserRow, userTable } from "../users/table.ts";
import { findUserWithCredential, type UserWithCredential } from "./store.ts";

/** Most decoys of one name that a password is compared with; the newest. */
const mostCompared = 20;

/** Name of the gate that keeps unverified users out. */
export const verifiedEmailGate = "verifiedEmail";

/**
 * Hashes the password of a sign-up. If the address is taken, the hash can be stored as a decoy. One statement and one
 * hash, whether it's taken or not.
 */
export async function hashForSignUp(context: RequestContext, email: string, password: string): Promise<string> {
  const { passwords, keys } = context;
  if (!passwords.hashDecoy) return passwords.hash(password);
  const holder = await findUserWithCredential(context.db, { email });
  const isTaken = holder !== null;
  // A new user's salt is random. A decoy for someone without a password needs the same one each time.
  const key = keys.bytes("sign-up-decoy")[0] as Uint8Array;
  const fixed = hmacSha256(key, email).slice(0, 16);
  return passwords.hashDecoy(password, holder?.credential?.password, isTaken ? fixed : context.random(16));
}

/** Stores decoys for every name that the refused user would have had. One statement for each name. */
export async function storeDecoys(tx: Adapter, context: RequestContext, user: UserRow, hash: string): Promise<void> {
  for (const name of namesOf(context, user)) {
    const decoy = { subject: subjectOf(name), data: { hash, email: user.email } };
    await storeToken(tx, mintToken(context, signUpDecoy, decoy));
  }
}

/** Removes decoys under the names of a user who was just created. As many statements as {@link storeDecoys}. */
export async function removeDecoys(tx: Adapter, context: RequestContext, user: UserRow): Promise<void> {
  for (const name of namesOf(context, user)) {
    await tx.remove(tokenTable, { where: { subject: subjectOf(name), kind: signUpDecoy.name } });
  }
}

/** A decoy: the hash to compare with, the address that was signed up with, and when. */
export interface Decoy {
  readonly hash: string;
  readonly email: string;
  readonly createdAt: Date;
}

/** Decoys under a name, the newest first. One statement; none where addresses needn't be verified. */
export async function findDecoys(context: RequestContext, name: string, limit?: number): Promise<Decoy[]> {
  if (!context.settings.verification.required || !context.passwords.hashDecoy) return [];
  const rows = await context.db.findMany(tokenTable, {
    where: { subject: subjectOf(name), kind: signUpDecoy.name, expiresAt: { gt: context.now() } },
    orderBy: [{ column: "updatedAt", direction: "desc" }],
    limit: limit ?? mostCompared,
  });
  return rows.map(({ value, createdAt }) => ({ ...(value as Omit<Decoy, "createdAt">), createdAt }));
}

/**
 * Whether a user's password is older than every decoy that is compared. An unverified user's password then counts as
 * wrong, as the decoy in its place would. Otherwise the first of many sign-ups with one address would tell whether the
 * address was free.
 */
export function isBeforeDecoys({ user, credential }: UserWithCredential, decoys: readonly Decoy[]): boolean {
  const oldest = decoys[mostCompared - 1];
  return !user.emailVerified && !!credential && !!oldest && credential.updatedAt <= oldest.createdAt;
}

/**
 * The address of a refused sign-up that gave this name, or `null`. Treat such a name as taken: after a sign-up that succeeded it
 * would be. One statement; none where addresses needn't be verified.
 */
export async function reservingEmail(context: RequestContext, name: string): Promise<string | null> {
  const [decoy] = await findDecoys(context, name, 1);
  return decoy?.email ?? null;
}

/**
 * Refuses as an unverified user would be, by the same gate and after the same statements.
 * @throws {AuthError} what the gate refuses with
 */
export async function refuseDecoy(context: RequestContext, { email }: Decoy, rememberMe: boolean): Promise<void> {
  const id = randomId(context.random);
  const gate = context.extensions.gates.find(({ name }) => name === verifiedEmailGate);
  await context.db.transaction(async (tx) => {
    await tx.lock(userTable, id);
    const attempt = {
      user: { id, email, emailVerified: false },
      changeUser: async () => {},
      method: "password",
      rememberMe,
      fields: {},
      expiresIn: null,
      proofs: {},
      actorId: null,
      verifiedEmail: null,
      accountId: null,
      db: tx,
    };
    await gate?.check(attempt, context);
  });
}

function namesOf({ extensions }: RequestContext, user: UserRow): string[] {
  const byPlugins = extensions.signInNames.flatMap((names) => names(user as unknown as FieldValues));
  return [user.email, ...byPlugins];
}

function subjectOf(name: string): string {
  return sha256Base64Url(name);
}
