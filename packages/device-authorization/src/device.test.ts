import { admin } from "@latchkey/admin";
import { apiKey } from "@latchkey/api-key";
import { memoryAdapter } from "@latchkey/core";
import { type AuthContext, auditTable, sessionTable, userTable } from "@latchkey/core/plugin";
import { startAuth, type TestBrowser, testPassword } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type DeviceCode, deviceGrantType } from "./contract.ts";
import type { DeviceAuthorizationOptions } from "./options.ts";
import { deviceAuthorization } from "./plugin.ts";
import { deviceCodeTable } from "./tables.ts";

interface Answer {
  readonly error?: string;
  readonly error_description?: string;
  readonly code?: string;
  readonly access_token?: string;
  readonly expires_in?: number;
  readonly scope?: string;
}

const times = <T>(count: number, run: () => Promise<T>) => Promise.all(Array.from({ length: count }, run));

async function start(options: DeviceAuthorizationOptions = {}, more: object = {}) {
  const plugin = deviceAuthorization({ clients: [{ clientId: "tv", name: "TV app" }, "cli"], ...options });
  const app = await startAuth({ plugins: [plugin, admin()], ...more });
  const ann = app.browser();
  const { body } = await ann.signUp("ann@example.com");
  const tv = app.browser("198.51.100.4");
  const ask = async (input: object = {}, agent = "Living room TV"): Promise<DeviceCode> =>
    (await tv.post<DeviceCode>("/device/code", { client_id: "tv", ...input }, { "user-agent": agent })).body;
  const redeem = (device_code: string, client_id = "tv", browser: TestBrowser = app.browser("198.51.100.4")) =>
    browser.post<Answer>("/device/token", { grant_type: deviceGrantType, device_code, client_id });
  const approve = (userCode: string, browser = ann) => browser.post<Answer>("/device/approve", { userCode });
  return { ...app, ann, annId: body.user.id, tv, ask, redeem, approve };
}

const errorOf = async (reply: ReturnType<Awaited<ReturnType<typeof start>>["redeem"]>) => (await reply).body.error;

function makeAdmin({ $context }: { readonly $context: AuthContext }, id: string) {
  return $context.db.update(userTable, { where: { id }, set: { role: "admin" } as object });
}

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("DEVC-03: one of 20 requests that redeem an approved code gets a session, and either approval or denial succeeds", async () => {
    const { auth, ann, ask, approve, redeem } = await start({}, { database: opened.database });
    const { device_code, user_code } = await ask();
    expect((await approve(user_code)).status).toBe(200);
    const replies = await times(20, () => redeem(device_code));
    const [won, ...more] = replies.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    expect(replies.filter(({ body }) => body.error === "invalid_grant")).toHaveLength(19);
    const headers = new Headers({ authorization: `Bearer ${won?.body.access_token}` });
    expect((await auth.api.getSession({ headers }))?.user.email).toBe("ann@example.com");

    const { user_code: second } = await ask();
    const decisions = await Promise.all([
      ...["approve", "deny", "approve", "deny"].map((verb) => ann.post(`/device/${verb}`, { userCode: second })),
    ]);
    expect(decisions.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("DEVC-04: if 20 processes poll concurrently, one is on time, and the interval grows", async () => {
    const { auth, ask, redeem, clock } = await start({}, { database: opened.database });
    const { device_code, interval } = await ask();
    expect(interval).toBe(5);
    const errors = (await times(20, () => redeem(device_code))).map(({ body }) => body.error);
    expect(errors.filter((error) => error === "authorization_pending")).toHaveLength(1);
    expect(errors.filter((error) => error === "slow_down")).toHaveLength(19);
    const row = await auth.$context.db.findOne(deviceCodeTable, { where: { clientId: "tv" } });
    expect(row?.pollingInterval).toBe(100_000);
    clock.advance(5);
    expect(await errorOf(redeem(device_code))).toBe("slow_down");
    clock.advance(120);
    expect(await errorOf(redeem(device_code))).toBe("authorization_pending");
  });

  test("every call sends at most the queries that it declares", async () => {
    const { auth, ann, ask, approve, redeem } = await start({}, { database: opened.database });
    const { endpoints } = auth.$context.extensions;
    const cost = async <T>(id: string, run: () => Promise<T>): Promise<T> => {
      opened.statements.length = 0;
      const result = await run();
      const own = opened.statements.filter(({ kind, table }) => kind !== "transaction" && table !== "audit");
      const extra = opened.database.dialect === "mysql" ? 1 : 0;
      expect([id, own.length <= (endpoints[id]?.queryBudget ?? -1) + extra, own.length]).toEqual([
        id,
        true,
        own.length,
      ]);
      return result;
    };
    const { device_code, user_code } = await cost("requestDeviceCode", () => ask());
    await cost("getDeviceToken", () => redeem(device_code));
    await cost("getDeviceRequest", () => ann.get(`/device?user_code=${user_code}`));
    await cost("approveDevice", () => approve(user_code));
    expect((await cost("getDeviceToken", () => redeem(device_code))).status).toBe(200);
    const denied = await ask();
    await cost("denyDevice", () => ann.post("/device/deny", { userCode: denied.user_code }));
  });
});

describe("a device", () => {
  test("gets codes, waits, and is signed in once the user approves", async () => {
    const { auth, ann, annId, ask, redeem, approve, clock } = await start();
    const asked = await ask({ scope: "read write read" });
    expect(asked).toMatchObject({ expires_in: 1800, interval: 5, verification_uri: "http://app.test/device" });
    expect(asked.device_code).toMatch(/^[0-9A-Za-z]{40}$/);
    expect(asked.user_code).toMatch(/^[B-DF-HJ-NP-TV-XZ]{8}$/);
    expect(asked.verification_uri_complete).toBe(`http://app.test/device?user_code=${asked.user_code}`);
    const pending = await redeem(asked.device_code);
    expect([pending.status, pending.body]).toEqual([
      400,
      {
        error: "authorization_pending",
        error_description: "Authorization pending",
        code: "authorization_pending",
        message: "Authorization pending",
      },
    ]);
    // The code is in the form that a person types.
    const typed = `${asked.user_code.slice(0, 4).toLowerCase()} - ${asked.user_code.slice(4)}`;
    const { body: shown } = await ann.get(`/device?${new URLSearchParams({ user_code: typed })}`);
    expect(shown).toEqual({
      user_code: asked.user_code,
      status: "pending",
      client_id: "tv",
      client_name: "TV app",
      scope: "read write",
      requested: { ip: "198.51.100.4", agent: "Living room TV", at: expect.any(String) },
    });
    expect((await approve(typed)).body).toEqual({ success: true });
    clock.advance(5);
    const { body, status } = await redeem(asked.device_code);
    expect([status, body.scope]).toEqual([200, "read write"]);
    expect(body.expires_in).toBeGreaterThan(3600);
    const headers = new Headers({ authorization: `Bearer ${body.access_token}` });
    expect((await auth.api.getSession({ headers }))?.user.id).toBe(annId);
    const rows = await auth.$context.db.findMany(auditTable, { where: { action: "device-sign-in.approve" }, limit: 9 });
    expect(rows.map(({ actorId }) => actorId)).toEqual([annId]);
  });

  test("can send a form, like the standard's clients", async () => {
    const { tv } = await start();
    const reply = await tv.send<DeviceCode>("/device/code", {
      method: "POST",
      body: new URLSearchParams({ client_id: "cli", scope: "" }),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect([reply.status, reply.headers.get("cache-control")]).toEqual([200, "no-store"]);
    const unknown = await tv.post<Answer>("/device/code", { client_id: "other" });
    expect([unknown.status, unknown.body.error]).toEqual([401, "invalid_client"]);
    expect((await tv.post<Answer>("/device/code", {})).body.error).toBe("invalid_request");
    expect((await tv.post<Answer>("/device/code", { client_id: "tv", resource: "https://api.test" })).body.error).toBe(
      "invalid_target",
    );
    const scoped = await start({ clients: [{ clientId: "tv", scopes: ["read"] }] });
    expect((await scoped.tv.post<Answer>("/device/code", { client_id: "tv", scope: "write" })).body.error).toBe(
      "invalid_scope",
    );
  });

  test("gets the matching error if the user denies it or its code expires", async () => {
    const { auth, ann, ask, redeem, approve, clock } = await start();
    const refused = await ask();
    expect((await ann.post("/device/deny", { userCode: refused.user_code })).status).toBe(200);
    expect(await errorOf(redeem(refused.device_code))).toBe("access_denied");
    expect((await approve(refused.user_code)).body).toMatchObject({
      error: "invalid_request",
      error_description: "Device code already processed",
    });
    const late = await ask();
    clock.advance(1800);
    expect(await errorOf(redeem(late.device_code))).toBe("expired_token");
    expect((await approve(late.user_code)).body.error).toBe("expired_token");
    expect((await ann.get<Answer>(`/device?user_code=${late.user_code}`)).body.error).toBe("expired_token");
    clock.advance(3601);
    await auth.api.removeExpired();
    expect(await auth.$context.db.count(deviceCodeTable, {})).toBe(0);
  });
});

describe("attacks", () => {
  test("DEVC-01: user codes can't be guessed, by one user or from many addresses", async () => {
    const { ann, browser, ask } = await start({}, { rateLimit: { enabled: true } });
    const { user_code } = await ask();
    const codes = Array.from({ length: 6 }, (_, n) => `BBBBBBB${"BCDFGH"[n]}`);
    const statuses = [];
    for (const code of codes) statuses.push((await ann.get(`/device?user_code=${code}`)).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    // 45 more wrong codes from other IP addresses, without a session.
    for (let n = 0; n < 45; n++) await browser(`192.0.2.${n}`).get("/device?user_code=CCCCCCCC");
    expect((await browser("192.0.2.200").get("/device?user_code=CCCCCCCC")).status).toBe(429);
    expect((await browser("192.0.2.201").get(`/device?user_code=${user_code}`)).status).toBe(429);
  });

  test("DEVC-01: correct codes don't count as guesses", async () => {
    const { browser, ask } = await start({}, { rateLimit: { enabled: true } });
    const { user_code } = await ask();
    for (let n = 0; n < 60; n++) {
      expect((await browser(`192.0.2.${n}`).get(`/device?user_code=${user_code}`)).status).toBe(200);
    }
  });

  test("DEVC-02: looking up a code changes nothing, and only signed-in users see the app and the IP address", async () => {
    const { auth, ann, browser, ask, approve, redeem } = await start();
    const { device_code, user_code } = await ask();
    const before = await auth.$context.db.findMany(deviceCodeTable, { limit: 9 });
    expect((await ann.get<Answer>(`/device?user_code=${user_code}`)).status).toBe(200);
    expect((await browser().get(`/device?user_code=${user_code}`)).body).toEqual({ user_code, status: "pending" });
    expect(await auth.$context.db.findMany(deviceCodeTable, { limit: 9 })).toEqual(before);
    // Someone else who looked it up first doesn't keep the user from deciding.
    const bo = browser();
    await bo.signUp("bo@example.com");
    await bo.get(`/device?user_code=${user_code}`);
    expect((await approve(user_code)).status).toBe(200);
    expect((await redeem(device_code)).status).toBe(200);
    const typed = await start({ requireTypedCode: true });
    expect(await typed.ask()).not.toHaveProperty("verification_uri_complete");
  });

  test("DEVC-05: a code of another client isn't accepted, and isn't spent", async () => {
    const { ask, approve, redeem } = await start();
    const { device_code, user_code } = await ask();
    await approve(user_code);
    expect(await errorOf(redeem(device_code, "cli"))).toBe("invalid_grant");
    expect(await errorOf(redeem(`${device_code}x`))).toBe("invalid_grant");
    expect((await redeem(device_code)).status).toBe(200);
    expect(await errorOf(redeem(device_code))).toBe("invalid_grant");
  });

  test("DEVC-06: a user who was banned or changed the password after approving isn't signed in", async () => {
    const { auth, ann, annId, browser, ask, approve, redeem } = await start();
    const root = browser();
    const { body } = await root.signUp("root@example.com");
    await makeAdmin(auth, body.user.id);
    const { device_code, user_code } = await ask();
    await approve(user_code);
    await ann.post("/change-password", {
      currentPassword: testPassword,
      newPassword: "an even better password",
      revokeOtherSessions: true,
    });
    expect(await errorOf(redeem(device_code))).toBe("access_denied");
    expect(await errorOf(redeem(device_code))).toBe("invalid_grant");

    const second = await ask();
    expect((await approve(second.user_code)).status).toBe(200);
    expect((await root.post("/admin/ban-user", { userId: annId })).status).toBe(200);
    expect(await errorOf(redeem(second.device_code))).toBe("access_denied");
    expect(await errorOf(redeem(second.device_code))).toBe("invalid_grant");
  });

  test("DEVC-06: an old session, an impersonator, and a stranger can't approve", async () => {
    const { auth, ann, annId, browser, ask, approve, clock } = await start();
    const { user_code } = await ask();
    expect((await approve(user_code, browser())).body).toMatchObject({ code: "UNAUTHORIZED", error: "unauthorized" });
    const root = browser();
    const { body } = await root.signUp("root@example.com");
    await makeAdmin(auth, body.user.id);
    expect((await root.post("/admin/impersonate-user", { userId: annId })).status).toBe(200);
    const { body: impersonated } = await approve(user_code, root);
    expect(["SESSION_NOT_FRESH", "NOT_ALLOWED_WHILE_IMPERSONATING"]).toContain(impersonated.code);
    expect((await approve(user_code, ann)).status).toBe(200);
    clock.advance(2 * 86_400);
    const { body: old } = await approve((await ask()).user_code);
    expect(old).toMatchObject({ code: "SESSION_NOT_FRESH", error: "access_denied", proof: ["password"] });
  });

  test("DEVC-06: an API key can't approve or deny, even if it works like a session elsewhere", async () => {
    const plugins = [
      deviceAuthorization({ clients: [{ clientId: "tv", name: "TV app" }] }),
      admin(),
      apiKey({ enableSessionForAPIKeys: true }),
    ];
    const { ann, browser, ask, approve } = await start({}, { plugins });
    const { body: made } = await ann.post<{ key: string }>("/api-key/create", {});
    const headers = { "x-api-key": made.key };
    const { user_code: userCode } = await ask();
    const script = browser();
    expect((await script.get<{ user: { email: string } }>("/get-session", headers)).body.user.email).toBe(
      "ann@example.com",
    );
    for (const path of ["/device/approve", "/device/deny"]) {
      const { status, body } = await script.post<Answer>(path, { userCode }, headers);
      expect([status, body.code]).toEqual([403, "NOT_ALLOWED_WITH_API_KEY"]);
    }
    // The user can still use the code.
    expect((await approve(userCode)).status).toBe(200);
  });

  test("DEVC-06: the new session keeps the approver's proofs, and isn't fresh until the user proves something in it", async () => {
    const { auth, ask, approve, redeem, clock, browser } = await start();
    clock.advance(3600);
    const { device_code, user_code } = await ask();
    await approve(user_code);
    const { body } = await redeem(device_code);
    const active = await auth.api.getSession({
      headers: new Headers({ authorization: `Bearer ${body.access_token}` }),
    });
    const row = await auth.$context.db.findOne(sessionTable, { where: { id: active?.session.id ?? "" } });
    expect(row?.proofs).toMatchObject({ password: clock.now().getTime() - 3600_000 });
    // Someone who gets a user to approve the wrong device must not be able to take the account.
    const call = (path: string, input: object) =>
      browser().post<Answer>(path, input, { authorization: `Bearer ${body.access_token}` });
    const next = await ask();
    expect((await call("/device/approve", { userCode: next.user_code })).body.code).toBe("SESSION_NOT_FRESH");
    clock.advance(1);
    expect((await call("/verify-password", { password: "correct horse battery" })).status).toBe(200);
    expect((await call("/device/approve", { userCode: next.user_code })).status).toBe(200);
  });

  test("DEVC-07: a copy of the database contains neither code", async () => {
    const { auth, ask } = await start();
    const { device_code, user_code } = await ask();
    const stored = JSON.stringify(await auth.$context.db.findMany(deviceCodeTable, { limit: 9 }));
    for (const code of [device_code, user_code]) expect(stored).not.toContain(code);
  });

  test("another site can't sign the browser in with its own device's code", async () => {
    const { ask, approve, browser } = await start();
    const { device_code, user_code } = await ask();
    await approve(user_code);
    const reply = await browser().send<Answer>("/device/token", {
      method: "POST",
      body: new URLSearchParams({ grant_type: deviceGrantType, device_code, client_id: "tv" }),
      headers: { "content-type": "application/x-www-form-urlencoded", origin: "https://evil.test" },
    });
    expect(reply.status).toBe(403);
    expect(reply.setCookies).toEqual([]);
  });
});

test("a code that was shown before the secret was rotated can still be entered", async () => {
  const database = memoryAdapter();
  const [current, old] = ["Yb7xKp2QvM9sTn4WzR8cHj3LfD6gAe1U", "Rt6wYp3nXk9mVb2qZc8sLh5dJf7gAe4U"];
  const { user_code } = await (await start({}, { database, secret: old })).ask();
  const look = async (secrets: readonly string[]) => {
    const settings = { database, secret: undefined, secrets } as object;
    const { browser } = await startAuth({ plugins: [deviceAuthorization()], ...settings });
    return (await browser().get(`/device?user_code=${user_code}`)).status;
  };
  expect([await look([current, old]), await look([current])]).toEqual([200, 400]);
});

test("invalid options fail at startup, and the error names the option", () => {
  expect(() => deviceAuthorization({ interval: 0 })).toThrow("deviceAuthorization.interval");
  expect(() => deviceAuthorization({ verificationUri: "device" })).toThrow("deviceAuthorization.verificationUri");
  expect(() => deviceAuthorization({ clients: ["a", "a"] })).toThrow("deviceAuthorization.clients");
  expect(() => deviceAuthorization({ client: [] } as object)).toThrow('Did you mean "clients"');
});
