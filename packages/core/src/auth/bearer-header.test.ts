import { definePlugin, defineUntypedEndpoint, fail, httpErrors } from "@latchkey/core/plugin";
import { startAuth, testPassword } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";

const email = "ann@example.com";
const day = 86_400;
const name = "set-auth-token";

describe("the set-auth-token header", () => {
  test("isn't sent unless the app enables it", async () => {
    const { browser } = await startAuth();
    expect((await browser().signUp(email)).headers.get(name)).toBeNull();
  });

  test("contains the token of a new or extended session, and isn't sent when the session ends", async () => {
    const { browser, clock } = await startAuth({ session: { bearerHeader: true } });
    const person = browser();
    const signedUp = await person.signUp(email);
    expect(signedUp.headers.get(name)).toBe(signedUp.body.token);
    expect((await person.get("/get-session")).headers.get(name)).toBeNull();
    clock.advance(2 * day);
    expect((await person.get("/get-session")).headers.get(name)).toBe(signedUp.body.token);
    const authorization = `Bearer ${signedUp.body.token}`;
    clock.advance(2 * day);
    // The same applies to a client without cookies.
    const read = await browser().get("/get-session", { authorization });
    expect([read.headers.get(name), read.setCookies]).toEqual([signedUp.body.token, []]);
    const out = await person.post("/sign-out");
    expect(out.headers.get(name)).toBeNull();
  });

  test("contains the new token if a call replaces it, even for clients without cookies", async () => {
    const { browser, auth } = await startAuth({ session: { bearerHeader: true } });
    const { body } = await browser().signUp(email);
    const changed = await auth.api.changePassword.result({
      headers: { authorization: `Bearer ${body.token}` },
      body: { currentPassword: testPassword, newPassword: "another good password" },
    });
    const token = changed.headers.get(name);
    expect(token).not.toBe(body.token);
    expect((await browser().get("/get-session", { authorization: `Bearer ${token}` })).body).not.toBeNull();
    expect((await browser().get("/get-session", { authorization: `Bearer ${body.token}` })).body).toBeNull();
  });

  test("SESS-01: isn't sent with an error, even if the sign-in had already created a session", async () => {
    const late = definePlugin({
      id: "late",
      hooks: [{ on: ["signInEmail"], after: () => fail(httpErrors, "BAD_REQUEST") }],
      endpoints: { x: defineUntypedEndpoint({ method: "GET", path: "/x", queryBudget: 0, handle: () => null }) },
    });
    const { browser } = await startAuth({ session: { bearerHeader: true }, plugins: [late] });
    await browser().signUp(email);
    const { status, headers } = await browser().signIn(email);
    expect([status, headers.get(name)]).toEqual([400, null]);
  });

  test("can be read by pages on trusted origins", async () => {
    const trustedOrigins = ["https://web.test"];
    const exposed = async (bearerHeader: boolean) => {
      const { browser } = await startAuth({ trustedOrigins, session: { bearerHeader } });
      const { headers } = await browser().get("/ok", { origin: "https://web.test" });
      return headers.get("access-control-expose-headers");
    };
    expect(await exposed(true)).toBe("retry-after, x-retry-after, set-auth-token");
    expect(await exposed(false)).toBe("retry-after, x-retry-after");
  });
});
