import { admin } from "@latchkey/admin";
import { memoryAdapter } from "@latchkey/core";
import { findUserByEmail, tokenTable, updateUser } from "@latchkey/core/plugin";
import { createMailbox, mailOptions, outboxEmpty, startAuth, type TestBrowser, testOrigin } from "@latchkey/test-kit";
import { quickDatabases } from "@latchkey/test-kit/databases";
import { twoFactor } from "@latchkey/two-factor";
import { describe, expect, test } from "vitest";
import type { MagicLinkOptions } from "./options.ts";
import { magicLink } from "./plugin.ts";

const email = "ann@example.com";
/** What a browser sends when someone opens a link. */
const navigation = { "sec-fetch-mode": "navigate", "sec-fetch-site": "cross-site", accept: "text/html" };
const form = { "content-type": "application/x-www-form-urlencoded", origin: testOrigin };

async function start(options: Partial<MagicLinkOptions> = {}, app: object = {}) {
  const box = createMailbox();
  const mails = mailOptions(box);
  const send = box.sender("magicLink", ({ email: to }) => String(to));
  const plugins = [magicLink({ sendMagicLink: send, ...options }), twoFactor(), admin()];
  const started = await startAuth({ ...mails, plugins, ...app } as never);
  const ask = async (browser: TestBrowser, to = email, more: object = {}) => {
    const { status, body } = await browser.post("/sign-in/magic-link", { email: to, ...more });
    expect([status, body]).toEqual([200, { status: true }]);
  };
  const link = async (browser: TestBrowser, to = email, more: object = {}) => {
    await ask(browser, to, more);
    const { url, token } = await box.next("magicLink", to);
    return { path: url.replace(`${testOrigin}/api/auth`, ""), token, url };
  };
  const session = async (browser: TestBrowser) =>
    (await browser.get<{ user: { email: string } } | null>("/get-session")).body?.user.email ?? null;
  const links = () => started.auth.$context.db.count(tokenTable, { where: { kind: "magic-link" } });
  const post = (browser: TestBrowser, token: string, more: object = {}) =>
    browser.send("/magic-link/verify", {
      method: "POST",
      headers: form,
      body: new URLSearchParams({ token, ...more }).toString(),
    });
  return { ...started, box, ask, link, session, links, post };
}

describe("opening a link", () => {
  test("in the browser that asked signs in, and a new user goes to their own page", async () => {
    const { browser, link, session } = await start();
    const ann = browser();
    const first = await link(ann, email, { name: "Ann", callbackURL: "/home", newUserCallbackURL: "/welcome" });
    const welcomed = await ann.get(first.path, navigation);
    expect([welcomed.status, welcomed.headers.get("location")]).toEqual([302, `${testOrigin}/welcome`]);
    expect(await session(ann)).toBe(email);
    const again = browser();
    const { path } = await link(again, email, { callbackURL: "/home" });
    expect((await again.get(path, navigation)).headers.get("location")).toBe(`${testOrigin}/home`);
    expect(await session(again)).toBe(email);
  });

  test("MAGIC-01: scanners, previews, and other devices spend nothing; the page's button signs in", async () => {
    const { browser, link, session, links, post } = await start();
    const { path, token } = await link(browser());
    const scanner = browser();
    expect((await scanner.send(path, { method: "HEAD" })).status).toBe(404);
    for (const headers of [{}, { accept: "*/*" }, navigation, { ...navigation, "sec-fetch-site": "none" }]) {
      const { status, body } = await scanner.get<string>(path, headers as Record<string, string>);
      expect([status, body]).toEqual([200, expect.stringContaining("as a…@example.com?")]);
    }
    expect([await links(), await session(scanner)]).toEqual([1, null]);
    const phone = browser();
    const { status, headers } = await post(phone, token);
    expect([status, headers.get("location"), await session(phone)]).toEqual([302, `${testOrigin}/`, email]);
  });

  test("MAGIC-10: a page that's fetched ahead of time spends nothing, even where it was asked", async () => {
    const { browser, link, links } = await start();
    const ann = browser();
    const { path } = await link(ann);
    for (const purpose of ["prefetch", "prefetch;prerender"]) {
      expect((await ann.get(path, { ...navigation, "sec-purpose": purpose })).status).toBe(200);
    }
    expect(await links()).toBe(1);
  });

  test("MAGIC-03: someone else's link says whose it is, and that another user is signed in", async () => {
    const { browser, link, session } = await start();
    const victim = browser();
    await victim.signUp("victim@example.com");
    const { path } = await link(browser(), "eve@evil.test");
    const { body } = await victim.get<string>(path, navigation);
    expect(body).toContain("as e…@evil.test?");
    expect(body).toContain("signed in as v…@example.com");
    expect(await session(victim)).toBe("victim@example.com");
  });

  test("MAGIC-04: with `reject`, it works only in the browser that asked", async () => {
    const { browser, link, session, links, post } = await start({ otherBrowser: "reject" });
    const ann = browser();
    const { path, token } = await link(ann);
    const reader = browser();
    expect((await reader.get(path, navigation)).headers.get("location")).toBe(`${testOrigin}/?error=INVALID_TOKEN`);
    expect((await post(reader, token)).headers.get("location")).toContain("error=INVALID_TOKEN");
    expect((await reader.post("/magic-link/verify", { token })).body.code).toBe("INVALID_TOKEN");
    expect([await links(), await session(reader)]).toEqual([1, null]);
    expect((await ann.get(path, navigation)).status).toBe(302);
    expect(await session(ann)).toBe(email);
  });

  test("with `allow`, opening it anywhere signs in", async () => {
    const { browser, link, session } = await start({ otherBrowser: "allow" });
    const { path } = await link(browser());
    const phone = browser();
    await phone.get(path, navigation);
    expect(await session(phone)).toBe(email);
  });

  test("a script gets JSON, with or without a browser", async () => {
    const { browser, link, auth } = await start();
    const { token } = await link(browser());
    const { body, status } = await browser().get<{ token: string; user: object; session: object }>(
      `/magic-link/verify?token=${token}`,
      { "sec-fetch-mode": "cors", "sec-fetch-site": "same-origin" },
    );
    expect([status, Object.keys(body)]).toEqual([200, ["token", "user", "session"]]);
    const other = await link(browser());
    const api = auth.api as unknown as { magicLinkVerify(call: object): Promise<{ token: string }> };
    expect((await api.magicLinkVerify({ query: { token: other.token }, headers: new Headers() })).token).toHaveLength(
      43,
    );
  });

  test("goes through the app's own page, which posts the token", async () => {
    const { browser, link, post, session } = await start({ confirmationPage: "/confirm" });
    const { path, token } = await link(browser());
    const phone = browser();
    const location = new URL((await phone.get(path, navigation)).headers.get("location") ?? "");
    expect([location.pathname, location.searchParams.get("token"), location.searchParams.get("email")]).toEqual([
      "/confirm",
      token,
      "a…@example.com",
    ]);
    expect((await post(phone, token)).status).toBe(302);
    expect(await session(phone)).toBe(email);
  });
});

describe("what a link is good for", () => {
  test("MAGIC-06: swapped targets are refused, and the link stays", async () => {
    const { browser, link, links, post, ask } = await start();
    const ann = browser();
    const { path, token } = await link(ann);
    const foreign = [
      "https://evil.test",
      "//evil.test",
      "/\\evil.test",
      "javascript:alert(1)",
      "https://app.test.evil.test",
    ];
    for (const target of foreign) {
      for (const name of ["callbackURL", "newUserCallbackURL", "errorCallbackURL"]) {
        const query = `token=${token}&${name}=${encodeURIComponent(target)}`;
        expect((await ann.get(`/magic-link/verify?${query}`, navigation)).status).toBe(403);
        expect((await post(ann, token, { [name]: target })).status).toBe(403);
        expect((await ann.post("/sign-in/magic-link", { email, [name]: target })).status).toBe(403);
      }
    }
    expect(await links()).toBe(1);
    expect((await ann.get(path, navigation)).status).toBe(302);
    await ask(ann);
  });

  test("MAGIC-08: asking ten times for someone leaves their link good; the flood ends without a word", async () => {
    const limited = { rateLimit: { enabled: true, customRules: { "/sign-in/magic-link": false } } };
    const { browser, link, ask, session, box, auth } = await start({}, limited);
    const ann = browser();
    const own = await link(ann);
    for (let round = 0; round < 14; round++) await ask(browser());
    await outboxEmpty(auth);
    expect(box.mails.filter(({ sender }) => sender === "magicLink")).toHaveLength(10);
    await ann.get(own.path, navigation);
    expect(await session(ann)).toBe(email);
    // In a browser in which they have signed in, they still get one.
    await ask(ann);
    await outboxEmpty(auth);
    expect(box.mails.filter(({ sender }) => sender === "magicLink")).toHaveLength(11);
  });

  test("MAGIC-07: known, unknown, and banned addresses get the same answer and statements, whatever the sender does", async () => {
    const statements: string[] = [];
    const database = memoryAdapter({ onStatement: ({ kind, table }) => void statements.push(`${kind} ${table}`) });
    const { browser, box, ask, auth } = await start({ disableSignUp: true }, { database });
    for (const name of ["ann", "banned"]) await browser().signUp(`${name}@example.com`);
    const banned = await findUserByEmail(auth.$context.db, "banned@example.com");
    if (!banned) throw new Error("The user is missing");
    await updateUser(auth.$context.db, auth.$context, banned, { banned: true });
    const sent: string[][] = [];
    for (const name of ["ann", "banned", "nobody"]) {
      const from = statements.length;
      await ask(browser(), `${name}@example.com`);
      await outboxEmpty(auth);
      sent.push(statements.slice(from).filter((one) => !one.endsWith("outbox")));
    }
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[2]).toEqual(sent[0]);
    expect(box.mails.map(({ to }) => to)).toEqual(["ann@example.com", "banned@example.com"]);
    box.fail = () => new Promise(() => {});
    await ask(browser());
  });

  test("MAGIC-09: for an address that changed, or a user who was deleted, it is none", async () => {
    const { browser, link, session, auth, post } = await start({ disableSignUp: true });
    const { db } = auth.$context;
    await browser().signUp(email);
    const moved = await link(browser());
    const row = await findUserByEmail(db, email);
    if (!row) throw new Error("Ann is missing");
    await updateUser(db, auth.$context, row, { email: "new@example.com", emailVerified: true });
    const reader = browser();
    expect((await post(reader, moved.token)).headers.get("location")).toContain("error=new_user_signup_disabled");
    expect(await session(reader)).toBeNull();
  });

  test("MAGIC-11: the token is in no database row, no log, and no referrer", async () => {
    const logged: unknown[] = [];
    const logger = { level: "debug", log: (...parts: unknown[]) => void logged.push(parts) };
    const { browser, auth, link, box } = await start({}, { logger });
    const { path, token } = await link(browser());
    box.fail = async () => {
      throw new Error("down");
    };
    await browser().post("/sign-in/magic-link", { email });
    const page = await browser().get(path, navigation);
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    expect(page.headers.get("cache-control")).toBe("no-store");
    const rows = await auth.$context.db.findMany(tokenTable, { limit: 10 });
    expect(JSON.stringify([rows, logged])).not.toContain(token);
  });

  test("MAGIC-12: asks for a second factor; a foreign page's form is refused", async () => {
    const { browser, link, auth, post, session } = await start();
    const { token } = await link(browser());
    const foreign = await browser().send("/magic-link/verify", {
      method: "POST",
      headers: { ...form, origin: "https://evil.test" },
      body: `token=${token}`,
    });
    expect(foreign.status).toBe(403);
    const ann = browser();
    await post(ann, token);
    const enabled = await ann.post<{ totpURI: string }>("/two-factor/enable", {});
    const secret = new URL(enabled.body.totpURI).searchParams.get("secret") ?? "";
    const api = auth.api as unknown as { generateTOTP(call: object): Promise<{ code: string }> };
    const { code } = await api.generateTOTP({ body: { secret } });
    expect((await ann.post("/two-factor/verify-totp", { code })).status).toBe(200);
    const phone = browser();
    const next = await link(browser());
    const { headers } = await post(phone, next.token, { callbackURL: "/home" });
    expect([headers.get("location"), await session(phone)]).toEqual([
      `${testOrigin}/home?twoFactorRedirect=true`,
      null,
    ]);
    const script = await link(browser());
    const { body } = await browser().post("/magic-link/verify", { token: script.token });
    expect(body).toMatchObject({ twoFactorRedirect: true, twoFactorMethods: ["totp"] });
  });

  test("MAGIC-13: metadata is text of limited size, handed on as it is", async () => {
    const { browser, ask, box } = await start();
    const metadata = { note: "<b>hi</b>" };
    await ask(browser(), email, { metadata });
    expect((await box.next("magicLink")).mail).toMatchObject({ metadata });
    for (const wrong of [
      { note: "x".repeat(10_000) },
      { note: { a: 1 } },
      { note: 1 },
      "text",
      { a: "x".repeat(1000), b: "y".repeat(1001) },
    ]) {
      expect((await browser().post("/sign-in/magic-link", { email, metadata: wrong })).status).toBe(400);
    }
  });

  test("names the asking device in words of our own", async () => {
    const { browser, box } = await start();
    const agents = [
      ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
      [
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1",
        "Safari on iPhone",
      ],
      ["<script>alert(1)</script>", null],
    ] as const;
    for (const [agent, label] of agents) {
      await browser().post("/sign-in/magic-link", { email }, { "user-agent": agent });
      expect((await box.next("magicLink")).mail.deviceLabel).toBe(label);
    }
  });
});

test("in a session of the same user, a link proves the mailbox there and makes no other session", async () => {
  const { browser, link, session, auth } = await start();
  const ann = browser();
  await ann.get((await link(ann)).path, navigation);
  const before = (await ann.get<{ session: { id: string } }>("/get-session")).body.session.id;
  const { path } = await link(ann);
  expect((await ann.get(path, navigation)).status).toBe(302);
  expect((await ann.get<{ session: { id: string } }>("/get-session")).body.session.id).toBe(before);
  expect([await session(ann), await auth.$context.db.count({ name: "session", columns: {} } as never, {})]).toEqual([
    email,
    1,
  ]);
});

test.each([
  [{ sendMagicLink: undefined }, "magicLink.sendMagicLink"],
  [{ expiresIn: 10 }, "magicLink.expiresIn"],
  [{ otherBrowser: "open" }, "magicLink.otherBrowser"],
  [{ confirmationPage: "javascript:1" }, "magicLink.confirmationPage"],
  [{ expireIn: 300 }, "expireIn"],
])("an option that can't work fails by name: %j", (options, named) => {
  expect(() => magicLink({ sendMagicLink: () => {}, ...options } as never)).toThrow(named);
});

describe.each(quickDatabases)("on $name", ({ open }) => {
  test("MAGIC-02: of 20 who open a link at once one signs in", async () => {
    const { database, close } = await open();
    const { browser, link, session } = await start({}, { database });
    const { token } = await link(browser());
    const all = Array.from({ length: 20 }, () => browser());
    const replies = await Promise.all(all.map((one) => one.post("/magic-link/verify", { token })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ body }) => body.code === "INVALID_TOKEN")).toHaveLength(19);
    expect((await Promise.all(all.map(session))).filter((one) => one === email)).toHaveLength(1);
    await close();
  });

  test("MAGIC-05: an account that someone else set up with the address is the owner's alone", async () => {
    const { database, close } = await open();
    const { browser, link, session } = await start({}, { database });
    const planter = browser();
    await planter.signUp(email, "the planter's password");
    const ann = browser();
    await ann.get((await link(ann)).path, navigation);
    expect([await session(ann), await session(planter)]).toEqual([email, null]);
    expect((await browser().signIn(email, "the planter's password")).status).toBe(401);
    expect((await ann.get<{ user: { emailVerified: boolean } }>("/get-session")).body.user.emailVerified).toBe(true);
    await close();
  });

  test("MAGIC-02: two links of a new address at once make one user", async () => {
    const { database, close } = await open();
    const { browser, link, auth } = await start({}, { database });
    const tokens = [await link(browser()), await link(browser())].map(({ token }) => token);
    const replies = await Promise.all(tokens.map((token) => browser().post("/magic-link/verify", { token })));
    expect(replies.some(({ status }) => status === 200)).toBe(true);
    expect(await auth.$context.db.count({ name: "user", columns: {} } as never, {})).toBe(1);
    await close();
  });
  test("every call costs at most the statements it declares", async () => {
    const { database, statements, close } = await open();
    const { browser, auth, box, post } = await start({}, { database });
    const deliveries = ["/sign-in/magic-link"];
    const counted = async (path: string, work: () => Promise<{ status: number }>) => {
      statements.length = 0;
      const { status } = await work();
      const sent = statements.filter(
        ({ kind, table }) => kind !== "transaction" && !["audit", "outbox", "rateLimit"].includes(table ?? ""),
      ).length;
      const { queryBudget = 0 } =
        Object.values(auth.$context.extensions.endpoints).find((endpoint) => endpoint.path === path) ?? {};
      // The email may be prepared meanwhile, by an outbox that isn't counted.
      const prepared = deliveries.includes(path) ? 1 : 0;
      const allowed = queryBudget + prepared;
      expect([path, status < 400, Math.max(sent, allowed)]).toEqual([path, true, allowed]);
    };
    const token = async (one: TestBrowser) => {
      await counted("/sign-in/magic-link", () => one.post("/sign-in/magic-link", { email }));
      return (await box.next("magicLink")).token;
    };
    await browser().signUp(email);
    // Reclaimed first, then known, then in a session.
    const ann = browser();
    for (const one of [browser(), ann, ann]) {
      const secret = await token(one);
      await outboxEmpty(auth);
      await counted("/magic-link/verify", () => post(one, secret));
      await outboxEmpty(auth);
    }
    await close();
  });
});
