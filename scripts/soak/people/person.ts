/** A simulated user, who signs up and performs one action after another. */

import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { ApiClient, Reply } from "../calls.ts";
import { type Account, check, type EndedSession, type Jar, type Ledger } from "../ledger.ts";

/** A user with several devices. */
export interface SimulatedUser {
  readonly caller: ApiClient;
  readonly ledger: Ledger;
  readonly account: Account;
  /** Sessions that are known to be active, one per device. */
  sessions: Jar[];
  /** The user's own organization, once it's created. */
  organizationId: string | null;
}

/** How long to wait until pending requests have either taken effect or failed, in milliseconds. */
const settleTime = 3000;

/** Signs up a new user. Returns `null` if the sign-up wasn't acknowledged. */
export async function signUp(caller: ApiClient, ledger: Ledger): Promise<SimulatedUser | null> {
  const email = `${randomBytes(9).toString("hex")}@soak.test`;
  const password = newPassword();
  const jar: Jar = new Map();
  const reply = await caller.send("/sign-up/email", jar, { name: "Somebody", email, password });
  if (reply.isUnknown) return null;
  const userId = (reply.body?.user as { readonly id: string } | undefined)?.id ?? "";
  check(ledger, "a sign-up creates an account", reply.status === 200 && userId !== "", () => described(reply));
  const account: Account = { email, userId, passwords: [password], old: [] };
  ledger.accounts.push(account);
  return { caller, ledger, account, sessions: [jar], organizationId: null };
}

/** Starts another session. If it's unknown whether a password change took effect, this finds out. */
export async function signIn(person: SimulatedUser): Promise<Jar | null> {
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
  check(ledger, "a user who signed up can sign in", false, () => `${account.email}: ${tried.join(", ")}`);
  return null;
}

/** Returns an active session from any device, or signs in if there is none. */
export async function someSession(person: SimulatedUser): Promise<Jar | null> {
  return pick(person.sessions) ?? (await signIn(person));
}

/** Sends a request that an active session has permission for. */
export async function sendAsUser(person: SimulatedUser, jar: Jar, path: string, body?: object): Promise<Reply> {
  const reply = await person.caller.send(path, jar, body);
  const isSo = reply.isUnknown || reply.status === 200;
  check(person.ledger, "an active session has its user's permissions", isSo, () => `${path}: ${described(reply)}`);
  return reply;
}

/** Records that sessions ended, with copies of their devices' cookies. */
export function recordEnded(person: SimulatedUser, by: string, ...jars: readonly Jar[]): void {
  const endedAt = performance.now();
  for (const jar of jars) {
    const known: EndedSession = { jar: new Map(jar), account: person.account, endedAt, by };
    person.ledger.ended.push(known);
  }
  person.sessions = person.sessions.filter((jar) => !jars.includes(jar));
}

/** Removes sessions whose state is unknown. */
export async function forget(person: SimulatedUser, ...jars: readonly Jar[]): Promise<void> {
  person.sessions = person.sessions.filter((jar) => !jars.includes(jar));
  await sleep(settleTime);
}

/** Checks that the response isn't for another user. */
export function checkOwner({ account, ledger }: Pick<SimulatedUser, "account" | "ledger">, { body }: Reply): void {
  const id = (body?.user as { readonly id: string } | undefined)?.id;
  const is = id === account.userId;
  check(ledger, "no response is for another user", is, () => `${account.userId} was answered as ${id}`);
}

/** Generates a new, unused password. */
export function newPassword(): string {
  return randomBytes(12).toString("base64url");
}

/** Returns a random element. */
export function pick<T>(from: readonly T[]): T | null {
  return from[Math.floor(Math.random() * from.length)] ?? null;
}

/** Formats a response for a violation. */
export function described({ status, body }: Reply): string {
  return `${status} ${JSON.stringify(body)}`;
}
