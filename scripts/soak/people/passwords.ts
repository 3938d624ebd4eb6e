/** Changing a password, and recovering one by mail. */

import { setTimeout as sleep } from "node:timers/promises";
import { check } from "../ledger.ts";
import { asOwner, described, ended, forget, newPassword, type Person, pick, someSession } from "./person.ts";

/** How long somebody looks for a mail, in milliseconds. */
const patience = 10_000;

/** Changes the password, which gives this session a new token and ends the others. */
export async function changePassword(person: Person): Promise<void> {
  const { account } = person;
  const [currentPassword, ...more] = account.passwords;
  const jar = await someSession(person);
  if (!jar || more.length > 0 || account.passwords[0] !== currentPassword) return;
  const before = new Map(jar);
  const others = person.sessions.filter((one) => one !== jar);
  const password = newPassword();
  const body = { currentPassword, newPassword: password, revokeOtherSessions: true };
  const reply = await asOwner(person, jar, "/change-password", body);
  if (reply.status === 200) {
    account.old.push(...account.passwords);
    account.passwords = [password];
    return ended(person, "/change-password", before, ...others);
  }
  account.passwords = [...account.passwords, password];
  await forget(person, ...person.sessions);
}

/** Tries a password that was replaced. */
export async function tryOldPassword({ account, caller, ledger }: Person): Promise<void> {
  const password = pick(account.old);
  if (!password) return;
  const reply = await caller.send("/sign-in/email", new Map(), { email: account.email, password });
  const isRefused = reply.isUnknown || reply.status === 401;
  check(ledger, "a replaced password signs nobody in", isRefused, () => `${account.email}: ${described(reply)}`);
}

/** Asks for a link, and uses it twice at once and a third time after. */
export async function recover(person: Person): Promise<void> {
  const { account, caller, ledger } = person;
  const begin = performance.now();
  const asked = await caller.send("/forget-password", new Map(), { email: account.email });
  if (asked.isUnknown) return;
  check(ledger, "a link can be asked for", asked.status === 200, () => described(asked));
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
    ended(person, "/reset-password", ...live);
    const again = await use();
    check(ledger, "a used link is refused", again.isUnknown || again.status === 400, () => described(again));
    return;
  }
  // Both refused: a mail of an earlier wish, whose link the later one replaced.
  if (!replies.some(({ isUnknown }) => isUnknown)) return;
  account.passwords = [...account.passwords, password];
  await forget(person, ...live);
}

async function tokenOf({ account, ledger }: Person, since: number): Promise<string | null> {
  while (performance.now() - since < patience) {
    const mail = ledger.resetMails.get(account.email);
    if (mail && mail.arrivedAt >= since) {
      ledger.resetMails.delete(account.email);
      return mail.token;
    }
    await sleep(20);
  }
  return null;
}
