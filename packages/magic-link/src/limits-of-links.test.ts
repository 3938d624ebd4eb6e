import { memoryAdapter } from "@latchkey/core";
import { findUserByEmail, tokenTable, updateUser } from "@latchkey/core/plugin";
import { outboxEmpty, testOrigin } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { email, form, navigation, startLinks } from "../test/app.ts";

describe("what a link allows", () => {
  test("MAGIC-06: swapped targets are rejected, and the link stays valid", async () => {
    const { browser, link, links, post, ask } = await startLinks();
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

  test("MAGIC-08: requesting ten links for someone keeps their link valid, and the flood stops silently", async () => {
    const limited = { rateLimit: { enabled: true, customRules: { "/sign-in/magic-link": false } } };
    const { browser, link, ask, session, box, auth } = await startLinks({}, limited);
    const ann = browser();
    const own = await link(ann);
    for (let round = 0; round < 14; round++) await ask(browser());
    await outboxEmpty(auth);
    expect(box.mails.filter(({ sender }) => sender === "magicLink")).toHaveLength(10);
    await ann.get(own.path, navigation);
    expect(await session(ann)).toBe(email);
    // In a browser where they have signed in, they still get one.
    await ask(ann);
    await outboxEmpty(auth);
    expect(box.mails.filter(({ sender }) => sender === "magicLink")).toHaveLength(11);
  });

  test("MAGIC-07: known, unknown, and banned emails get the same response with the same queries, whatever the sender does", async () => {
    const statements: string[] = [];
    const database = memoryAdapter({ onStatement: ({ kind, table }) => void statements.push(`${kind} ${table}`) });
    const { browser, box, ask, auth } = await startLinks({ disableSignUp: true }, { database });
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

  test("MAGIC-09: for a changed email or a deleted user, it doesn't work", async () => {
    const { browser, link, session, auth, post } = await startLinks({ disableSignUp: true });
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
    const { browser, auth, link, box } = await startLinks({}, { logger });
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

  test("MAGIC-12: requires a second factor; a foreign page's form is rejected", async () => {
    const { browser, link, auth, post, session } = await startLinks();
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

  test("MAGIC-13: metadata is text of limited size, passed on unchanged", async () => {
    const { browser, ask, box } = await startLinks();
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

  test("names the requesting device with a fixed set of words", async () => {
    const { browser, box } = await startLinks();
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
