/** Changes passwords and resets them by email. */

import { setTimeout as sleep } from "node:timers/promises";
import { check } from "../ledger.ts";
import {
  described,
  forget,
  newPassword,
  pick,
  recordEnded,
  type SimulatedUser,
  sendAsUser,
  someSession,
} from "./person.ts";

/** How long to wait for an email, in milliseconds. */
const mailTimeout = 10_000;

/** Changes the password, which gives this session a new token and ends the others. */
export async function changePassword(person: SimulatedUser): Promise<void> {
  const { account } = person;
  const [currentPassword, ...more] = account.passwords;
  const jar = await someSession(person);
  if (!jar || more.length > 0 || account.passwords[0] !== currentPassword) return;
  const before = new Map(jar);
  const others = person.sessions.filter((one) => one !== jar);
  const password = newPassword();
  const body = { currentPassword, newPassword: password, revokeOtherSessions: true };
  const reply = await sendAsUser(person, jar, "/change-password", body);
  if (reply.status === 200) {
    account.old.push(...account.passwords);
    account.passwords = [password];
    return recordEnded(person, "/change-password", before, ...others);
  }
  account.passwords = [...account.passwords, password];
  await forget(person, ...person.sessions);
}

/** Tries a password that was replaced. */
export async function tryOldPassword({ account, caller, ledger }: SimulatedUser): Promise<void> {
  const password = pick(account.old);
  if (!password) return;
  const reply = await caller.send("/sign-in/email", new Map(), { email: account.email, password });
  const isRefused = reply.isUnknown || reply.status === 401;
  check(ledger, "a replaced password is rejected", isRefused, () => `${account.email}: ${described(reply)}`);
}

/** Requests a reset link, then uses it twice concurrently and a third time afterward. */
export async function recover(person: SimulatedUser): Promise<void> {
  const { account, caller, ledger } = person;
  const begin = performance.now();
  const asked = await caller.send("/forget-password", new Map(), { email: account.email });
  if (asked.isUnknown) return;
  check(ledger, "a link can be requested", asked.status === 200, () => described(asked));
  const token = await tokenOf(person, begin);
  if (!token) return;
  const password = newPassword();
  const live = [...person.sessions];
  const use = () => caller.send("/reset-password", new Map(), { token, newPassword: password });
  const replies = await Promise.all([use(), use()]);
  const uses = replies.filter(({ status }) => status === 200).length;
  const details = () => `${account.email}: ${replies.map(described).join(", ")}`;
  check(ledger, "a link works once", uses <= 1, details);
  if (uses > 0) {
    account.old.push(...account.passwords);
    account.passwords = [password];
    recordEnded(person, "/reset-password", ...live);
    const again = await use();
    check(ledger, "a used link is rejected", again.isUnknown || again.status === 400, () => described(again));
    return;
  }
  // If both were rejected, the email was from an earlier request whose link the later one replaced.
  if (!replies.some(({ isUnknown }) => isUnknown)) return;
  account.passwords = [...account.passwords, password];
  await forget(person, ...live);
}

async function tokenOf({ account, ledger }: SimulatedUser, since: number): Promise<string | null> {
  while (performance.now() - since < mailTimeout) {
    const mail = ledger.resetMails.get(account.email);
    if (mail && mail.arrivedAt >= since) {
      ledger.resetMails.delete(account.email);
      return mail.token;
    }
    await sleep(20);
  }
  return null;
}
