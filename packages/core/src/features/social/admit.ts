/** Who a provider's person is here: known, somebody's who has the same proven address, or new. */

import { type AccountWithUser, findAccountWithUser } from "../../accounts/store.ts";
import { UniqueViolation } from "../../database/errors.ts";
import type { RequestContext } from "../../plugin/context.ts";
import { StaleUserError } from "../../plugin/gate.ts";
import { type CreatedSession, createSession } from "../../sessions/create.ts";
import { findUserByEmail, updateUser } from "../../users/store.ts";
import type { UserRow } from "../../users/table.ts";
import { announceVerified } from "../../users/verification.ts";
import { newAccount, putTokens, tokenColumns } from "./accounts.ts";
import type { Arrival, Person } from "./arrival.ts";
import type { Connection } from "./connection.ts";
import { SocialRefusal } from "./errors.ts";
import { joinUser } from "./join.ts";
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
  if (owner) return { created: await joinUser(admitting, account, owner), isNewUser: false };
  // The address may be reserved for whoever changed away from it; or another column must be unique.
  throw new SocialRefusal(mayJoin ? "unable_to_create_user" : "signup_disabled");
}

/** Two statements and those of the session. */
async function signInKnown(
  { context, settings, connection, arrival }: Admitting,
  { account, user }: AccountWithUser,
): Promise<CreatedSession> {
  const { provider } = connection;
  const columns = await tokenColumns(context, settings, account.id, arrival.tokens, arrival.kept);
  const news = newsOf(context, user, arrival.person, provider.options.overrideUserInfoOnSignIn === true);
  return context.db.transaction(async (tx) => {
    await putTokens(tx, context, account.id, columns);
    const expected = { email: user.email, epoch: user.epoch };
    const changed = news === null ? user : await updateUser(tx, context, user, news, { expected });
    if (!changed) throw new StaleUserError("The user changed while signing in.");
    if (news?.emailVerified) await announceVerified(tx, context, user.id);
    return createSession(context, { user: changed, method: provider.id, proven: ["provider"] }, tx);
  });
}

/** What the provider tells that is to be taken over; `null`: nothing. */
function newsOf(
  context: RequestContext,
  user: UserRow,
  { email, emailVerified, name, image }: Person,
  override: boolean,
): Readonly<Record<string, unknown>> | null {
  const proves = emailVerified && !user.emailVerified && user.email === email;
  const differs = override && (user.name !== name || user.image !== image);
  if (!proves && !differs) return null;
  return {
    ...(proves ? { emailVerified: true, provenEmail: null, provenAt: user.provenAt ?? context.now() } : {}),
    ...(differs ? { name, image } : {}),
  };
}
