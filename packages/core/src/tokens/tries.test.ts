import { startAuth } from "@latchkey/test-kit";
import { databases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { LETTERS_AND_DIGITS } from "../crypto/random.ts";
import { issueToken, issueTokenWithSecret, storeToken } from "./issue.ts";
import { defineTokenKind } from "./kind.ts";
import { revokeTokensOfKind } from "./revoke.ts";
import { consumeToken, listTokens, peekToken, recordAttempt, renewToken } from "./store.ts";

const form = { length: 32, alphabet: LETTERS_AND_DIGITS };
const riddle = defineTokenKind<{ n: number }>({ name: "riddle", expiresIn: 60, form, maxAttempts: 5 });
const pass = defineTokenKind<{ seen: string }>({ name: "pass", expiresIn: 60, form });
const pin = defineTokenKind<object>({ name: "pin", expiresIn: 60, form: "given", newestOnly: true });

describe.each(databases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  const start = async () => {
    const app = await startAuth({ database: opened.database });
    const { body } = await app.browser().signUp("ann@example.com");
    const context = app.auth.$context;
    return { ...app, context, db: context.db, userId: body.user.id };
  };

  test("five of 50 concurrent wrong attempts are counted, and then the token no longer works", async () => {
    const { context, db, userId } = await start();
    const { token, row } = issueToken(context, riddle, { subject: userId, userId, data: { n: 1 } });
    await storeToken(db, { token, row, expiresAt: row.expiresAt, newestOnly: false });
    const counted = await Promise.all(Array.from({ length: 50 }, () => recordAttempt(db, context, riddle, token)));
    expect(counted.filter((count) => count !== null).sort()).toEqual([1, 2, 3, 4, 5]);
    expect(await peekToken(db, context, riddle, token)).toMatchObject({ attemptsLeft: 0, data: { n: 1 } });
    expect(await consumeToken(db, context, riddle, token)).toBeNull();
    expect(await recordAttempt(db, context, riddle, "another")).toBeNull();
  });

  test("during concurrent wrong attempts, a correct use consumes the token only if attempts are left", async () => {
    const { context, db, userId } = await start();
    const minted = issueToken(context, riddle, { subject: userId, data: { n: 1 } });
    await storeToken(db, minted);
    const outcomes = await Promise.all([
      ...Array.from({ length: 10 }, () => recordAttempt(db, context, riddle, minted.token)),
      ...Array.from({ length: 3 }, () => consumeToken(db, context, riddle, minted.token)),
    ]);
    const counted = outcomes.slice(0, 10).filter((one) => one !== null);
    const taken = outcomes.slice(10).filter((one) => one !== null);
    expect(taken.length === 1 ? counted.length < 5 : counted.length === 5).toBe(true);
  });

  test("one of 20 concurrent renewals of a token gets the new secret, and the old secret no longer works", async () => {
    const { context, db, userId, clock } = await start();
    const minted = issueToken(context, pass, { subject: userId, userId, data: { seen: "first" } });
    await storeToken(db, minted);
    clock.advance(59);
    const about = { subject: userId, data: { seen: "then" } };
    const wrong = await renewToken(db, context, pass, minted.token, { ...about, subject: "somebody else" });
    const renewed = (
      await Promise.all(Array.from({ length: 20 }, () => renewToken(db, context, pass, minted.token, about)))
    ).filter((one) => one !== null);
    expect([wrong, renewed.length]).toEqual([null, 1]);
    clock.advance(59);
    expect(await peekToken(db, context, pass, minted.token)).toBeNull();
    expect(await peekToken(db, context, pass, renewed[0]?.token as string)).toMatchObject({ data: { seen: "then" } });
  });

  test("a subject's tokens can be listed and removed by kind or handle, and the list marks the presented token", async () => {
    const { context, db, userId, clock } = await start();
    const make = async (subject: string): Promise<string> => {
      const minted = issueToken(context, pass, { subject, userId, data: { seen: subject } });
      await storeToken(db, minted);
      clock.advance(1);
      return minted.token;
    };
    const [, second] = [await make("a"), await make("a"), await make("b")];
    const listed = await listTokens(db, context, pass, { subject: "a", presented: second ?? null });
    expect(listed.map(({ isPresented, attemptsLeft }) => [isPresented, attemptsLeft])).toEqual([
      [true, null],
      [false, null],
    ]);
    const { id } = listed[0] as { id: string };
    expect(await revokeTokensOfKind(db, [pass], { userId: "somebody else", id })).toBe(0);
    expect(await revokeTokensOfKind(db, [riddle], { userId, id })).toBe(0);
    expect(await revokeTokensOfKind(db, [pass], { userId, id })).toBe(1);
    expect(await revokeTokensOfKind(db, [pass, riddle], { userId })).toBe(2);
    expect(await listTokens(db, context, pass, { subject: "a" })).toEqual([]);
  });

  test("a token's secret can be chosen if its kind allows it, and only the subject's newest secret is valid", async () => {
    const { context, db } = await start();
    const give = (secret: string) =>
      storeToken(db, issueTokenWithSecret(context, pin, secret, { subject: "s", data: {} }));
    await give("long\x0a3456");
    await give("long\x354321");
    expect(await consumeToken(db, context, pin, "long\x0a3456", "s")).toBeNull();
    expect(await consumeToken(db, context, pin, "long\x354321", "s")).toMatchObject({ subject: "s" });
    expect(() => issueToken(context, pin, { subject: "s", data: {} })).toThrow('"pin" have the form "given"');
    expect(() => issueTokenWithSecret(context, riddle, "x", { subject: "s", data: { n: 1 } })).toThrow(
      '"riddle" are generated',
    );
  });
});
