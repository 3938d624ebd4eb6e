import type { ServerResponse } from "node:http";
import { admin } from "@latchkey/admin";
import { createAuth, memoryAdapter } from "@latchkey/core";
import { accountTable, userTable } from "@latchkey/core/plugin";
import { createMailbox, mailOptions, startAuth, testPassword } from "@latchkey/test-kit";
import { username } from "@latchkey/username";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { digestOf, type RangeService, startRanges } from "../test/ranges.ts";
import type { BreachedPasswordOptions } from "./options.ts";
import { breachedPasswords } from "./plugin.ts";

let service: RangeService;
beforeEach(async () => {
  service = await startRanges();
  service.breached.set(known, 52_256_179);
});
afterEach(() => service.close());

const known = "password123";
const email = "ann@example.com";

/** An adapter that counts open transactions. */
function watched() {
  const open = { now: 0, ever: 0 };
  const database = memoryAdapter();
  const connect: typeof database.connect = (schema) =>
    new Proxy(database.connect(schema), {
      get(adapter, key) {
        const value = Reflect.get(adapter, key);
        if (key !== "transaction") return typeof value === "function" ? value.bind(adapter) : value;
        return async (work: never) => {
          open.now++;
          open.ever++;
          return await adapter.transaction(work).finally(() => open.now--);
        };
      },
    });
  return { open, database: { ...database, connect } };
}

interface Line {
  readonly level: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

async function start(options: BreachedPasswordOptions = {}) {
  const lines: Line[] = [];
  const { open, database } = watched();
  const mailbox = createMailbox();
  const openWhenAsked: number[] = [];
  service.onAsk = () => openWhenAsked.push(open.now);
  const app = await startAuth({
    database,
    plugins: [username(), admin(), breachedPasswords(options)],
    fetch: service.fetch,
    logger: { level: "debug", log: (level, message, details) => lines.push({ level, message, details }) },
    ...mailOptions(mailbox),
  });
  const ann = app.browser();
  await ann.signUp(email);
  const { db } = app.auth.$context;
  await db.update(userTable, { where: { email }, set: { role: "admin" } as object });
  service.asked.length = 0;
  return { ...app, ann, db, lines, mailbox, open, openWhenAsked };
}

type App = Awaited<ReturnType<typeof start>>;

/** All ways to set a password. Each returns the response. */
const ways: readonly (readonly [string, (app: App, password: string) => Promise<{ status: number; code: unknown }>])[] =
  [
    ["sign-up", ({ browser }, password) => read(browser().signUp("bob@example.com", password))],
    [
      "sign-up with a user name",
      ({ browser }, password) =>
        read(browser().post("/sign-up/email", { name: "Bob", email: "bob@example.com", password, username: "bob" })),
    ],
    [
      "change",
      ({ ann }, newPassword) => read(ann.post("/change-password", { currentPassword: testPassword, newPassword })),
    ],
    [
      "reset",
      async ({ browser, mailbox }, newPassword) => {
        await browser().post("/forget-password", { email });
        const { token } = await mailbox.next("sendResetPassword");
        return read(browser().post("/reset-password", { token, newPassword }));
      },
    ],
    [
      "set-password on the server",
      async ({ auth, ann, db }, newPassword) => {
        await db.remove(accountTable, { where: {} });
        const headers = { cookie: [...ann.cookies].map(([name, value]) => `${name}=${value}`).join("; ") };
        const { error } = await auth.api.setPassword.result({ headers, body: { newPassword } });
        return { status: error?.status ?? 200, code: error?.code };
      },
    ],
    [
      "a user made by an admin",
      ({ ann }, password) => read(ann.post("/admin/create-user", { name: "Bob", email: "bob@example.com", password })),
    ],
    [
      "a password set by an admin",
      async ({ ann, db }, newPassword) => {
        const user = await db.findOne(userTable, { where: { email } });
        return read(ann.post("/admin/set-user-password", { userId: user?.id, newPassword }));
      },
    ],
  ];

async function read(reply: Promise<{ status: number; body: object }>) {
  const { status, body } = await reply;
  return { status, code: (body as { code?: unknown }).code };
}

describe.each(ways)("PASS-11 at %s", (_, set) => {
  test("PASS-11: a breached password is rejected, and only five digits of its digest leave the process", async () => {
    const app = await start();
    const before = await app.db.findMany(accountTable, { limit: 10 });
    expect(await set(app, known)).toEqual({ status: 400, code: "PASSWORD_COMPROMISED" });
    expect((await app.db.findMany(accountTable, { limit: 10 })).length).toBeLessThanOrEqual(before.length);
    expect(service.asked).toHaveLength(1);
    const [{ path, headers, body } = { path: "", headers: {}, body: "" }] = service.asked;
    expect([path, body, headers["add-padding"]]).toEqual([`/range/${digestOf(known).slice(0, 5)}`, "", "true"]);
    const everything = JSON.stringify(service.asked).toUpperCase();
    expect(everything).not.toContain(known.toUpperCase());
    expect(everything).not.toContain(digestOf(known).slice(5, 12));
    expect(everything).not.toContain("COOKIE");
    expect(JSON.stringify(app.lines)).not.toContain(known);
  });

  test("PASS-11: any other is accepted, and is checked outside of transactions", async () => {
    const app = await start();
    expect(await set(app, "an entirely new password")).toEqual({ status: 200, code: undefined });
    expect(service.asked).toHaveLength(1);
    expect(app.open.ever).toBeGreaterThan(0);
    expect(app.openWhenAsked.every((open) => open === 0)).toBe(true);
  });

  test("PASS-11: while the service is down, passwords are accepted with a warning, or rejected if the app chooses that", async () => {
    const app = await start();
    service.fail = (response) => response.writeHead(503).end();
    expect(await set(app, known)).toEqual({ status: 200, code: undefined });
    expect(app.lines.filter(({ level }) => level === "warn")).toHaveLength(1);
    service.fail = null;
    const closed = await start({ whenUnavailable: "refuse" });
    service.fail = (response) => response.writeHead(503).end();
    expect(await set(closed, "an entirely new password")).toEqual({ status: 503, code: "SERVICE_UNAVAILABLE" });
  });
});

describe("a service that fails", () => {
  test.each<[string, (response: ServerResponse) => void]>([
    ["500", (response) => response.writeHead(500).end(`${digestOf(known).slice(5)}:9`)],
    ["429", (response) => response.writeHead(429, { "retry-after": "2" }).end()],
    ["a redirect", (response) => response.writeHead(301, { location: "https://evil.test/" }).end()],
    ["a page of a proxy", (response) => response.end("<html>Please sign in</html>")],
    ["an empty answer", (response) => response.end()],
    ["a huge body", (response) => response.end(`${"0".repeat(35)}:1\r\n`.repeat(10_000))],
    ["a broken connection", (response) => response.destroy()],
    ["silence", () => {}],
    ["a body that does not end", (response) => response.write(`${"0".repeat(35)}:1\r\n`)],
  ])("PASS-11: %s counts as an outage: accepted by default, 503 if the app chooses that", async (_, fail) => {
    for (const [whenUnavailable, status] of [
      ["allow", 200],
      ["refuse", 503],
    ] as const) {
      const { browser } = await start({ whenUnavailable, timeLimitMs: 200 });
      service.fail = fail;
      const reply = await browser().signUp("bob@example.com", known);
      expect([reply.status, reply.setCookies.length > 0]).toEqual([status, status === 200]);
      service.fail = null;
    }
  });
});

describe("what the service is asked", () => {
  test("nothing at sign-in, nor for a password that's too short anyway", async () => {
    const { browser } = await start();
    expect((await browser().signIn(email)).status).toBe(200);
    expect((await browser().signUp("bob@example.com", "short")).body).toMatchObject({ code: "PASSWORD_TOO_SHORT" });
    expect(service.asked).toEqual([]);
  });

  test("a taken email and a free one get the same response and the same lookups", async () => {
    const { browser } = await start();
    for (const address of [email, "free@example.com"]) {
      expect((await browser().signUp(address, known)).body).toMatchObject({ code: "PASSWORD_COMPROMISED" });
    }
    expect(service.asked).toHaveLength(2);
  });

  test("about the normalized form: full-width letters count as plain ones", async () => {
    const { browser } = await start();
    const reply = await browser().signUp("bob@example.com", "ｐａｓｓｗｏｒｄ123");
    expect(reply.body).toMatchObject({ code: "PASSWORD_COMPROMISED" });
  });

  test("padding lines with a count of 0 aren't breaches; the app can set a minimum count", async () => {
    service.breached.set("padding-like", 0).set("seldom seen pw", 9);
    const { browser } = await start({ minCount: 10 });
    expect((await browser().signUp("a1@example.com", "padding-like")).status).toBe(200);
    expect((await browser().signUp("a2@example.com", "seldom seen pw")).status).toBe(200);
    expect((await browser().signUp("a3@example.com", known)).status).toBe(400);
  });
});

test("invalid options fail at startup, and the error names the option", () => {
  const create = (options: object) => createAuth({ database: memoryAdapter(), plugins: [breachedPasswords(options)] });
  expect(() => create({ rangeURL: "http://api.pwnedpasswords.com/range/" })).toThrow("breachedPasswords.rangeURL");
  expect(() => create({ rangeURL: "https://mirror.test/range" })).toThrow("ends with a slash");
  expect(() => create({ timeLimitMs: 5 })).toThrow("breachedPasswords.timeLimitMs is 5");
  expect(() => create({ minCount: 0 })).toThrow("breachedPasswords.minCount is 0");
  expect(() => create({ whenUnavailable: "maybe" })).toThrow('breachedPasswords.whenUnavailable is "maybe"');
});
