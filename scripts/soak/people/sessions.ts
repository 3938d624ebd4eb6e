/** Reads, extends, and ends sessions, and tries to use ended ones again. */

import type { ApiClient, Reply } from "../calls.ts";
import { check, type EndedSession, type Jar, type Ledger } from "../ledger.ts";
import {
  checkOwner,
  described,
  forget,
  pick,
  recordEnded,
  type SimulatedUser,
  sendAsUser,
  signIn,
  someSession,
} from "./person.ts";

/** How long plain reads may still accept an ended session: the lifetime of its copies, in milliseconds. */
export const revocationBound = 5000;

/** Reads the session, usually from the copy in the cookie. A session that is due is extended. */
export async function read(person: SimulatedUser): Promise<void> {
  const jar = await someSession(person);
  if (!jar) return;
  const path = Math.random() < 0.7 ? "/get-session" : "/get-session?disableCookieCache=true";
  const reply = await person.caller.send(path, jar);
  if (reply.isUnknown) return;
  const isThere = reply.status === 200 && reply.body !== null;
  check(person.ledger, "an active session is found", isThere, () => `${path}: ${described(reply)}`);
  if (isThere) checkOwner(person, reply);
}

/** Makes a change with a session. */
export async function write(person: SimulatedUser): Promise<void> {
  const jar = await someSession(person);
  if (jar) await sendAsUser(person, jar, "/update-user", { name: `Somebody ${Math.random()}` });
}

/** Signs in on another device, unless the user has enough of them. */
export async function signInAgain(person: SimulatedUser): Promise<void> {
  if (person.sessions.length < 4) await signIn(person);
}

/** Signs out while other requests of the same device are pending. */
export async function signOut(person: SimulatedUser): Promise<void> {
  const jar = pick(person.sessions);
  if (!jar) return;
  const before = new Map(jar);
  const racing: Jar[] = [new Map(jar), new Map(jar)];
  const reads = racing.map((copy, at) => person.caller.send(`/get-session?disableCookieCache=${at === 1}`, copy));
  const reply = await person.caller.send("/sign-out", jar, {});
  const isDone = reply.status === 200;
  if (isDone) recordEnded(person, "/sign-out", before);
  // The cookies that these requests received are replayed later too.
  await Promise.all(reads);
  if (isDone) recordEnded(person, "/sign-out, with a read under way", ...racing);
  check(person.ledger, "signing out works", isDone || reply.isUnknown, () => described(reply));
  person.sessions = person.sessions.filter((one) => one !== jar);
}

/** Ends another device's session, or all others, from this one. */
export async function revoke(person: SimulatedUser): Promise<void> {
  const own = pick(person.sessions);
  const others = person.sessions.filter((one) => one !== own);
  const target = pick(others);
  if (!own || !target) return;
  if (Math.random() < 0.4) {
    const reply = await sendAsUser(person, own, "/revoke-other-sessions", {});
    if (reply.status === 200) recordEnded(person, "/revoke-other-sessions", ...others);
    else await forget(person, ...others);
    return;
  }
  const found = await sendAsUser(person, target, "/get-session?disableCookieCache=true");
  const handle = (found.body?.session as { readonly token: string } | undefined)?.token;
  if (!handle) return;
  const reply = await sendAsUser(person, own, "/revoke-session", { token: handle });
  if (reply.status === 200) recordEnded(person, "/revoke-session", target);
  else await forget(person, target);
}

/** Replays the cookies of an ended session, usually a recent one. */
export async function replayEndedSession(caller: ApiClient, ledger: Ledger): Promise<void> {
  const recent = ledger.ended.slice(-40);
  const session = pick(Math.random() < 0.7 ? recent : ledger.ended);
  if (session) await replaySession(caller, ledger, session);
}

/** Checks that writes are rejected immediately, and reads once the copies have expired. */
export async function replaySession(caller: ApiClient, ledger: Ledger, session: EndedSession): Promise<void> {
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
  if (since > revocationBound) {
    check(
      ledger,
      "an ended session can't be read after the caches expire",
      answer.body === null,
      details(since, answer),
    );
  }
}
