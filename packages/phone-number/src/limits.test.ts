import { outboxEmpty, type TestBrowser } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { number, numberAt, outcome, startPhone, verify } from "../test/app.ts";

describe("PHONE-01: text pumping", () => {
  const ask = async (browser: TestBrowser, phone: string) =>
    outcome(await browser.post("/phone-number/send-otp", { phoneNumber: phone }));

  test("stops at a number's limits: one a minute, three an hour, six a day", async () => {
    const { browser, box, auth, clock } = await startPhone({ limits: { clientPerHour: 1000, rangePerHour: 1000 } });
    const sent: number[] = [];
    for (let at = 0; at < 20; at++) {
      expect(await ask(browser(`198.51.100.${at}`), number)).toBe("200");
      await outboxEmpty(auth);
      clock.advance(30);
    }
    sent.push(box.mails.length);
    for (let at = 0; at < 8; at++) {
      clock.advance(3600);
      await ask(browser(`198.51.101.${at}`), number);
      await outboxEmpty(auth);
    }
    sent.push(box.mails.length);
    expect(sent).toEqual([3, 6]);
  });

  test("from one client stops after three numbers, with the same response", async () => {
    const { browser, box, auth } = await startPhone();
    for (let at = 0; at < 20; at++) expect(await ask(browser(), numberAt(at))).toBe("200");
    await outboxEmpty(auth);
    expect(box.mails).toHaveLength(3);
  });

  test("to a range stops after five numbers, from however many clients", async () => {
    const { browser, box, auth } = await startPhone();
    for (let at = 0; at < 20; at++) {
      expect(await ask(browser(`198.51.100.${at}`), `+44740012${String(3400 + at)}`)).toBe("200");
    }
    await outboxEmpty(auth);
    expect(box.mails).toHaveLength(5);
  });

  test("to a country pauses that country once, and other countries continue", async () => {
    const paused: string[] = [];
    const { browser, box, auth } = await startPhone({
      limits: { countries: { US: 10 } },
      onCountryPaused: (country) => void paused.push(country),
    });
    for (let at = 0; at < 100; at++) await ask(browser(`198.51.100.${at}`), numberAt(at));
    await outboxEmpty(auth);
    expect([box.mails.length, paused]).toEqual([10, ["US"]]);
    await ask(browser("198.51.101.1"), number);
    await box.next("sendOTP", number);
    const rows = await auth.$context.db.findMany({ name: "audit", columns: {} }, { limit: 10 });
    expect(rows).toMatchObject([{ action: "phone.pause" }]);
  });

  test("an entered code gives its attempt back", async () => {
    const { browser, code, clock } = await startPhone();
    for (let at = 0; at < 8; at++) {
      const person = browser();
      expect(outcome(await verify(person, await code(person, numberAt(at)), {}, numberAt(at)))).toBe("200");
    }
    clock.advance(1);
  });
});
