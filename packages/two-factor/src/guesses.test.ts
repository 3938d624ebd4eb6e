import { databases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startTwoFactor } from "../test/app.ts";

/** Returns this many wrong codes, followed by the right one. */
const guessesWithLast = (right: string, size: number): string[] => {
  const wrong: string[] = [];
  for (let at = 0; wrong.length < size; at++) {
    const one = String(at).padStart(6, "0");
    if (one !== right) wrong.push(one);
  }
  return [...wrong, right];
};

describe.each(databases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("TFA-04: the correct sent code is rejected after 60 concurrent wrong ones", async () => {
    const app = await startTwoFactor({ database: opened.database });
    await app.enrolled();
    const browser = await app.challenged();
    await browser.post("/two-factor/send-otp");
    const { mail } = await app.box.next("sendOTP");
    const cookie = browser.cookies.get("latchkey.two_factor") as string;
    const replies = await Promise.all(
      guessesWithLast(String(mail.code), 60).map((code) => {
        const copy = app.browser();
        copy.cookies.set("latchkey.two_factor", cookie);
        return copy.post("/two-factor/verify-otp", { code });
      }),
    );
    expect(replies.filter(({ status }) => status === 200)).toEqual([]);
  });

  test("TFA-05: a signed-in user's correct code is rejected after 60 wrong ones", async () => {
    const app = await startTwoFactor({ database: opened.database });
    const { browser } = await app.enrolled();
    await browser.post("/two-factor/send-otp");
    const { mail } = await app.box.next("sendOTP");
    const codes = guessesWithLast(String(mail.code), 60);
    const replies = await Promise.all(codes.map((code) => browser.post("/two-factor/verify-otp", { code })));
    expect(replies.filter(({ status }) => status === 200)).toEqual([]);
  });

  test("TFA-04: the correct app code is rejected after 60 concurrent wrong ones", async () => {
    const app = await startTwoFactor({ database: opened.database });
    const ann = await app.enrolled();
    const browser = await app.challenged();
    const cookie = browser.cookies.get("latchkey.two_factor") as string;
    const near = [-1, 0, 1].map((steps) => app.code(ann.secret, steps));
    const codes = guessesWithLast(app.code(ann.secret), 60).filter((code, at) => at === 60 || !near.includes(code));
    const replies = await Promise.all(
      codes.map((code) => {
        const copy = app.browser();
        copy.cookies.set("latchkey.two_factor", cookie);
        return copy.post("/two-factor/verify-totp", { code });
      }),
    );
    expect(replies.filter(({ status }) => status === 200)).toEqual([]);
  });
});
