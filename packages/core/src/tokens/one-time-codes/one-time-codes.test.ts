import { startAuth, type TestOptions } from "@latchkey/test-kit";
import { quickDatabases } from "@latchkey/test-kit/databases";
import { describe, expect, test } from "vitest";
import type { RequestContext } from "../../kernel/context.ts";
import { tokenTable } from "../../tables/token.ts";
import {
  type CheckedOneTimeCode,
  checkOneTimeCode,
  consumeOneTimeCode,
  dailyAttemptLimit,
  releaseOneTimeCode,
} from "./check.ts";
import { findOneTimeCode, issueOneTimeCode, peekOneTimeCode } from "./issue.ts";
import type { OneTimeCodeKind, OneTimeCodeSlot } from "./slot.ts";

const closed: string[] = [];
const kind: OneTimeCodeKind = {
  name: "test-code",
  digits: 6,
  expiresIn: 300,
  maxAttempts: 5,
  onClosed: async (_, { address }) => void closed.push(address),
};
const slot: OneTimeCodeSlot = { type: "sign-in", address: "ann@example.com", binding: "browser:one" };
const other = (code: string) => (code === "123456" ? "654321" : "123456");
const times = <T>(count: number, run: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => run(at)));

describe.each(quickDatabases)("one-time codes on $name", ({ open }) => {
  const start = async (options: TestOptions<[], {}, {}> = {}) => {
    const { database, close } = await open();
    const app = await startAuth({ database, ...options });
    // Only the request's cookies are read.
    const context = { ...app.auth.$context, requestCache: new Map(), cookies: { values: () => [] } } as object;
    const request = context as RequestContext;
    const issue = (about = slot) => issueOneTimeCode(request, kind, about);
    const check = (code: string, about = slot) => checkOneTimeCode(request, kind, about, code);
    const consume = (checked: CheckedOneTimeCode) =>
      request.db.transaction((tx) => consumeOneTimeCode(tx, request, checked));
    return { ...app, context: request, issue, check, consume, close };
  };

  test("EOTP-01: only five of 200 concurrent guesses are checked, and then the correct code no longer works", async () => {
    const { issue, check, close } = await start();
    const { code } = await issue();
    const outcomes = await times(200, () => check(other(code)));
    expect(outcomes.filter((outcome) => outcome === "wrong")).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome === "exhausted")).toHaveLength(195);
    expect(await check(code)).toBe("exhausted");
    await close();
  });

  test("EOTP-02: the correct code is consumed once if it's used 20 times concurrently", async () => {
    const { issue, check, consume, close } = await start();
    const { code } = await issue();
    const outcomes = await times(20, async () => {
      const checked = await check(code);
      return typeof checked === "string" ? checked : consume(checked);
    });
    expect(outcomes.filter((outcome) => outcome === true)).toHaveLength(1);
    expect(await check(code)).toBe("missing");
    await close();
  });

  test("EOTP-07: requesting a code again within ten minutes returns the same code with its remaining attempts", async () => {
    const { issue, check, clock, close } = await start();
    const { code } = await issue();
    for (let round = 0; round < 4; round++) expect(await check(other(code))).toBe("wrong");
    clock.advance(299);
    const again = await issue();
    expect(again.code).toBe(code);
    expect(await check(other(code))).toBe("wrong");
    expect(await check(code)).toBe("exhausted");
    const fresh = await issue();
    expect(typeof (await check(fresh.code))).toBe("object");
    clock.advance(200);
    expect((await issue()).code).toBe(fresh.code);
    clock.advance(200);
    expect((await issue()).code).toBe(fresh.code);
    clock.advance(200);
    expect(await check(fresh.code)).toBe("expired");
    await close();
  });

  test("EOTP-07: 20 concurrent requests get the same code", async () => {
    const { issue, close, context } = await start();
    const codes = await times(20, () => issue());
    expect(new Set(codes.map(({ code }) => code)).size).toBe(1);
    expect(await context.db.count(tokenTable, {})).toBe(1);
    await close();
  });

  test("EOTP-03: a code for another purpose, address, or browser doesn't work, and doesn't use up the owner's attempts", async () => {
    const { issue, check, close } = await start();
    const { code } = await issue();
    for (const changed of [
      { type: "forget-password" },
      { address: "bob@example.com" },
      { binding: "browser:two" as const },
    ]) {
      for (let round = 0; round < 6; round++) expect(await check(code, { ...slot, ...changed })).toBe("missing");
    }
    expect(typeof (await check(code))).toBe("object");
    await close();
  });

  test("EOTP-04: a stranger who requests codes and guesses in another browser doesn't affect the owner's code", async () => {
    const { issue, check, close } = await start();
    const { code } = await issue();
    const stranger = { ...slot, binding: "browser:stranger" as const };
    for (let round = 0; round < 3; round++) {
      const theirs = await issue(stranger);
      for (let attempt = 0; attempt < 5; attempt++) await check(other(theirs.code), stranger);
    }
    expect(typeof (await check(code))).toBe("object");
    await close();
  });

  test("EOTP-06: codes are stored as a keyed digest and encrypted, so the database alone doesn't allow guessing", async () => {
    const { issue, context, close } = await start();
    const { code, id } = await issue();
    const [row] = await context.db.findMany(tokenTable, { limit: 2 });
    const stored = JSON.stringify(row);
    expect([stored.includes(code), stored.includes("ann@"), stored.includes("one")]).toEqual([false, false, false]);
    expect(await peekOneTimeCode(context, kind, id)).toMatchObject({ code });
    expect(await findOneTimeCode(context, kind, slot)).toMatchObject({ code });
    const stranger = await startAuth({ secret: "Zb7xKp2QvM9sTn4WzR8cHj3LfD6gAe1U" });
    const foreign = { ...stranger.auth.$context, db: context.db } as RequestContext;
    expect(await peekOneTimeCode(foreign, kind, id)).toBeNull();
    await close();
  });

  test("EOTP-10: after 50 wrong codes in a day, no code works until the next day, and the owner is notified once", async () => {
    const { issue, check, clock, close } = await start();
    closed.length = 0;
    let wrong = 0;
    const guess = async (binding: OneTimeCodeSlot["binding"]) => {
      const own = { ...slot, binding };
      const { code } = await issue(own);
      const outcomes = await times(5, () => check(other(code), own));
      wrong += outcomes.filter((outcome) => outcome === "wrong").length;
    };
    await times(15, (at) => guess(`browser:${at}`));
    expect([wrong, closed]).toEqual([50, ["ann@example.com"]]);
    const { code } = await issue();
    expect(await check(code)).toBe("exhausted");
    clock.advance(86_400);
    const next = await issue();
    expect(typeof (await check(next.code))).toBe("object");
    await close();
  });

  test("correct codes don't count toward the limit for wrong codes", async () => {
    const { issue, check, consume, context, close } = await start();
    for (let round = 0; round < dailyAttemptLimit + 5; round++) {
      const checked = await check((await issue()).code);
      if (typeof checked === "string") throw new Error(checked);
      if (round % 2 === 0) await consume(checked);
      else {
        await releaseOneTimeCode(context.db, checked);
        await consume(checked);
      }
    }
    await close();
  });

  test("EOTP-11: spaces are removed, and a code with other characters than digits doesn't use up an attempt", async () => {
    const { issue, check, close } = await start();
    const { code } = await issue();
    for (const typed of ["", "12345", "1234567", "１２３４５６", "12345a", "x".repeat(10_000)]) {
      expect(await check(typed)).toBe("wrong");
    }
    expect(typeof (await check(` ${code.slice(0, 3)} ${code.slice(3)}\n`))).toBe("object");
    await close();
  });
});
