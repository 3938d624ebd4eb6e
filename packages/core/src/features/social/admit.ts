/** Who a provider's person is here: known, somebody's who has the same proven address, or new. */

import { type AccountWithUser, findAccountWithUser } from "../../accounts/store.ts";
import type { Transaction } from "../../database/adapter.ts";
import { UniqueViolation } from "../../database/errors.ts";
import type { RequestContext } from "../../plugin/context.ts";
import { StaleUserError } from "../../plugin/gate.ts";
import { type CreatedSession, createSession } from "../../sessions/create.ts";
import { verifyMailboxWith } from "../../users/mailbox.ts";
import { findUserByEmail, releaseAddress, updateUser } from "../../users/store.ts";
import { type UserRow, userTable } from "../../users/table.ts";
import { newAccount, putTokens, tokenColumns } from "./accounts.ts";
import type { Arrival, Person } from "./arrival.ts";
import type { Connection } from "./connection.ts";
import { SocialRefusal } from "./errors.ts";
import { isMoving, joinUser } from "./join.ts";
import { createNewcomer } from "./newcomer.ts";
import type { SocialSettings } from "./options.ts";

export interface Admission {
  readonly created: CreatedSession;
  readonly isNewUser: boolean;
}

/** What admitting somebody goes by. */
export interface Admitting {
  readonly context: RequestContext;
  readonly settings: SocialSettings;
  readonly connection: Connection;
  readonly arrival: Arrival;
  /** The call asked for a user to be made. */
  readonly requestSignUp: boolean;
}

/** How often it starts from the beginning when somebody else was faster. */
const mostTries = 4;

/**
 * Signs somebody in who came from a provider. Who they are goes by provider and id alone; an address only ever leads to
 * a user where both sides have proven it.
 *
 * @throws {SocialRefusal} why not
 * @throws {AuthError} what a gate refuses with
 */
export async function admit(admitting: Admitting): Promise<Admission> {
  let taken = false;
  for (let tries = 1; ; tries++) {
    try {
      return await admitOnce(admitting, taken);
    } catch (error) {
      const isRace = error instanceof UniqueViolation || error instanceof StaleUserError;
      if (!isRace || tries === mostTries) throw error;
      // Not looked up before: a newcomer costs a statement less, and two who come at once make one user either way.
      taken = error instanceof UniqueViolation;
    }
  }
}

async function admitOnce(admitting: Admitting, taken: boolean): Promise<Admission> {
  const { context, connection, arrival } = admitting;
  const { provider } = connection;
  const known = await findAccountWithUser(context.db, provider.id, arrival.accountId);
  if (known) return { created: await signInKnown(admitting, known), isNewUser: false };
  const { email } = arrival.person;
  if (email === null) throw new SocialRefusal("email_not_found");
  const { disableSignUp, disableImplicitSignUp } = provider.options;
  const mayJoin = !disableSignUp && (!disableImplicitSignUp || admitting.requestSignUp);
  const account = await newAccount(context, admitting.settings, provider.id, arrival);
  if (mayJoin && !taken) {
    return { created: await createNewcomer(admitting, account, email), isNewUser: true };
  }
  const owner = await findUserByEmail(context.db, email);
  if (owner && isMoving(owner)) return makeRoom(admitting, owner, mayJoin);
  if (owner) return { created: await joinUser(admitting, account, owner), isNewUser: false };
  // The address may be reserved for whoever changed away from it; or another column must be unique.
  throw new SocialRefusal(mayJoin ? "unable_to_create_user" : "signup_disabled");
}

/**
 * Somebody has moved to the address and never verified it: they go back to the one they have verified, as when its owner
 * signs up. Ends by starting over, with the address free.
 */
async function makeRoom({ context, arrival }: Admitting, holder: UserRow, mayJoin: boolean): Promise<never> {
  if (!arrival.person.emailVerified || !mayJoin) throw new SocialRefusal("account_not_linked");
  const isFree = await context.db.transaction(async (tx) => {
    const user = await tx.lock(userTable, holder.id);
    if (!user || user.email !== holder.email || !isMoving(user)) return true;
    return releaseAddress(tx, context, user);
  });
  // The address that they have verified belongs to another user by now.
  if (!isFree) throw new SocialRefusal("account_not_linked");
  throw new StaleUserError("The address was released while signing in.");
}

/** Two statements and those of the session. */
async function signInKnown(
  { context, settings, connection, arrival }: Admitting,
  { account, user }: AccountWithUser,
): Promise<CreatedSession> {
  const { provider } = connection;
  const { person } = arrival;
  const vouched = person.emailVerified && person.email === user.email;
  const verifiedEmail = vouched ? user.email : account.verifiedEmail;
  const tokens = await tokenColumns(context, settings, account.id, arrival.tokens, arrival.kept);
  const columns = { ...tokens, ...(verifiedEmail === account.verifiedEmail ? {} : { verifiedEmail }) };
  const news = newsOf(user, person, provider.options.overrideUserInfoOnSignIn === true);
  return context.db.transaction(async (tx) => {
    await putTokens(tx, context, account.id, columns);
    let present = user;
    if (vouched && !user.emailVerified) {
      present = await lockUnchanged(tx, user);
      present = await verifyMailboxWith(tx, context, present, user.email, { accountId: account.id });
    }
    const expected = { email: user.email, epoch: user.epoch };
    const changed = news === null ? present : await updateUser(tx, context, present, news, { expected });
    if (!changed) throw new StaleUserError("The user changed while signing in.");
    const grounds = { user: changed, method: provider.id, proven: ["provider"] };
    return createSession(context, { ...grounds, verifiedEmail, accountId: account.id }, tx);
  });
}

async function lockUnchanged(tx: Transaction, { id, email, epoch }: UserRow): Promise<UserRow> {
  const present = await tx.lock(userTable, id);
  if (present?.email === email && present.epoch === epoch) return present;
  throw new StaleUserError("The user changed while signing in.");
}

/** Name and image, where the provider's are to be taken over and differ; `null`: nothing. */
function newsOf(user: UserRow, { name, image }: Person, override: boolean): Partial<UserRow> | null {
  return override && (user.name !== name || user.image !== image) ? { name, image } : null;
}
