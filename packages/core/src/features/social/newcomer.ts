/** A user who is made by signing in at a provider. */

import { recordAudit } from "../../audit/store.ts";
import type { Transaction } from "../../database/adapter.ts";
import { AuthError } from "../../http/errors.ts";
import { isMailable } from "../../outbox/mail.ts";
import { putMessageAfterAnswer } from "../../outbox/store.ts";
import type { RequestContext } from "../../plugin/context.ts";
import { linkBase } from "../../plugin/links.ts";
import { checkedCallback } from "../../plugin/redirect.ts";
import type { Field } from "../../plugin/settings.ts";
import { mayMail } from "../../rate-limits/limiter.ts";
import { type CreatedSession, createSession, type NewSession } from "../../sessions/create.ts";
import { agreedByPlugins, readFields } from "../../users/fields.ts";
import { insertUser, newUserRow } from "../../users/store.ts";
import type { UserRow } from "../../users/table.ts";
import { verificationWish } from "../../users/verification.ts";
import { insertAccount, type UnownedAccount } from "./accounts.ts";
import type { Admitting } from "./admit.ts";
import type { Person } from "./arrival.ts";
import { SocialRefusal } from "./errors.ts";

/**
 * Stores user and account and signs them in. A proven address: all in one transaction. An unproven one: the user stays
 * even where a gate then asks for a proof, or there would be nobody to prove it.
 *
 * @throws {UniqueViolation} address or account are somebody's
 */
export async function createNewcomer(
  admitting: Admitting,
  account: UnownedAccount,
  email: string,
): Promise<CreatedSession> {
  const { context, connection, arrival } = admitting;
  const user = await rowOf(context, arrival.person, email);
  const verifiedEmail = user.emailVerified ? user.email : null;
  const grounds = {
    user,
    method: connection.provider.id,
    proven: ["provider"],
    verifiedEmail,
    accountId: account.id,
  };
  if (user.emailVerified) {
    return context.db.transaction(async (tx) => {
      await store(tx, context, user, account);
      return createSession(context, { ...grounds, isNewUser: true }, tx);
    });
  }
  await context.db.transaction((tx) => store(tx, context, user, account));
  return signInUnproven(context, grounds);
}

async function store(tx: Transaction, context: RequestContext, user: UserRow, account: UnownedAccount): Promise<void> {
  await insertUser(tx, context, user);
  const verifiedEmail = user.emailVerified ? user.email : null;
  await insertAccount(tx, context, account, { userId: user.id, verifiedEmail });
  const data = { method: account.providerId };
  await recordAudit(tx, context, { action: "user.create", actorId: user.id, userId: user.id, data });
}

/** One verification mail, whoever sends it: the gate that asks for a proof, or the sign-up. */
async function signInUnproven(
  context: RequestContext,
  grounds: NewSession & { readonly user: UserRow },
): Promise<CreatedSession> {
  const { onSignUp, onSignIn } = context.settings.verification;
  let gateMails = false;
  try {
    return await createSession(context, grounds);
  } catch (error) {
    gateMails = onSignIn && error instanceof AuthError && error.code === "EMAIL_NOT_VERIFIED";
    throw error;
  } finally {
    if (onSignUp && !gateMails && isMailable(grounds.user.email)) {
      const { email } = grounds.user;
      const wish = verificationWish(context, email, linkBase(context, checkedCallback(context)));
      putMessageAfterAnswer(context, wish, () => mayMail(context, email));
    }
  }
}

async function rowOf(context: RequestContext, person: Person, email: string): Promise<UserRow> {
  const { name, image, emailVerified } = person;
  const all = context.settings.fields.user;
  try {
    // What `mapProfileToUser` gives, the app gives: also fields that clients cannot set.
    const open = ([key, field]: [string, Field]): [string, Field] => [
      key,
      Object.hasOwn(person.fields, key) ? { ...field, input: true } : field,
    ];
    const given = await readFields(Object.fromEntries(Object.entries(all).map(open)), person.fields, "create");
    const fields = await agreedByPlugins(context, { name, image, ...given }, "create");
    return newUserRow(context, { email, name, image, emailVerified, fields });
  } catch (error) {
    context.log.warn("A provider's profile does not fit the user's fields", { error });
    throw new SocialRefusal("unable_to_create_user", error);
  }
}
