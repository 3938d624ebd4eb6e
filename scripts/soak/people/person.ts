/** Somebody who signs up and does for a while what people do, one thing after another. */

import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Caller, Reply } from "../calls.ts";
import { type Account, check, type EndedSession, type Jar, type Ledger } from "../ledger.ts";

/** A person at their devices. */
export interface Person {
  readonly caller: Caller;
  readonly ledger: Ledger;
  readonly account: Account;
  /** Sessions that are known to be alive, each on a device. */
  sessions: Jar[];
  /** Their own organization, once they have one. */
  organizationId: string | null;
}

/** How long to wait until what was under way has happened or will not, in milliseconds. */
const settling = 3000;

/** A new person, or `null` where the sign-up was not acknowledged. */
export async function signUp(caller: Caller, ledger: Ledger): Promise<Person | null> {
  const email = `${randomBytes(9).toString("hex")}@soak.test`;
  const password = newPassword();
  const jar: Jar = new Map();
  const reply = await caller.send("/sign-up/email", jar, { name: "Somebody", email, password });
  if (reply.isUnknown) return null;
  const userId = (reply.body?.user as { readonly id: string } | undefined)?.id ?? "";
  check(ledger, "who signs up gets an account", reply.status === 200 && userId !== "", () => described(reply));
  const account: Account = { email, userId, passwords: [password], old: [] };
  ledger.accounts.push(account);
  return { caller, ledger, account, sessions: [jar], organizationId: null };
}

/** A further session. With a password of which it is not known whether it was changed, finds that out. */
export async function signIn(person: Person): Promise<Jar | null> {
  const { account, caller, ledger } = person;
  const tried: string[] = [];
  for (const password of account.passwords) {
    const jar: Jar = new Map();
    const reply = await caller.send("/sign-in/email", jar, { email: account.email, password });
    if (reply.isUnknown) return null;
    if (reply.status === 200) {
      checkOwner(person, reply);
      account.old.push(...account.passwords.filter((one) => one !== password));
      account.passwords = [password];
      person.sessions.push(jar);
      return jar;
    }
    tried.push(described(reply));
  }
  check(ledger, "who signed up can sign in", false, () => `${account.email}: ${tried.join(", ")}`);
  return null;
}

/** A session that is alive, from any device; signs in where there is none. */
export async function someSession(person: Person): Promise<Jar | null> {
  return pick(person.sessions) ?? (await signIn(person));
}

/** Sends what a live session must be allowed to do. */
export async function asOwner(person: Person, jar: Jar, path: string, body?: object): Promise<Reply> {
  const reply = await person.caller.send(path, jar, body);
  const isSo = reply.isUnknown || reply.status === 200;
  check(person.ledger, "a live session may do what its owner may", isSo, () => `${path}: ${described(reply)}`);
  return reply;
}

/** Writes down that sessions were ended, with copies of what their devices hold. */
export function ended(person: Person, by: string, ...jars: readonly Jar[]): void {
  const endedAt = performance.now();
  for (const jar of jars) {
    const known: EndedSession = { jar: new Map(jar), account: person.account, endedAt, by };
    person.ledger.ended.push(known);
  }
  person.sessions = person.sessions.filter((jar) => !jars.includes(jar));
}

/** Nothing is known of these sessions any more. */
export async function forget(person: Person, ...jars: readonly Jar[]): Promise<void> {
  person.sessions = person.sessions.filter((jar) => !jars.includes(jar));
  await sleep(settling);
}

/** Nobody is answered as somebody else. */
export function checkOwner({ account, ledger }: Pick<Person, "account" | "ledger">, { body }: Reply): void {
  const id = (body?.user as { readonly id: string } | undefined)?.id;
  const is = id === account.userId;
  check(ledger, "nobody is answered as somebody else", is, () => `${account.userId} was answered as ${id}`);
}

/** One that nobody has had. */
export function newPassword(): string {
  return randomBytes(12).toString("base64url");
}

/** One of several, at random. */
export function pick<T>(from: readonly T[]): T | null {
  return from[Math.floor(Math.random() * from.length)] ?? null;
}

/** An answer, in a violation's line. */
export function described({ status, body }: Reply): string {
  return `${status} ${JSON.stringify(body)}`;
}
