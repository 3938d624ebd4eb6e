/** Users: made, found, and changed so that every cached copy notices. */

import { randomId } from "../crypto/random.ts";
import type { Adapter } from "../database/adapter.ts";
import type { AuthContext } from "../plugin/context.ts";
import { type UserRow, userTable } from "./table.ts";

/** What is needed to make a user; further columns are those of plugins and of the app. */
export interface NewUser {
  readonly email: string;
  readonly name: string;
  readonly image?: string | null;
  readonly emailVerified?: boolean;
  readonly fields?: Readonly<Record<string, unknown>>;
}

/**
 * The row of a new user. The id is given here, before anything is written, so that hooks know it.
 * @param user `email` as `normalizeEmail` gave it
 */
export function newUserRow(context: AuthContext, user: NewUser): UserRow {
  const now = context.now();
  return {
    ...user.fields,
    id: randomId(context.random),
    name: user.name,
    email: user.email,
    emailVerified: user.emailVerified ?? false,
    image: user.image ?? null,
    createdAt: now,
    updatedAt: now,
    epoch: 0,
  };
}

export function findUser(db: Adapter, id: string): Promise<UserRow | null> {
  return db.findOne(userTable, { where: { id } });
}

/** @param email as `normalizeEmail` gave it */
export function findUserByEmail(db: Adapter, email: string): Promise<UserRow | null> {
  return db.findOne(userTable, { where: { email } });
}

/** Makes every cached copy of the user's sessions stale: for changes by somebody else, such as a ban or a role. */
export async function bumpUserEpoch(db: Adapter, id: string): Promise<void> {
  await db.increment(userTable, { where: { id }, column: "epoch" });
}
