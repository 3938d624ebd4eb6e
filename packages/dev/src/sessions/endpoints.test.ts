import type { Plugin, User } from "@latchkey/core";
import { definePlugin, fail, userTable } from "@latchkey/core/plugin";
import { startAuth } from "@latchkey/test-kit";
import { twoFactor } from "@latchkey/two-factor";
import { describe, expect, test } from "vitest";
import { developerOf, formHeaders, local } from "../../test/callers.ts";
import { devConsole } from "../plugin.ts";

const closedErrors = { CLOSED: { status: 403, message: "The house is closed." } } as const;

/** Rejects some users, and asks others for a challenge. */
const gates: Plugin = definePlugin({
  id: "gates",
  errors: closedErrors,
  gates: [
    {
      name: "closed",
      kind: "refuse",
      check: ({ user }) => (user.email.startsWith("banned") ? fail(closedErrors, "CLOSED") : undefined),
    },
    {
      name: "riddle",
      kind: "challenge",
      check: ({ user }) => (user.email.startsWith("riddled") ? { response: { riddle: true } } : undefined),
    },
  ],
});

describe("signing in as a user", () => {
  const start = async (email: string) => {
    const app = await startAuth({
      plugins: [devConsole(), gates, twoFactor({ otpOptions: { sendOTP: () => {} } })],
      emailAndPassword: { enabled: true, autoSignIn: false },
    });
    await app.browser(local).signUp(email);
    const [user] = await app.auth.api.devUsers();
    return { app, developer: await developerOf(app), userId: user?.id as string };
  };

  test("creates a session in which nothing is proven", async () => {
    const { app, developer, userId } = await start("ann@example.com");
    const { body } = await developer.post("/dev/sign-in-as", { userId });
    expect(body).toEqual({ signedIn: true, userId, challenge: null });
    expect((await developer.get<{ user: User }>("/get-session")).body.user.email).toBe("ann@example.com");
    const [session] = (await developer.get<{ proven: string[] }[]>("/dev/sessions")).body;
    expect(session?.proven).toEqual([]);
    expect((await developer.get<string>("/dev")).body).toContain(
      "You&#39;re signed in as ann@example.com in this browser.",
    );
    expect((await (await developerOf(app)).get<string>("/dev")).body).toContain(
      "You&#39;re not signed in in this browser.",
    );
  });

  test("from the page's form leads back to the page", async () => {
    const { developer, userId } = await start("ann@example.com");
    const init = { method: "POST", body: `userId=${userId}`, headers: formHeaders };
    const { status, headers, setCookies } = await developer.send("/dev/sign-in-as", init);
    expect([status, headers.get("location")]).toEqual([302, "/api/auth/dev"]);
    expect(setCookies).not.toEqual([]);
  });

  test("stops at a gate that rejects it, and the form gets a page with the reason", async () => {
    const { developer, userId } = await start("banned@example.com");
    const { status, body, setCookies } = await developer.post("/dev/sign-in-as", { userId });
    expect([status, body.code, setCookies]).toEqual([403, "CLOSED", []]);
    const init = { method: "POST", body: `userId=${userId}`, headers: formHeaders };
    const page = await developer.send<string>("/dev/sign-in-as", init);
    expect([page.status, page.setCookies]).toEqual([403, []]);
    expect(page.body).toContain("The house is closed.");
    expect((await developer.get("/dev/sessions")).body).toEqual([]);
  });

  test("stops at a gate that requires another step, and returns its challenge", async () => {
    const { developer, userId } = await start("riddled@example.com");
    const { body, setCookies } = await developer.post("/dev/sign-in-as", { userId });
    expect([body, setCookies]).toEqual([{ signedIn: false, userId, challenge: { riddle: true } }, []]);
    expect((await developer.get("/dev/sessions")).body).toEqual([]);
  });

  test("TFA-02: requires the user's second factor", async () => {
    const { app, developer, userId } = await start("ann@example.com");
    const { db } = app.auth.$context;
    await db.update(userTable as never, { where: { id: userId }, set: { twoFactorEnabled: true } as never });
    const { body } = await developer.post("/dev/sign-in-as", { userId });
    expect(body).toMatchObject({ signedIn: false, challenge: { twoFactorRedirect: true } });
    expect(developer.cookies.has("latchkey.two_factor")).toBe(true);
    expect((await developer.get("/get-session")).body).toBeNull();
    expect((await developer.get("/dev/sessions")).body).toEqual([]);
  });

  test("requires an existing user, and a request from the app's own pages", async () => {
    const { developer, userId } = await start("ann@example.com");
    expect((await developer.post("/dev/sign-in-as", { userId: "unknown" })).body.code).toBe("USER_NOT_FOUND");
    const foreign = { origin: "https://evil.example" };
    for (const path of ["/dev/sign-in-as", "/dev/mail/clear"]) {
      expect((await developer.post(path, { userId }, foreign)).body.code).toBe("INVALID_ORIGIN");
      expect((await developer.get(path)).status).toBe(404);
    }
  });

  test("returns the cookies to a server call", async () => {
    const { auth, browser } = await startAuth({ plugins: [devConsole()] });
    const { user } = (await browser().signUp("ann@example.com")).body;
    const { data, headers } = await auth.api.devSignInAs.result({ body: { userId: user.id } });
    expect(data?.signedIn).toBe(true);
    const cookie = headers.getSetCookie().map((line) => line.split(";")[0]);
    expect((await auth.api.getSession({ headers: { cookie: cookie.join("; ") } }))?.user.id).toBe(user.id);
  });
});
