import { generateKeyPairSync, sign } from "node:crypto";
import { memoryAdapter } from "@latchkey/core";
import type { DeclaredEndpoint } from "@latchkey/core/plugin";
import { organization } from "@latchkey/organization";
import { startAuth, testOrigin } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import type { NewApiKey } from "./call-types.ts";
import { generateKey, hashKey } from "./format.ts";
import type { ApiKeyOptions, LeakNotice } from "./options.ts";
import { apiKey } from "./plugin.ts";
import { apiKeyTable } from "./tables.ts";

async function start(options: ApiKeyOptions = {}, more: object = {}) {
  const plugins = [apiKey({ enableSessionForAPIKeys: true, ...options }), organization()] as const;
  const app = await startAuth({ plugins, ...more });
  const ann = app.browser();
  const { body } = await ann.signUp("ann@example.com");
  const create = async (input: object = {}) => app.auth.api.createApiKey({ body: { userId: body.user.id, ...input } });
  const withKey = (key: string, path: string, init: { method?: string; body?: object; headers?: object } = {}) =>
    app.browser().send<Record<string, unknown>>(path, {
      method: init.method ?? "GET",
      headers: { "x-api-key": key, "content-type": "application/json", origin: testOrigin, ...init.headers },
      ...(init.method === "POST" ? { body: JSON.stringify(init.body ?? {}) } : {}),
    });
  return { ...app, ann, annId: body.user.id, create, withKey };
}

describe("a session from a key", () => {
  test("belongs to the user, and contains the key's id and permissions, but never the key itself", async () => {
    const { annId, create, withKey } = await start();
    const { id, key } = await create({ permissions: { files: ["read"] } });
    const { body } = await withKey(key, "/get-session");
    expect(body).toMatchObject({
      user: { id: annId },
      session: { id, token: `api-key:${id}` },
      apiKey: { id, permissions: { files: ["read"] } },
    });
    expect(JSON.stringify(body)).not.toContain(key);
    expect(JSON.stringify(body)).not.toContain(hashKey(key));
  });

  test("can come from a bearer token, too", async () => {
    const { auth, annId, create } = await start();
    const { key } = await create();
    const headers = { authorization: `Bearer ${key}` };
    expect((await auth.api.getSession({ headers }))?.user.id).toBe(annId);
    expect(await auth.api.getPrincipal({ headers })).toEqual({ kind: "user", id: annId, permissions: {} });
  });

  test("consumes one use per API call, regardless of how often the call reads the key", async () => {
    const { auth, create, withKey } = await start();
    const { id, key } = await create({ remaining: 9 });
    const left = async () => (await auth.$context.db.findOne(apiKeyTable, { where: { id } }))?.remaining;
    await withKey(key, "/get-session");
    expect(await left()).toBe(8);
    await auth.api.verifyApiKey({ body: { key }, headers: { "x-api-key": key } });
    expect(await left()).toBe(7);
    await auth.api.getPrincipal({ headers: { "x-api-key": key } });
    expect(await left()).toBe(6);
  });

  test("keeps the key's limits if the request also has cookies that aren't a session", async () => {
    const { auth, ann, annId, create } = await start();
    const { key } = await create({ permissions: { files: ["read"] } });
    const headers = { "x-api-key": key, cookie: "theme=dark" };
    const limited = { kind: "user", id: annId, permissions: { files: ["read"] } };
    expect(await auth.api.getPrincipal({ headers })).toEqual(limited);
    const signedIn = { "x-api-key": key, cookie: ann.headers().get("cookie") ?? "" };
    expect(await auth.api.getPrincipal({ headers: signedIn })).toEqual({ kind: "user", id: annId, permissions: null });
  });

  test("APIK-07: has no more permissions in an organization than the key, even if only the response would differ", async () => {
    const { ann, create, withKey } = await start();
    const { id } = (await ann.post<{ id: string }>("/organization/create", { name: "Acme", slug: "acme" })).body;
    const teamsOf = (key: string) => withKey(key, `/organization/list-members?organizationId=${id}&teamId=x`);
    const weak = await create({ permissions: { files: ["read"] } });
    const strong = await create({ permissions: { member: ["update"] } });
    expect((await teamsOf(weak.key)).body.code).toBe("YOU_ARE_NOT_ALLOWED_TO_LIST_THE_MEMBERS_OF_A_TEAM");
    expect((await teamsOf(strong.key)).body.code).toBe("TEAM_NOT_FOUND");
  });

  test("APIK-05: is rejected by every other endpoint that reads a session", async () => {
    const { auth, create, withKey } = await start();
    const { key } = await create();
    const endpoints = Object.entries(auth.$context.extensions.endpoints) as [string, DeclaredEndpoint][];
    const forUsers = endpoints.filter(
      ([, { guards, serverOnly, aliasOf }]) =>
        !serverOnly &&
        !aliasOf &&
        guards.some(({ name }) => /requireSession|requireFresh|requireCached|requireKey|requireMember/.test(name)),
    );
    expect(forUsers.length).toBeGreaterThan(30);
    const allowed: string[] = [];
    for (const [id, { path, method, input }] of forUsers) {
      const [verb = "GET"] = [method].flat();
      const { status, body } = await withKey(key, path.replace(/:\w+/g, "x"), { method: verb });
      // Some inputs are rejected before the caller is checked.
      if (body?.code === "VALIDATION_ERROR") expect(input).toBeDefined();
      else if (status !== 403 || body.code !== "NOT_ALLOWED_WITH_API_KEY") allowed.push(id);
    }
    const open = endpoints.filter(([, { principals }]) => principals).map(([id]) => id);
    expect(allowed.filter((id) => !open.includes(id))).toEqual([]);
    expect(open.sort()).toEqual([
      "getFullOrganization",
      "getOrganization",
      "getPrincipal",
      "getSession",
      "hasPermission",
      "listMembers",
      "listOrganizations",
    ]);
  });

  test("APIK-05: can't rename the user, create another key, or end sessions", async () => {
    const { create, withKey } = await start();
    const { key } = await create();
    const calls: [string, object][] = [
      ["/update-user", { name: "Eve" }],
      ["/api-key/create", {}],
      ["/revoke-sessions", {}],
      ["/organization/create", { name: "x", slug: "x" }],
    ];
    for (const [path, body] of calls) {
      expect((await withKey(key, path, { method: "POST", body })).body.code).toBe("NOT_ALLOWED_WITH_API_KEY");
    }
  });

  test("reads organizations, with no more permissions than the key has", async () => {
    const { ann, create, withKey } = await start();
    const { body: made } = await ann.post<{ id: string }>("/organization/create", { name: "Acme", slug: "acme" });
    const { key } = await create({ permissions: { member: ["create"] } });
    expect((await withKey(key, "/organization/list")).body).toMatchObject([{ id: made.id }]);
    const has = async (permissions: object) => {
      const body = { organizationId: made.id, permissions };
      return (await withKey(key, "/organization/has-permission", { method: "POST", body })).body.success;
    };
    expect([await has({ member: ["create"] }), await has({ organization: ["delete"] })]).toEqual([true, false]);
  });

  test("APIK-14: a session cookie takes precedence, and the key isn't read", async () => {
    const { browser, create } = await start();
    const { key } = await create({ remaining: 1 });
    const bo = browser();
    const { body } = await bo.signUp("bo@example.com");
    const reply = await bo.get<{ user: { id: string } }>("/get-session", { "x-api-key": key });
    expect(reply.body.user.id).toBe(body.user.id);
    expect((await browser().get<{ user: object }>("/get-session", { "x-api-key": key })).status).toBe(200);
    expect((await browser().get("/get-session", { "x-api-key": key })).status).toBe(429);
  });

  test("isn't created unless the app enables it", async () => {
    const { create, withKey } = await start({ enableSessionForAPIKeys: false });
    const { key } = await create();
    expect((await withKey(key, "/get-session")).body).toBeNull();
    expect((await withKey(key, "/api-key/list")).status).toBe(401);
  });

  test("APIK-10: isn't created from a key in the query string", async () => {
    const { auth, create, browser } = await start();
    const { key } = await create();
    expect((await browser().get(`/get-session?key=${key}&x-api-key=${key}`)).body).toBeNull();
    expect(auth).toBeDefined();
  });
});

describe("the response to a rejected key", () => {
  test("is 401 with a challenge, or 429 with the time to wait", async () => {
    const { auth, create, withKey, ann } = await start();
    const made = await create();
    const unknown = generateKey((length) => crypto.getRandomValues(new Uint8Array(length)), "key_");
    for (const key of [unknown, "nonsense"]) {
      const { status, body, headers } = await withKey(key, "/get-session");
      expect([status, body.code, headers.get("www-authenticate")]).toEqual([
        401,
        "INVALID_API_KEY",
        'Bearer error="invalid_token"',
      ]);
    }
    const fast = await create({ rateLimitMax: 1, rateLimitTimeWindow: 30_000 });
    await withKey(fast.key, "/get-session");
    const limited = await withKey(fast.key, "/get-session");
    expect([limited.status, limited.body.code, limited.headers.get("retry-after")]).toEqual([
      429,
      "RATE_LIMITED",
      "30",
    ]);
    const refused = await auth.api.getPrincipal.result({ headers: { "x-api-key": unknown } });
    expect(refused.error).toMatchObject({ status: 401, code: "INVALID_API_KEY" });
    await ann.post("/api-key/update", { keyId: made.id, enabled: false });
    expect((await withKey(made.key, "/get-session")).body.code).toBe("KEY_DISABLED");
    expect(await auth.api.getPrincipal({ headers: {} })).toBeNull();
  });

  test("APIK-11: unknown, expired, and disabled keys cause the same queries", async () => {
    const statements: string[] = [];
    const database = memoryAdapter({ onStatement: ({ text }) => statements.push(text) });
    const { auth, create, ann, clock } = await start({}, { database });
    const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
    const expired = await create({ expiresIn: 60 });
    const disabled = await create();
    await ann.post("/api-key/update", { keyId: disabled.id, enabled: false });
    clock.advance(61);
    const counts = [];
    for (const key of [generateKey(random, "key_"), expired.key, disabled.key]) {
      statements.length = 0;
      expect((await auth.api.verifyApiKey({ body: { key } })).valid).toBe(false);
      counts.push(statements.length);
    }
    expect(counts).toEqual([1, 1, 1]);
  });
});

test("APIK-07: a user's chosen permissions never exceed those that the app's function returns", async () => {
  let own: Record<string, string[]> = { files: ["read", "write"] };
  const { ann, auth } = await start({ clientPermissions: () => own });
  const create = async (permissions: object) =>
    (await ann.post<NewApiKey & { code?: string }>("/api-key/create", { permissions })).body;
  expect((await create({ files: ["delete"] })).code).toBe("INSUFFICIENT_API_KEY_PERMISSIONS");
  const { key, id } = await create({ files: ["write"] });
  const verify = () => auth.api.verifyApiKey({ body: { key, permissions: { files: ["write"] } } });
  expect((await verify()).valid).toBe(true);
  own = { files: ["read"] };
  expect((await verify()).error?.code).toBe("INSUFFICIENT_API_KEY_PERMISSIONS");
  const raised = await ann.post<{ code: string }>("/api-key/update", { keyId: id, permissions: { files: ["write"] } });
  expect(raised.body.code).toBe("INSUFFICIENT_API_KEY_PERMISSIONS");
  expect(() => apiKey({ clientPermissions: true })).toThrow("apiKey.clientPermissions");
  expect(() => apiKey({ references: "organization", clientPermissions: () => own })).toThrow(
    "apiKey.clientPermissions",
  );
  expect(() => apiKey({ rateLimit: { timeWindow: 86_400_001 } })).toThrow("apiKey.rateLimit.timeWindow");
});

test("APIK-06: the key is in no log and no error", async () => {
  const lines: unknown[] = [];
  const logger = { level: "debug", log: (...line: unknown[]) => lines.push(line) };
  const { create, withKey, ann } = await start({}, { logger });
  const { key, id } = await create();
  const replies = [
    await withKey(key, "/get-session"),
    await withKey(key, "/update-user", { method: "POST", body: { name: "x" } }),
    await withKey(`${key}x`, "/get-session"),
    await ann.get(`/api-key/get?id=${id}`),
  ];
  expect(JSON.stringify([lines, replies.map(({ body }) => body)])).not.toContain(key);
});

describe("a report of leaked keys", () => {
  const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const pem = pair.publicKey.export({ type: "spki", format: "pem" }).toString();

  async function startReports() {
    const notices: LeakNotice[] = [];
    const app = await start({
      leakReports: {
        publicKey: (id) => (id === "k1" ? pem : null),
        notify: (notice) => {
          notices.push(notice);
        },
      },
    });
    const report = (tokens: unknown, headers: Record<string, string> = {}, signed = tokens) => {
      const signature = sign("sha256", Buffer.from(JSON.stringify(signed)), pair.privateKey).toString("base64");
      return app.browser().send<{ label: string; code?: string }[] & { code?: string }>("/api-key/leaked", {
        method: "POST",
        body: JSON.stringify(tokens),
        headers: {
          "content-type": "application/json",
          "github-public-key-identifier": "k1",
          "github-public-key-signature": signature,
          ...headers,
        },
      });
    };
    return { ...app, notices, report };
  }

  test("APIK-13: disables the key and notifies the owner once, even if the report is replayed", async () => {
    const { auth, annId, create, report, notices } = await startReports();
    const { key, id, start: shown } = await create({ name: "CI" });
    const token = { token: key, type: "acme_key", url: "https://git.test/leak", source: "content" };
    const other = { token: "key_nonsense", type: "acme_key" };
    const { status, body } = await report([token, other]);
    expect([status, body]).toEqual([
      200,
      [
        { token_raw: key, token_type: "acme_key", label: "true_positive" },
        { token_raw: "key_nonsense", token_type: "acme_key", label: "false_positive" },
      ],
    ]);
    expect((await auth.api.verifyApiKey({ body: { key } })).error?.code).toBe("KEY_DISABLED");
    expect((await report([token])).body[0]?.label).toBe("false_positive");
    const { url } = token;
    expect(notices).toEqual([{ keyId: id, name: "CI", start: shown, referenceId: annId, url }]);
  });

  test("APIK-13: unsigned, wrongly signed, and oversized reports are rejected", async () => {
    const { auth, create, report } = await startReports();
    const { key } = await create();
    const tokens = [{ token: key, type: "acme_key" }];
    const replies = [
      await report(tokens, { "github-public-key-identifier": "k2" }),
      await report(tokens, { "github-public-key-signature": "AAAA" }),
      await report(tokens, {}, []),
    ];
    expect(replies.map(({ status, body }) => [status, body.code])).toEqual(
      Array(3).fill([401, "WEBHOOK_NO_MATCHING_SIGNATURE"]),
    );
    expect((await report(Array(101).fill(tokens[0]))).status).toBe(400);
    expect((await auth.api.verifyApiKey({ body: { key } })).valid).toBe(true);
  });
});
