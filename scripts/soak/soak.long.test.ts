/** Tests that the soak run detects violations, with a server that does everything wrong. */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createApiClient } from "./calls.ts";
import { checkLedger } from "./final-check.ts";
import { type Account, type Ledger, openLedger } from "./ledger.ts";
import { accept } from "./people/invitations.ts";
import { recover } from "./people/passwords.ts";
import type { SimulatedUser } from "./people/person.ts";
import { read, replaySession } from "./people/sessions.ts";

let server: Server;
afterEach(() => server.close());

/** A user of a server that responds to everything in the same way. */
async function personAt(status: number, body: object | null): Promise<SimulatedUser> {
  server = createServer((_, outgoing) => outgoing.writeHead(status).end(JSON.stringify(body))).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const ledger = openLedger();
  const account: Account = { email: "ann@soak.test", userId: "ann", passwords: ["a password"], old: [] };
  ledger.accounts.push(account);
  const caller = createApiClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, ledger);
  return { caller, ledger, account, sessions: [new Map([["session", "live"]])], organizationId: null };
}

/** The violations, without details. */
function found({ violations }: Ledger): string[] {
  return violations.map((line) => /not so: ([^.]+)\./.exec(line)?.[1] ?? line);
}

const eve = { user: { id: "eve" } };

test("an ended session that's accepted, or that returns another user", async () => {
  const { caller, ledger, account } = await personAt(200, eve);
  const endedAt = performance.now() - 60_000;
  await replaySession(caller, ledger, { jar: new Map(), account, endedAt, by: "/sign-out" });
  expect(found(ledger)).toEqual([
    "an ended session changes nothing",
    "no response is for another user",
    "an ended session can't be read after the caches expire",
  ]);
});

test("a session that is read within its bound isn't a violation, but one that is lost is", async () => {
  const person = await personAt(401, null);
  const { caller, ledger, account } = person;
  await replaySession(caller, ledger, { jar: new Map(), account, endedAt: performance.now(), by: "/sign-out" });
  expect(found(ledger)).toEqual([]);
  await read(person);
  expect(found(ledger)).toEqual(["an active session is found"]);
});

test("a link and an invitation that work repeatedly", async () => {
  const person = await personAt(200, { ...eve, id: "none" });
  const { ledger, account } = person;
  ledger.resetMails.set(account.email, { token: "token", arrivedAt: Number.POSITIVE_INFINITY });
  ledger.openInvitations.set(account.email, [{ id: "invitation", organizationId: "organization" }]);
  ledger.invitationTokens.set("invitation", "invitation.secret");
  await recover(person);
  person.sessions = [new Map()];
  await accept(person).catch(() => {});
  expect(found(ledger)).toEqual([
    "a link works once",
    "a used link is rejected",
    "an invitation works once",
    "a used invitation is rejected",
  ]);
});

test("a lost sign-up", async () => {
  const { caller, ledger } = await personAt(401, { code: "INVALID_EMAIL_OR_PASSWORD" });
  await checkLedger(caller, ledger);
  expect(found(ledger)).toEqual(["a user who signed up can sign in", "Signing in as ann@soak.test failed at the end."]);
});

test.each([
  [504, "a response arrives in time"],
  [500, "an error is one that the endpoint declares"],
])("a response with %i", async (status, what) => {
  const person = await personAt(status, null);
  await read(person);
  expect(found(person.ledger)).toEqual([what]);
});
