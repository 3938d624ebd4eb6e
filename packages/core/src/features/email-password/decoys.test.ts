/** Tests that sign-up followed by sign-in doesn't reveal who has an account, if emails must be verified. */

import { createMailbox, mailOptions, outboxEmpty, startAuth, type TestBrowser, testPassword } from "@latchkey/test-kit";
import { quickDatabases } from "@latchkey/test-kit/databases";
import { describe, expect, test } from "vitest";
import { memoryAdapter } from "../../database/memory/adapter.ts";
import { accountTable } from "../../tables/account.ts";
import { tokenTable } from "../../tables/token.ts";
import { userTable } from "../../tables/user.ts";

const first = "the first password";
const second = "the second password";
const day = 86_400;

interface Options {
  readonly database?: object;
  readonly emailAndPassword?: object;
}

/** An app with two verified users: Ann has a password, and Sue doesn't. */
async function start(options: Options = {}) {
  const box = createMailbox();
  const mails = mailOptions(box);
  const app = await startAuth({
    ...mails,
    ...options,
    emailAndPassword: { ...mails.emailAndPassword, requireEmailVerification: true, ...options.emailAndPassword },
  } as never);
  const { db } = app.auth.$context;
  for (const name of ["ann", "sue"]) await app.browser().signUp(`${name}@example.com`);
  const sue = await db.findOne(userTable, { where: { email: "sue@example.com" } });
  await db.remove(accountTable, { where: { userId: sue?.id as string } });
  await db.update(userTable, { where: {}, set: { emailVerified: true } });
  await outboxEmpty(app.auth);
  box.mails.length = 0;
  const { stats } = app.auth.$context.passwords as unknown as { stats: { computed: number } };
  return { ...app, box, db, stats };
}

const outcome = ({ status, body }: Awaited<ReturnType<TestBrowser["signIn"]>>) => [
  status,
  (body as unknown as { code?: string }).code,
];
const unverified = [403, "EMAIL_NOT_VERIFIED"];
const wrong = [401, "INVALID_EMAIL_OR_PASSWORD"];

describe.each(quickDatabases)("ENUM-15: on $name", ({ open }) => {
  test("ENUM-15: after a sign-up, a sign-in is rejected as unverified, whether the email is free or taken", async () => {
    const { database, close } = await open();
    const { browser, auth, box, db, stats } = await start({ database });
    const seen: unknown[] = [];
    for (const email of ["free@example.com", "ann@example.com", "sue@example.com"]) {
      for (const password of [first, second]) await browser().signUp(email, password);
      await outboxEmpty(auth);
      box.mails.length = 0;
      const answers: unknown[] = [];
      for (const password of [first, second, "another password"]) {
        const before = stats.computed;
        const { body, headers, setCookies, ...reply } = await browser().signIn(email, password);
        answers.push([reply.status, body, [...headers.keys()], setCookies, stats.computed - before]);
      }
      await outboxEmpty(auth);
      seen.push(answers);
      expect(outcome(await browser().signIn(email, first))).toEqual(unverified);
      expect(outcome(await browser().signIn(email, "another password"))).toEqual(wrong);
    }
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
    const hashes = (seen[0] as unknown[][]).map((answer) => answer.at(-1));
    expect(hashes).toEqual([1, 1, 1]);
    // The owner can still sign in, and no one else has a session.
    expect((await browser().signIn("ann@example.com")).status).toBe(200);
    expect(await db.count({ name: "session", columns: {} } as never, {})).toBe(1);
    await close();
  });
});

describe("ENUM-15: if emails must be verified", () => {
  test("ENUM-15: a free email and a taken email cause the same hashes, queries, and messages", async () => {
    const statements: string[] = [];
    const database = memoryAdapter({
      onStatement({ kind, text, table }) {
        if (kind !== "transaction" && (table !== "outbox" || text.startsWith("insert"))) statements.push(`${table}`);
      },
    });
    const { browser, auth, stats } = await start({ database });
    const work = async (call: () => Promise<unknown>) => {
      statements.length = 0;
      const before = stats.computed;
      await call();
      const counted = statements.slice(0, statements.indexOf("outbox") + 1 || statements.length).length;
      await outboxEmpty(auth);
      return [stats.computed - before, counted];
    };
    const [free, taken] = ["free@example.com", "ann@example.com"];
    const signUps = [await work(() => browser().signUp(free, first)), await work(() => browser().signUp(taken, first))];
    expect(signUps[0]?.[0]).toBe(1);
    expect(signUps[1]).toEqual(signUps[0]);
    const signIns = [await work(() => browser().signIn(free, first)), await work(() => browser().signIn(taken, first))];
    expect(signIns[0]?.[0]).toBe(1);
    expect(signIns[1]).toEqual(signIns[0]);
  });

  test("ENUM-18: after 21 sign-ups, the first password is wrong, whether the email is free or taken", async () => {
    const { browser, clock, db } = await start();
    const passwords = Array.from({ length: 21 }, (_, at) => `password number ${at}`);
    for (const email of ["free@example.com", "ann@example.com"]) {
      const seen: unknown[] = [];
      for (const password of passwords) {
        if (password === passwords[20]) seen.push(outcome(await browser().signIn(email, passwords[0])));
        await browser().signUp(email, password);
        clock.advance(1);
      }
      for (const password of passwords.slice(0, 2)) seen.push(outcome(await browser().signIn(email, password)));
      // Signing up with this password again makes its decoy one of the newest.
      await browser().signUp(email, passwords[0]);
      seen.push(outcome(await browser().signIn(email, passwords[0])));
      expect(seen).toEqual([unverified, wrong, unverified, unverified]);
    }
    await db.update(userTable, { where: { email: "free@example.com" }, set: { emailVerified: true } });
    expect((await browser().signIn("free@example.com", passwords[0])).status).toBe(200);
    expect((await browser().signIn("ann@example.com")).status).toBe(200);
  });

  test("ENUM-15: the rejection sends no verification email to a verified user", async () => {
    const { browser, auth, box } = await start();
    for (const email of ["ann@example.com", "free@example.com"]) await browser().signUp(email, first);
    await outboxEmpty(auth);
    box.mails.length = 0;
    for (const email of ["ann@example.com", "free@example.com"]) await browser().signIn(email, first);
    await outboxEmpty(auth);
    expect(box.mails.map(({ sender, to }) => [sender, to])).toEqual([["sendVerificationEmail", "free@example.com"]]);
  });

  test("ENUM-15: a decoy never signs anyone in, whatever happens to the account", async () => {
    const { browser, auth, db } = await start();
    await browser().signUp("ann@example.com", first);
    const [decoy] = await db.findMany(tokenTable, { where: { kind: "sign-up-decoy" }, limit: 9 });
    expect(decoy).toMatchObject({ userId: null, subject: expect.not.stringContaining("@") });
    expect(JSON.stringify(decoy)).not.toContain(first);
    await auth.$context.db.update(accountTable, { where: {}, set: { password: null } });
    expect(outcome(await browser().signIn("ann@example.com", first))).not.toEqual([200, undefined]);
    await db.remove(userTable, { where: { email: "ann@example.com" } });
    expect(outcome(await browser().signIn("ann@example.com", first))).toEqual(unverified);
    expect(await db.count({ name: "session", columns: {} } as never, {})).toBe(0);
  });

  test("ENUM-15: a decoy works for 30 days, or until a user gets the email", async () => {
    const { browser, clock, db } = await start();
    await browser().signUp("ann@example.com", first);
    clock.advance(30 * day - 1);
    expect(outcome(await browser().signIn("ann@example.com", first))).toEqual(unverified);
    clock.advance(1);
    expect(outcome(await browser().signIn("ann@example.com", first))).toEqual(wrong);
    await browser().signUp("ann@example.com", first);
    await db.remove(userTable, { where: { email: "ann@example.com" } });
    await browser().signUp("ann@example.com", second);
    expect(outcome(await browser().signIn("ann@example.com", first))).toEqual(wrong);
    expect(outcome(await browser().signIn("ann@example.com", second))).toEqual(unverified);
    expect(await db.count(tokenTable, { where: { kind: "sign-up-decoy" } })).toBe(0);
  });

  test("ENUM-15: an account with an older hash can still sign in, and its decoys are rejected in the same way", async () => {
    const { browser, db } = await start();
    const { scryptSync } = await import("node:crypto");
    const salt = "00112233445566778899aabbccddeeff";
    const key = scryptSync(testPassword, salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 });
    await db.update(accountTable, { where: {}, set: { password: `${salt}:${key.toString("hex")}` } });
    for (const password of [first, second]) await browser().signUp("ann@example.com", password);
    for (const password of [first, second]) {
      expect(outcome(await browser().signIn("ann@example.com", password))).toEqual(unverified);
    }
    expect(outcome(await browser().signIn("ann@example.com", "another password"))).toEqual(wrong);
    expect((await browser().signIn("ann@example.com")).status).toBe(200);
  });
});

test("if emails don't have to be verified, no decoy is stored, and sign-in sends the usual queries", async () => {
  const { browser, db } = await start({ emailAndPassword: { requireEmailVerification: false, autoSignIn: false } });
  await browser().signUp("ann@example.com", first);
  expect(outcome(await browser().signIn("ann@example.com", first))).toEqual(wrong);
  expect(await db.count(tokenTable, { where: { kind: "sign-up-decoy" } })).toBe(0);
});
