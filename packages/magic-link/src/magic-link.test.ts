import { testOrigin } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { email, navigation, startLinks } from "../test/app.ts";
import { magicLink } from "./plugin.ts";

describe("opening a link", () => {
  test("in the browser that requested it signs in, and a new user lands on the page for new users", async () => {
    const { browser, link, session } = await startLinks();
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

  test("MAGIC-01: scanners, previews, and other devices consume nothing; the page's button signs in", async () => {
    const { browser, link, session, links, post } = await startLinks();
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

  test("MAGIC-10: a prefetched page consumes nothing, even in the requesting browser", async () => {
    const { browser, link, links } = await startLinks();
    const ann = browser();
    const { path } = await link(ann);
    for (const purpose of ["prefetch", "prefetch;prerender"]) {
      expect((await ann.get(path, { ...navigation, "sec-purpose": purpose })).status).toBe(200);
    }
    expect(await links()).toBe(1);
  });

  test("MAGIC-03: the page for someone else's link shows whose it is, and that another user is signed in", async () => {
    const { browser, link, session } = await startLinks();
    const victim = browser();
    await victim.signUp("victim@example.com");
    const { path } = await link(browser(), "eve@evil.test");
    const { body } = await victim.get<string>(path, navigation);
    expect(body).toContain("as e…@evil.test?");
    expect(body).toContain("signed in as v…@example.com");
    expect(await session(victim)).toBe("victim@example.com");
  });

  test("MAGIC-04: with `reject`, it works only in the browser that requested it", async () => {
    const { browser, link, session, links, post } = await startLinks({ otherBrowser: "reject" });
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
    const { browser, link, session } = await startLinks({ otherBrowser: "allow" });
    const { path } = await link(browser());
    const phone = browser();
    await phone.get(path, navigation);
    expect(await session(phone)).toBe(email);
  });

  test("a script gets JSON, with or without a browser", async () => {
    const { browser, link, auth } = await startLinks();
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
    const { browser, link, post, session } = await startLinks({ confirmationPage: "/confirm" });
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

test("in a session of the same user, a link proves the mailbox there instead of creating a session", async () => {
  const { browser, link, session, auth } = await startLinks();
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
])("an invalid option fails by name: %j", (options, named) => {
  expect(() => magicLink({ sendMagicLink: () => {}, ...options } as never)).toThrow(named);
});
