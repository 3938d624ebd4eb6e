import { outboxEmpty, startAuth } from "@latchkey/test-kit";
import { describe, expect, test, vi } from "vitest";
import { startVerification as start } from "../../../test/verification-app.ts";
import { userTable } from "../../tables/user.ts";

describe("/send-verification-email", () => {
  test("ENUM-06: without a session, unknown, verified, and unverified emails get the same response with the same work", async () => {
    const statements: unknown[] = [];
    const { memoryAdapter } = await import("../../database/memory/adapter.ts");
    const database = memoryAdapter({ onStatement: (one) => void statements.push(one.table) });
    const { browser, box, db, auth } = await start({ database } as never);
    for (const name of ["unproven", "proven"]) await browser().signUp(`${name}@example.com`);
    await db.update(userTable, { where: { email: "proven@example.com" }, set: { emailVerified: true } });
    await outboxEmpty(auth);
    box.mails.length = 0;
    const seen = new Set<string>();
    for (const name of ["unknown", "unproven", "proven"]) {
      statements.length = 0;
      const { status, body, headers } = await browser().post("/send-verification-email", {
        email: `${name}@example.com`,
      });
      // Count only the queries before the response. The outbox sends the rest afterward.
      seen.add(JSON.stringify([status, body, [...headers], statements.slice(0, 1)]));
      await outboxEmpty(auth);
    }
    expect([...seen]).toEqual([expect.stringContaining('[200,{"status":true}')]);
    expect(box.mails.map(({ to }) => to)).toEqual(["unproven@example.com"]);
  });

  test("ENUM-17: after the response, a token is signed for every email, and the same queries are sent", async () => {
    const statements: string[] = [];
    const { memoryAdapter } = await import("../../database/memory/adapter.ts");
    const database = memoryAdapter({
      onStatement: ({ kind, text, table }) => {
        if (kind !== "transaction")
          statements.push(`${/^(?:insert|remove|delete)/.test(text) ? "write" : "read"} ${table}`);
      },
    });
    const { browser, db, auth } = await start({ database } as never);
    for (const name of ["unproven", "proven"]) await browser().signUp(`${name}@example.com`);
    await db.update(userTable, { where: { email: "proven@example.com" }, set: { emailVerified: true } });
    await outboxEmpty(auth);
    const { keys } = auth.$context;
    const bytes = vi.spyOn(keys, "bytes");
    const seen = new Set<string>();
    for (const name of ["unknown", "unproven", "proven"]) {
      statements.length = 0;
      bytes.mockClear();
      await browser().post("/send-verification-email", { email: `${name}@example.com` });
      await outboxEmpty(auth);
      const own = statements.filter((one) => !one.endsWith("outbox"));
      seen.add(JSON.stringify([bytes.mock.calls, own]));
    }
    expect([...seen]).toEqual([expect.stringContaining("write verification")]);
  });

  test("with a session, only the caller's own email works, and the response says if it's already verified", async () => {
    const { browser, box, db } = await start();
    const ann = browser();
    await ann.signUp("ann@example.com");
    await box.next("sendVerificationEmail");
    const code = async (email: string) => (await ann.post("/send-verification-email", { email })).body.code;
    expect(await code("bob@example.com")).toBe("EMAIL_MISMATCH");
    expect(await code("ANN@example.com")).toBeUndefined();
    expect((await box.next("sendVerificationEmail")).to).toBe("ann@example.com");
    await db.update(userTable, { where: { email: "ann@example.com" }, set: { emailVerified: true } });
    expect(await code("ann@example.com")).toBe("EMAIL_ALREADY_VERIFIED");
  });

  test("TOK-18: anything but exactly one email is rejected, and nothing is sent", async () => {
    const { browser, box, auth } = await start();
    const wrong = [
      "a@x.test,b@y.test",
      '"Ann" <a@x.test>',
      "a@x.test\r\nBcc: b@y.test",
      "a(b)@x.test",
      "a＠x.test",
      " ",
    ];
    for (const email of wrong) {
      const { status, body } = await browser().post("/send-verification-email", { email });
      expect([email, status, body.code]).toEqual([email, 400, "INVALID_EMAIL"]);
    }
    await outboxEmpty(auth);
    expect(box.mails).toEqual([]);
  });

  test("is rejected if the app sends no verification emails", async () => {
    const { browser } = await startAuth();
    const { status, body } = await browser().post("/send-verification-email", { email: "ann@example.com" });
    expect([status, body.code]).toEqual([400, "VERIFICATION_EMAIL_NOT_ENABLED"]);
  });

  test("CSRF-08: a foreign page can't trigger an email, with or without a cookie", async () => {
    const { browser, box, auth } = await start();
    for (const path of ["/send-verification-email", "/forget-password", "/request-password-reset"]) {
      const { status } = await browser().post(path, { email: "ann@example.com" }, { origin: "https://evil.test" });
      expect([path, status]).toEqual([path, 403]);
    }
    await outboxEmpty(auth);
    expect(box.mails).toEqual([]);
  });
});

describe("a function that fails to send", () => {
  test("ENUM-07, FAULT-04: that throws or hangs doesn't affect the response, and the email isn't lost", async () => {
    const lines: string[] = [];
    const { browser, box, auth, clock } = await start({
      logger: { level: "error", log: (_: string, message: string) => void lines.push(message) },
    } as never);
    let release = (): void => {};
    const hanging = new Promise<void>((resolve) => {
      release = resolve;
    });
    const tried: number[] = [];
    const failures = [() => Promise.reject(new Error("the mail server is down")), () => hanging];
    for (const [at, fail] of failures.entries()) {
      box.fail = () => {
        tried.push(at);
        return fail();
      };
      const began = performance.now();
      const { status, body } = await browser().signUp(`p${at}@example.com`);
      expect([status, (body as { token: string }).token]).toEqual([200, expect.any(String)]);
      expect(performance.now() - began).toBeLessThan(2000);
      await vi.waitFor(() => expect(tried).toContain(at), 10_000);
    }
    expect(lines).toContain("An outbox message could not be delivered");
    release();
    box.fail = null;
    clock.advance(120);
    await auth.api.deliverOutbox();
    await vi.waitFor(() => expect(box.mails.map(({ to }) => to)).toContain("p0@example.com"), 10_000);
  });

  test("gets the same key on every attempt", async () => {
    const keys: string[] = [];
    const { browser, auth, clock } = await start({
      emailVerification: {
        sendVerificationEmail: async (_: unknown, { key }: { key: string }) => {
          keys.push(key);
          if (keys.length < 3) throw new Error("not yet");
        },
      },
    });
    await browser().signUp("ann@example.com");
    await vi.waitFor(() => expect(keys).toHaveLength(1), 10_000);
    for (let tries = 2; tries <= 3; tries++) {
      await vi.waitFor(async () => {
        clock.advance(60);
        await auth.api.deliverOutbox();
        expect(keys).toHaveLength(tries);
      }, 10_000);
    }
    expect(new Set(keys).size).toBe(1);
  });
});
