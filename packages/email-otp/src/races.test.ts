import type { TestBrowser } from "@latchkey/test-kit";
import { quickDatabases } from "@latchkey/test-kit/databases";
import { describe, expect, test } from "vitest";
import { email, otherCode, outcome, startCodes } from "../test/app.ts";

describe.each(quickDatabases)("on $name", ({ open }) => {
  test("EOTP-02: the right code used 20 times concurrently creates one session", async () => {
    const { database, close } = await open();
    const { browser, code, signIn, auth } = await startCodes({ allowedAttempts: 10 }, { database });
    const ann = browser();
    const otp = await code(ann);
    const replies = await Promise.all(Array.from({ length: 20 }, () => signIn(ann, otp)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const count = (name: string) => auth.$context.db.count({ name, columns: {} } as never, {});
    expect([await count("session"), await count("user")]).toEqual([1, 1]);
    await close();
  });

  test("EOTP-01: five of 200 guesses from 50 addresses are checked", async () => {
    const { database, close } = await open();
    const { browser, code, signIn } = await startCodes({}, { database });
    const ann = browser();
    const otp = await code(ann);
    const guessers = Array.from({ length: 50 }, (_, at) => {
      const guesser = browser(`198.51.100.${at}`);
      for (const [name, value] of ann.cookies) guesser.cookies.set(name, value);
      return guesser;
    });
    const guess = (at: number) => signIn(guessers[at % 50] as TestBrowser, otherCode(otp));
    const replies = await Promise.all(Array.from({ length: 200 }, (_, at) => guess(at)));
    expect(replies.filter(({ body }) => body.code === "INVALID_OTP")).toHaveLength(5);
    expect(outcome(await signIn(ann, otp))).toEqual([403, "TOO_MANY_ATTEMPTS"]);
    await close();
  });

  test("EOTP-09: after the owner signs in, no one else can use an account that someone else created with the email", async () => {
    const { database, close } = await open();
    const { browser, code, signIn, session } = await startCodes({}, { database });
    const planter = browser();
    await planter.signUp(email, "the planter's password");
    const ann = browser();
    expect((await signIn(ann, await code(ann))).status).toBe(200);
    expect([await session(ann), await session(planter)]).toEqual([email, null]);
    expect((await browser().signIn(email, "the planter's password")).status).toBe(401);
    await close();
  });

  test("EOTP-12: one of two concurrent changes succeeds", async () => {
    const { database, close } = await open();
    const changeEmail = { enabled: true, verifyCurrentEmail: false };
    const { browser, code, signIn, box, session } = await startCodes({ changeEmail }, { database });
    const ann = browser();
    await signIn(ann, await code(ann));
    await ann.post("/email-otp/request-email-change", { newEmail: "b@example.com" });
    const otp = String((await box.next("code", "b@example.com")).mail.otp);
    const body = { newEmail: "b@example.com", otp };
    const replies = await Promise.all([1, 2].map(() => ann.post("/email-otp/change-email", body)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await session(ann)).toBe("b@example.com");
    await close();
  });
});
