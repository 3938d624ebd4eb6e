/** Reading, extending and ending sessions; and coming back with one that was ended. */

import type { Caller, Reply } from "../calls.ts";
import { check, type EndedSession, type Jar, type Ledger } from "../ledger.ts";
import { asOwner, checkOwner, described, ended, forget, type Person, pick, signIn, someSession } from "./person.ts";

/** For how long plain reads may take a session that was ended for alive: the age of its copies, in milliseconds. */
export const bound = 5000;

/** Reads the session, mostly by the copy in the cookie. One that is due is extended by it. */
export async function read(person: Person): Promise<void> {
  const jar = await someSession(person);
  if (!jar) return;
  const path = Math.random() < 0.7 ? "/get-session" : "/get-session?disableCookieCache=true";
  const reply = await person.caller.send(path, jar);
  if (reply.isUnknown) return;
  const isThere = reply.status === 200 && reply.body !== null;
  check(person.ledger, "a live session is found", isThere, () => `${path}: ${described(reply)}`);
  if (isThere) checkOwner(person, reply);
}

/** Changes something by a session. */
export async function write(person: Person): Promise<void> {
  const jar = await someSession(person);
  if (jar) await asOwner(person, jar, "/update-user", { name: `Somebody ${Math.random()}` });
}

/** Signs in on a further device, or on the first again. */
export async function further(person: Person): Promise<void> {
  if (person.sessions.length < 4) await signIn(person);
}

/** Signs out, while other requests of the same device are under way. */
export async function signOut(person: Person): Promise<void> {
  const jar = pick(person.sessions);
  if (!jar) return;
  const before = new Map(jar);
  const racing: Jar[] = [new Map(jar), new Map(jar)];
  const reads = racing.map((copy, at) => person.caller.send(`/get-session?disableCookieCache=${at === 1}`, copy));
  const reply = await person.caller.send("/sign-out", jar, {});
  const isDone = reply.status === 200;
  if (isDone) ended(person, "/sign-out", before);
  // What these were given is theirs to come back with, too.
  await Promise.all(reads);
  if (isDone) ended(person, "/sign-out, with a read under way", ...racing);
  check(person.ledger, "signing out works", isDone || reply.isUnknown, () => described(reply));
  person.sessions = person.sessions.filter((one) => one !== jar);
}

/** Ends another device's session, or all of them, from this one. */
export async function revoke(person: Person): Promise<void> {
  const own = pick(person.sessions);
  const others = person.sessions.filter((one) => one !== own);
  const target = pick(others);
  if (!own || !target) return;
  if (Math.random() < 0.4) {
    const reply = await asOwner(person, own, "/revoke-other-sessions", {});
    if (reply.status === 200) ended(person, "/revoke-other-sessions", ...others);
    else await forget(person, ...others);
    return;
  }
  const found = await asOwner(person, target, "/get-session?disableCookieCache=true");
  const handle = (found.body?.session as { readonly token: string } | undefined)?.token;
  if (!handle) return;
  const reply = await asOwner(person, own, "/revoke-session", { token: handle });
  if (reply.status === 200) ended(person, "/revoke-session", target);
  else await forget(person, target);
}

/** Somebody comes back with the cookies of a session that was ended: not long ago, mostly. */
export async function comeBack(caller: Caller, ledger: Ledger): Promise<void> {
  const recent = ledger.ended.slice(-40);
  const session = pick(Math.random() < 0.7 ? recent : ledger.ended);
  if (session) await comeBackWith(caller, ledger, session);
}

/** What changes something is refused at once; what reads, once the copies are too old. */
export async function comeBackWith(caller: Caller, ledger: Ledger, session: EndedSession): Promise<void> {
  const details = (since: number, reply: Reply) => () =>
    `${session.account.email}, ended by ${session.by} ${Math.round(since)} ms before: ${described(reply)}`;
  const before = performance.now() - session.endedAt;
  const written = await caller.send("/update-user", new Map(session.jar), { name: "Nobody" });
  const isRefused = written.isUnknown || written.status === 401;
  check(ledger, "an ended session changes nothing", isRefused, details(before, written));
  const since = performance.now() - session.endedAt;
  const answer = await caller.send("/get-session", new Map(session.jar));
  if (answer.isUnknown) return;
  if (answer.body !== null) checkOwner({ account: session.account, ledger }, answer);
  if (since > bound) {
    check(ledger, "an ended session is not read after its bound", answer.body === null, details(since, answer));
  }
}
