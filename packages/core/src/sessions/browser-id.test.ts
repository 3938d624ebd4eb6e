import { startAuth, testOrigin } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { defineUntypedEndpoint } from "../plugin/endpoint.ts";
import { definePlugin } from "../plugin/plugin.ts";
import { type UserRow, userTable } from "../tables/user.ts";
import { browserDigest, getOrCreateBrowserId, isBrowserRequest, knownBrowserId, readBrowserId } from "./browser-id.ts";

const probe = definePlugin({
  id: "probe",
  endpoints: {
    see: defineUntypedEndpoint({
      method: "POST",
      path: "/see",
      handle: (_, context) => ({
        read: readBrowserId(context),
        isBrowser: isBrowserRequest(context),
        known: knownBrowserId(context, "ann@example.com"),
      }),
    }),
    create: defineUntypedEndpoint({
      method: "POST",
      path: "/create",
      handle: (_, context) => ({ first: getOrCreateBrowserId(context), again: getOrCreateBrowserId(context) }),
    }),
  },
});

type Seen = { read: string | null; isBrowser: boolean; known: string | null };
const cookieName = "latchkey.browser";

describe("the browser id", () => {
  test("is set once by endpoints that need it, and lasts until the browser is closed", async () => {
    const { browser } = await startAuth({ plugins: [probe] });
    const ann = browser();
    expect((await ann.post<Seen>("/see")).body).toEqual({ read: null, isBrowser: true, known: null });
    await ann.signUp("ann@example.com");
    expect(ann.cookies.has(cookieName)).toBe(false);
    const { body, setCookies } = await ann.post<{ first: string; again: string }>("/create");
    expect([body.first.length, body.again]).toEqual([32, body.first]);
    const line = setCookies.find((one) => one.startsWith(cookieName));
    expect(line).toMatch(/HttpOnly/);
    expect(line).not.toMatch(/Max-Age/);
    expect((await ann.post<{ first: string }>("/create")).body.first).toBe(body.first);
    expect((await ann.post<Seen>("/see")).body.read).toBe(body.first);
  });

  test("lasts for 400 days once a user signs in, and records only the users who signed in", async () => {
    const { browser, auth } = await startAuth({ plugins: [probe] });
    await browser().signUp("ann@example.com");
    await browser().signUp("bob@example.com");
    const verify = (set: Partial<UserRow>) =>
      auth.$context.db.update(userTable, { where: { email: "ann@example.com" }, set });
    const shared = browser();
    const { first } = (await shared.post<{ first: string }>("/create")).body;
    const bob = await shared.signIn("bob@example.com");
    expect(bob.setCookies.find((one) => one.startsWith(cookieName))).toContain("Max-Age=34560000");
    expect((await shared.post<Seen>("/see")).body).toMatchObject({ read: first, known: null });
    await shared.signIn("ann@example.com");
    expect((await shared.post<Seen>("/see")).body).toMatchObject({ read: first, known: null });
    await verify({ emailVerified: true });
    await shared.signIn("ann@example.com");
    expect((await shared.post<Seen>("/see")).body).toMatchObject({ read: first, known: first });
    expect((await shared.signIn("ann@example.com", "a wrong password")).status).toBe(401);
  });

  test("isn't set for programs, which don't send an Origin header or fetch metadata", async () => {
    const { auth } = await startAuth({ plugins: [probe] });
    const post = async (path: string, headers: Record<string, string> = {}) => {
      const url = `${testOrigin}/api/auth${path}`;
      const json = { "content-type": "application/json", ...headers };
      return auth.handler(new Request(url, { method: "POST", headers: json, body: "{}" }));
    };
    const answer = await post("/create");
    expect([answer.headers.getSetCookie(), await answer.json()]).toEqual([[], { first: null, again: null }]);
    const seen = await post("/see", { "sec-fetch-site": "same-origin" });
    expect(await seen.json()).toMatchObject({ isBrowser: true });
  });

  test("can't be forged, and its tags can't be moved to another browser", async () => {
    const { browser } = await startAuth({ plugins: [probe] });
    await browser().signUp("ann@example.com");
    const [ann, eve] = [browser(), browser()];
    await ann.post("/create");
    await ann.signIn("ann@example.com");
    await eve.post("/create");
    const [own, planted] = [ann, eve].map((one) => decodeURIComponent(one.cookies.get(cookieName) ?? ""));
    const tag = /~([^.]+)/.exec(own ?? "")?.[1];
    const dot = (planted ?? "").lastIndexOf(".");
    eve.cookies.set(cookieName, encodeURIComponent(`${planted?.slice(0, dot)}~${tag}${planted?.slice(dot)}`));
    expect((await eve.post<Seen>("/see")).body).toMatchObject({ read: null, known: null });
    eve.cookies.set(cookieName, "x".repeat(32));
    expect((await eve.post<Seen>("/see")).body.read).toBeNull();
  });

  test("is stored as a digest that differs by purpose and by user", () => {
    const digests = [
      browserDigest("link", "browser", "ann"),
      browserDigest("link", "browser", "bob"),
      browserDigest("code", "browser", "ann"),
      browserDigest("link", "browser2", "ann"),
    ];
    expect(new Set(digests).size).toBe(4);
  });
});
