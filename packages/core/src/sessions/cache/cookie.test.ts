import { createHmac } from "node:crypto";
import { startAuth } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { deriveKey } from "../../crypto/keys.ts";
import type { SessionData } from "../../plugin/session.ts";
import { sessionTable } from "../../tables/session.ts";

const secret = "Kd7wYp3nXk9mVb2qZc8sLh5dJf7gAe4U";
const options = { secret, session: { cookieCache: { enabled: true } } } as const;
const cookieName = "latchkey.session_data";
const decode = (value: string | undefined): string => Buffer.from(value ?? "", "base64url").toString();

describe("a cached session", () => {
  test("has the documented format: base64url JSON, signed, with expiresAt as the last member", async () => {
    const { browser } = await startAuth(options);
    const ann = browser();
    await ann.signUp("ann@example.com");
    const value = ann.cookies.get(cookieName) as string;

    const { session, expiresAt, signature, ...more } = JSON.parse(decode(value));

    expect(value).toMatch(/^[\w-]+$/);
    expect(more).toEqual({});
    expect(Object.keys(session)).toEqual(["session", "user", "updatedAt", "version"]);
    const key = deriveKey(secret, "sign/cookie:session_data");
    const signed = JSON.stringify({ ...session, expiresAt });
    expect(signature).toBe(createHmac("sha256", key).update(signed).digest("base64url"));
  });

  test("is valid only with its exact original encoding", async () => {
    const { auth, browser } = await startAuth(options);
    const ann = browser();
    await ann.signUp("ann@example.com");
    const copy = ann.cookies.get(cookieName) as string;
    await auth.$context.db.remove(sessionTable, { where: { id: { ne: "" } } });
    const cookies = new Map(ann.cookies);
    const read = async (value: string) => {
      const visitor = browser();
      for (const [name, own] of cookies) visitor.cookies.set(name, own);
      visitor.cookies.set(cookieName, value);
      return (await visitor.get("/get-session")).body;
    };
    expect(await read(copy)).not.toBeNull();
    for (const other of [`${copy}=`, `${copy.slice(0, -3)}!${copy.slice(-3)}`, `!${copy}`]) {
      expect([other, await read(other)]).toEqual([other, null]);
    }
    expect(await read(copy)).not.toBeNull();
  });

  test("expires even if it was read before", async () => {
    const { auth, browser, clock } = await startAuth(options);
    const ann = browser();
    await ann.signUp("ann@example.com");
    const copy = ann.cookies.get(cookieName) as string;
    await auth.$context.db.remove(sessionTable, { where: { id: { ne: "" } } });
    for (let time = 0; time < 3; time++) expect((await ann.get("/get-session")).body).not.toBeNull();

    clock.advance(60);
    ann.cookies.set(cookieName, copy);

    expect((await ann.get("/get-session")).body).toBeNull();
  });

  test("ends when its session does, even if the session isn't extended", async () => {
    const session = { cookieCache: { enabled: true }, absoluteExpiresIn: 30 };
    const { browser, clock } = await startAuth({ ...options, session });
    const ann = browser();
    await ann.signUp("ann@example.com");
    clock.advance(29);
    expect((await ann.get("/get-session")).body).not.toBeNull();
    clock.advance(1);
    expect((await ann.get("/get-session")).body).toBeNull();
  });

  test("is valid only for its own session, even if it was read before", async () => {
    const { browser } = await startAuth(options);
    const [ann, eve] = [browser(), browser()];
    await ann.signUp("ann@example.com");
    await eve.signUp("eve@example.com");
    const copy = ann.cookies.get(cookieName) as string;
    expect((await ann.get<SessionData>("/get-session")).body.user.email).toBe("ann@example.com");

    eve.cookies.set(cookieName, copy);

    expect((await eve.get<SessionData>("/get-session")).body.user.email).toBe("eve@example.com");
  });

  test("is valid only with the secret that signed it, even between two apps in one process", async () => {
    const [one, other] = [await startAuth(options), await startAuth({ ...options, secret: `${secret}${secret}x` })];
    const ann = one.browser();
    await ann.signUp("ann@example.com");
    expect((await ann.get("/get-session")).body).not.toBeNull();
    const stranger = other.browser();
    await stranger.signUp("ann@example.com");
    const [id, copy] = [stranger.cookies.get("latchkey.session_token"), ann.cookies.get(cookieName)];
    stranger.cookies.set(cookieName, copy as string);

    const { body } = await stranger.get<SessionData>("/get-session");

    expect(id).toBeDefined();
    expect(body.user.id).not.toBe(JSON.parse(decode(copy)).session.user.id);
  });

  test("isn't affected if the app modifies the rows that it gets", async () => {
    const { auth, browser } = await startAuth(options);
    const ann = browser();
    await ann.signUp("ann@example.com");
    const headers = { cookie: [...ann.cookies].map(([name, value]) => `${name}=${value}`).join("; ") };

    const first = await auth.api.getSession({ headers });
    Object.assign(first?.user ?? {}, { email: "changed@example.com" });

    expect((await auth.api.getSession({ headers }))?.user.email).toBe("ann@example.com");
  });

  test("isn't affected if the app modifies dates and JSON in the rows, at any depth", async () => {
    const additionalFields = { settings: { type: "json", input: true } } as const;
    const { auth, browser } = await startAuth({ ...options, user: { additionalFields } });
    const ann = browser();
    const settings = { theme: { dark: true }, tags: [{ name: "one" }], __proto__x: 1 };
    await ann.post("/sign-up/email", {
      email: "a@example.com",
      name: "Ann",
      password: "correct horse battery",
      settings,
    });
    const headers = { cookie: [...ann.cookies].map(([name, value]) => `${name}=${value}`).join("; ") };
    const read = async () => {
      const { session, user } = (await auth.api.getSession({ headers })) ?? {};
      return { session, user: user as typeof user & { settings: typeof settings; createdAt: Date } };
    };
    const before = await read();
    const expected = structuredClone(before);

    before.user.settings.theme.dark = false;
    Object.assign(before.user.settings.tags[0] as object, { name: "changed" });
    before.user.settings.tags.push({ name: "two" });
    before.user.createdAt.setTime(0);
    before.session?.expiresAt.setTime(0);

    expect(await read()).toEqual(expected);
  });

  test("has dates in date columns, and text in text columns, even if the text looks like a date", async () => {
    const additionalFields = {
      motto: { type: "string", input: true },
      born: { type: "date", input: true },
    } as const;
    const { auth, browser } = await startAuth({ ...options, user: { additionalFields } });
    const ann = browser();
    const [motto, born] = ["2020-01-02T03:04:05.678Z", "1990-01-02T03:04:05.678Z"];
    const person = { email: "ann@example.com", name: "Ann", password: "correct horse battery", motto, born };
    await ann.post("/sign-up/email", person);
    const headers = { cookie: [...ann.cookies].map(([name, value]) => `${name}=${value}`).join("; ") };
    await auth.$context.db.remove(sessionTable, { where: { id: { ne: "" } } });

    const read = await auth.api.getSession({ headers });

    expect(read?.user).toMatchObject({ motto, born: new Date(born) });
  });

  test("is rejected if anything comes before, between, or after its members", async () => {
    const { auth, browser } = await startAuth(options);
    const ann = browser();
    await ann.signUp("ann@example.com");
    const text = decode(ann.cookies.get(cookieName));
    await auth.$context.db.remove(sessionTable, { where: { id: { ne: "" } } });
    const jar = new Map(ann.cookies);
    const changed = [
      ` ${text}`,
      `${text} `,
      text.replace(',"signature"', ',"more":1,"signature"'),
      text.replace('"session":{', '"session": {'),
      text.replace(/"signature":"[^"]*"/, '"signature":""'),
      text.replace(/,"signature":"[^"]*"/, ""),
      text.slice(1),
    ];
    for (const one of changed) {
      for (const [name, value] of jar) ann.cookies.set(name, value);
      ann.cookies.set(cookieName, Buffer.from(one).toString("base64url"));
      expect((await ann.get("/get-session")).body, one).toBeNull();
    }
    for (const [name, value] of jar) ann.cookies.set(name, value);
    expect((await ann.get("/get-session")).body).not.toBeNull();
  });
});
