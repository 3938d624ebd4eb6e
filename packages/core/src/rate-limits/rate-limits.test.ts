import { createMailbox, mailOptions, startAuth, type TestReply } from "@latchkey/test-kit";
import { databases } from "@latchkey/test-kit/databases";
import { afterEach, describe, expect, test, vi } from "vitest";
import { DatabaseUnavailable } from "../database/errors.ts";
import { memoryAdapter } from "../database/memory/adapter.ts";
import { memoryCounter } from "./memory.ts";

afterEach(() => vi.unstubAllEnvs());

const limited = { rateLimit: { enabled: true } } as const;
const storages = ["memory", "database"] as const;

function retryAfter({ headers }: TestReply): string | null {
  expect(headers.get("x-retry-after")).toBe(headers.get("retry-after"));
  return headers.get("retry-after");
}

describe.each(databases)("on $name", ({ open }) => {
  test("RATE-06: with a limit of 10, exactly 10 of 200 concurrent requests get through", async () => {
    const { database, close } = await open();
    const rateLimit = { enabled: true, storage: "database", customRules: { "/ok": { window: 60, max: 10 } } } as const;
    const { browser, clock } = await startAuth({ database, rateLimit });
    for (let window = 0; window < 2; window++) {
      const replies = await Promise.all(Array.from({ length: 200 }, () => browser().get("/ok")));
      const count = (wanted: number) => replies.filter(({ status }) => status === wanted).length;
      expect([count(200), count(429)]).toEqual([10, 190]);
      clock.advance(60);
    }
    await close();
  });
});

test("RATE-06, RATE-12: with counts in memory, exactly 10 of 200 requests get through, and the others are told when to retry", async () => {
  const { browser, clock } = await startAuth({
    rateLimit: { enabled: true, customRules: { "/ok": { window: 60, max: 10 } } },
  });
  clock.advance(0.25);
  const replies = await Promise.all(Array.from({ length: 200 }, () => browser().get("/ok")));
  const refused = replies.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(190);
  for (const one of refused) {
    expect(one.body).toEqual({
      code: "TOO_MANY_REQUESTS",
      message: "Too many requests. Please try again later.",
      retryAfter: 60,
    });
    expect(retryAfter(one)).toBe("60");
  }
});

describe("counting clients", () => {
  test("RATE-03: a /64 network is one client, another address has its own count, and the count resets after the window", async () => {
    const { browser, clock } = await startAuth(limited);
    const status = async (address: string) => (await browser(address).signIn("ann@example.com")).status;
    for (let i = 0; i < 3; i++) expect(await status(`2001:db8:1:1::${i}`)).toBe(401);
    expect(await status("2001:db8:1:1:ffff::9")).toBe(429);
    expect(await status("2001:db8:1:2::9")).toBe(401);
    clock.advance(10);
    expect(await status("2001:db8:1:1::1")).toBe(401);
  });

  test.each(storages)("RATE-05: all clients without a known address share one count (%s)", async (storage) => {
    const { auth } = await startAuth({ rateLimit: { enabled: true, storage } });
    const statuses: number[] = [];
    // Headers that a client can set aren't used as its address.
    const claims: Record<string, string>[] = [{}, { "x-forwarded-for": "198.51.100.9" }, { "x-real-ip": "::1" }, {}];
    for (const [at, claim] of claims.entries()) {
      const request = new Request("http://app.test/api/auth/sign-in/email", {
        method: "POST",
        headers: { "content-type": "application/json", ...claim },
        body: JSON.stringify({ email: `p${at}@example.com`, password: "a wrong password" }),
      });
      const peer = at % 2 === 0 ? {} : { remoteAddress: "not an address" };
      statuses.push((await auth.handler(request, peer)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 429]);
  });

  test("RATE-13: server-side calls aren't counted, and a header can't make a request look like a server-side call", async () => {
    const { auth, browser } = await startAuth({
      rateLimit: { enabled: true, customRules: { "/ok": { window: 60, max: 1 } } },
    });
    for (let i = 0; i < 5; i++) await auth.api.ok();
    expect((await browser().get("/ok")).status).toBe(200);
    expect((await browser().get("/ok", { "x-server-call": "true" })).status).toBe(429);
  });
});

describe("counting requests", () => {
  test("limits are on in production and off elsewhere, unless configured", async () => {
    expect((await startAuth()).auth.$context.settings.rateLimit.enabled).toBe(false);
    vi.stubEnv("NODE_ENV", "production");
    expect((await startAuth({ baseURL: "https://app.test" })).auth.$context.settings.rateLimit.enabled).toBe(true);
  });

  test("RATE-07: once the limit is reached, no password is checked, however the path is spelled", async () => {
    const { browser, auth } = await startAuth(limited);
    await browser().signUp("ann@example.com");
    for (let i = 0; i < 3; i++) await browser().signIn("ann@example.com", "a wrong password");
    const { stats } = auth.$context.passwords as unknown as { stats: { computed: number } };
    const before = stats.computed;
    const body = { email: "ann@example.com", password: "correct horse battery" };
    const paths = [
      "/sign-in/email",
      "//sign-in/email",
      "/sign-in//email",
      "/sign-in/email/",
      "/sign-in/./email",
      "/sign-in/x/../email",
      "/sign%2din/email",
      "/sign-in%2femail",
      "/%73ign-in/email",
      "/SIGN-IN/email",
      "/sign-in/email?x=1",
      "/sign-in/email;x",
      "/sign-in/email#x",
      "/sign-in\\email",
    ];
    for (const path of paths) {
      const { status, setCookies } = await browser().post(path, body);
      expect([path, [404, 429].includes(status), setCookies]).toEqual([path, true, []]);
    }
    expect(stats.computed).toBe(before);
  });

  test("an endpoint's two names share a count", async () => {
    const { browser } = await startAuth({ rateLimit: { enabled: true }, emailAndPassword: { enabled: true } });
    const ask = (path: string) => browser().post(path, { email: "ann@example.com" });
    for (const path of ["/forget-password", "/request-password-reset", "/forget-password"]) await ask(path);
    expect((await ask("/request-password-reset")).status).toBe(429);
  });

  test("viewing a page doesn't count toward the limit for its form", async () => {
    const { browser } = await startAuth({ rateLimit: { enabled: true }, ...mailOptions(createMailbox()) });
    for (let i = 0; i < 15; i++) expect((await browser().get("/undo-email-change?token=x")).status).not.toBe(429);
    expect((await browser().post("/undo-email-change", { token: "x" })).status).not.toBe(429);
  });

  test("the app's rule applies to a path or to all paths below it, and the longest match wins", async () => {
    const rule = (max: number) => ({ window: 60, max });
    const customRules = { "/sign-in/*": rule(1), "/sign-in/email": rule(2), "/get-session": false } as const;
    const { browser, auth } = await startAuth({ rateLimit: { enabled: true, max: 1, customRules } });
    const until429 = async (send: () => Promise<TestReply>) => {
      for (let count = 0; count < 20; count++) if ((await send()).status === 429) return count;
      return null;
    };
    expect(await until429(() => browser().post("/sign-in/social", { provider: "none" }))).toBe(1);
    expect(await until429(() => browser().post("/sign-in/email", { email: "a@x.test", password: "x" }))).toBe(2);
    expect(await until429(() => browser().get("/get-session"))).toBeNull();
    expect(await until429(() => browser().get("/ok"))).toBe(1);
    expect(auth.$context.settings.rateLimit.rules).toBe(customRules);
    await expect(startAuth({ rateLimit: { customRules: { "/sing-in/*": false } } })).rejects.toThrow(/"\/sing-in\/\*"/);
    await expect(startAuth({ rateLimit: { passwordGuesses: { window: 0, max: 1 } } })).rejects.toThrow(
      /rateLimit.passwordGuesses.window/,
    );
  });
});

describe("the counter", () => {
  test("RATE-09: doesn't grow without bound in memory during a flood of keys, and limited clients stay limited", () => {
    const counter = memoryCounter(1000);
    const rule = { window: 60, max: 3 };
    for (let i = 0; i < 3; i++) counter.hit("attacker", rule, i);
    expect(counter.hit("attacker", rule, 3)).not.toBeNull();
    for (let i = 0; i < 20_000; i++) counter.hit(`random ${i}`, rule, 4);
    expect(counter.hit("attacker", rule, 5)).not.toBeNull();
    expect(counter.size).toBeLessThanOrEqual(1000);
    for (let i = 0; i < 5000; i++) for (let hits = 0; hits < 2; hits++) counter.hit(`busy ${i}`, rule, 6);
    expect(counter.size).toBeLessThanOrEqual(1000);
    expect(counter.hit("attacker", { window: 60, max: 3 }, 7)).not.toBeNull();
    // Expired windows are dropped first.
    counter.hit("late", rule, 60_000 + 6);
    expect(counter.size).toBeLessThanOrEqual(1000);
  });

  test("RATE-10: requests get a 503 and no password is checked while the database with the counts is down", async () => {
    const memory = memoryAdapter();
    let isDown = false;
    const database: typeof memory = {
      ...memory,
      connect(schema) {
        const db = memory.connect(schema);
        const down = () => Promise.reject(new DatabaseUnavailable({ cause: new Error("gone") }));
        return { ...db, increment: (table, change) => (isDown ? down() : db.increment(table, change)) };
      },
    };
    const { browser, auth } = await startAuth({ database, rateLimit: { enabled: true, storage: "database" } });
    await browser().signUp("ann@example.com");
    const { stats } = auth.$context.passwords as unknown as { stats: { computed: number } };
    const before = stats.computed;
    isDown = true;
    for (let i = 0; i < 5; i++) {
      const { status, body, setCookies } = await browser().signIn("ann@example.com");
      expect([status, (body as { code?: string }).code, setCookies]).toEqual([503, "SERVICE_UNAVAILABLE", []]);
    }
    expect(stats.computed).toBe(before);
    isDown = false;
    expect((await browser().signIn("ann@example.com")).status).toBe(200);
  });

  test.each(storages)(
    "RATE-11: doesn't lock anyone out for longer than a window if the clock is set back, and allows at most twice the limit in two adjacent windows (%s)",
    async (storage) => {
      const { browser, clock } = await startAuth({
        rateLimit: { enabled: true, storage, customRules: { "/ok": { window: 60, max: 5 } } },
      });
      const passing = async () => {
        let passed = 0;
        for (let i = 0; i < 20; i++) if ((await browser().get("/ok")).status === 200) passed++;
        return passed;
      };
      clock.advance(59);
      const first = await passing();
      clock.advance(1);
      const second = await passing();
      expect(first).toBe(5);
      expect(first + second).toBeLessThanOrEqual(10);
      clock.advance(-3600);
      const refused = await browser().get("/ok");
      for (let waited = 0; waited < 60 && refused.status === 429; waited += 60) {
        expect(Number(retryAfter(refused))).toBeLessThanOrEqual(60);
        clock.advance(60);
      }
      expect((await browser().get("/ok")).status).toBe(200);
    },
  );

  test.each(storages)(
    "RATE-12: returns the wait in whole seconds, from 1 to the window's length (%s)",
    async (storage) => {
      const { browser, clock } = await startAuth({
        rateLimit: { enabled: true, storage, customRules: { "/ok": { window: 10, max: 1 } } },
      });
      await browser().get("/ok");
      for (let at = 0; at < 9.99; at += 0.37) {
        const reply = await browser().get("/ok");
        expect(retryAfter(reply)).toMatch(/^(?:[1-9]|10)$/);
        expect(Number(retryAfter(reply)) + at).toBeGreaterThanOrEqual(10);
        clock.advance(0.37);
      }
    },
  );
});
