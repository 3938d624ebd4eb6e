/** The OpenAPI document of an app with all plugins is valid, complete, and correct for any input. */

import { openApiDocument } from "@latchkey/core/openapi";
import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CookieFetch } from "../interop/client.ts";
import { makeApp, password } from "./app.ts";
import type { PlacedOperation } from "./conformance.ts";
import { type RunningApp, runApp } from "./server.ts";

const document = openApiDocument(makeApp("http://localhost:3000"));

describe("the document", () => {
  test("is valid OpenAPI 3.1, and so are its references", async () => {
    const validator = new Validator();
    const copy = JSON.parse(JSON.stringify(document)) as Record<string, unknown>;
    expect(await validator.validate(copy)).toEqual({ valid: true });
    expect(validator.version).toBe("3.1");
    expect(() => validator.resolveRefs()).not.toThrow();
  });

  test("an invalid document would be detected", async () => {
    const broken = { ...document, paths: { "/ok": { get: { responses: { 200: { description: 1 } } } } } };
    expect((await new Validator().validate(JSON.parse(JSON.stringify(broken)) as Record<string, unknown>)).valid).toBe(
      false,
    );
  });

  test("has every HTTP endpoint, but no server-only ones", () => {
    const { extensions } = makeApp("http://localhost:3000").$context;
    const declared = Object.entries(extensions.endpoints).filter(([, { serverOnly }]) => !serverOnly);
    const described = Object.values(document.paths).flatMap(({ get, post, put, patch, delete: remove }) =>
      [get, post, put, patch, remove].filter(Boolean),
    );
    const ids = described.map((operation) => operation?.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(declared.map(([id]) => id)));
    expect(ids).not.toContain("deliverOutbox");
    expect(ids).not.toContain("viewBackupCodes");
  });

  test("describes every endpoint's responses", () => {
    const { extensions } = makeApp("http://localhost:3000").$context;
    const silent = Object.entries(extensions.endpoints).filter(
      ([, { serverOnly, output, summary }]) => !serverOnly && !(output && summary),
    );
    expect(silent.map(([id]) => id)).toEqual([]);
  });
});

describe("responses match the document", () => {
  let app: RunningApp;
  beforeAll(async () => {
    app = await runApp();
    await app.auth.api.createUser({ body: { email: "root@example.com", name: "Root", password, role: "admin" } });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const json = "application/json";
  const bodies: readonly Sent[] = [
    { what: "nothing", type: json, body: undefined },
    { what: "an empty object", type: json, body: "{}" },
    { what: "broken JSON", type: json, body: "{" },
    { what: "a list", type: json, body: "[]" },
    { what: "another media type", type: "text/plain", body: "hello" },
    { what: "what is much too long", type: json, body: JSON.stringify({ token: "x".repeat(1_100_000) }) },
    { what: "wrong types", type: json, body: '{"email":1,"password":{},"userId":[],"organizationId":5,"data":"no"}' },
    { what: "what names nothing", type: json, body: ids() },
    { what: "addresses elsewhere", type: json, body: targets() },
  ];

  test.each(bodies)("if a stranger sends $what", async (sent) => {
    for (const place of app.checker.operations) await send(app.browser(app.inProcess), place, sent);
    expect(app.violations).toEqual([]);
  });

  test.each(bodies)("if an admin sends $what", async (sent) => {
    let root = await signIn();
    for (const place of app.checker.operations) {
      // The previous call may have signed the user out.
      if (!root.cookies.has("latchkey.session_token")) root = await signIn();
      await send(root, place, sent);
    }
    expect(app.violations).toEqual([]);
  });

  test("if the request comes from a foreign page", async () => {
    const headers = { origin: "https://evil.example", cookie: "a=b", "content-type": "application/json" };
    for (const place of app.checker.operations) {
      const { method } = place;
      if (method === "POST") await app.inProcess(new Request(addressOf(place), { method, headers, body: "{}" }));
    }
    expect(app.violations).toEqual([]);
  });

  test("and every endpoint was called", () => {
    const unseen = app.checker.operations.filter(({ operation }) => !app.checker.seen.has(operation.operationId));
    expect(unseen.map(({ path }) => path)).toEqual([]);
  });

  async function signIn(): Promise<CookieFetch> {
    const browser = app.browser(app.inProcess);
    const body = JSON.stringify({ email: "root@example.com", password });
    const headers = { "content-type": "application/json" };
    await browser.fetch(`${app.base}/sign-in/email`, { method: "POST", headers, body });
    expect(browser.cookies.has("latchkey.session_token")).toBe(true);
    return browser;
  }

  const addressOf = ({ path, isAtRoot }: PlacedOperation): string =>
    `${isAtRoot ? app.origin : app.base}${path.replace(/\{\w+\}/g, "none")}`;

  async function send({ fetch }: CookieFetch, place: PlacedOperation, { type, body }: Sent): Promise<void> {
    if (place.method === "POST") {
      await fetch(addressOf(place), {
        method: "POST",
        headers: { "content-type": type },
        ...(body === undefined ? {} : { body }),
      });
      return;
    }
    const query = body?.startsWith('{"') && body.length < 3000 ? `?${new URLSearchParams(flat(body))}` : "";
    await fetch(`${addressOf(place)}${query}`);
  }
});

interface Sent {
  readonly what: string;
  readonly type: string;
  readonly body: string | undefined;
}

/** Valid input for every call, with ids that don't exist. */
function ids(): string {
  const names = [
    "userId",
    "organizationId",
    "invitationId",
    "memberId",
    "teamId",
    "token",
    "sessionToken",
    "id",
    "code",
  ];
  const some = Object.fromEntries(names.map((name) => [name, "nothing-has-this-id"]));
  return JSON.stringify({
    ...some,
    email: "nobody@example.com",
    newEmail: "nobody@example.com",
    password: "some password",
    newPassword: "some other password",
    currentPassword: "some password",
    name: "Nobody",
    username: "nobody",
    slug: "nothing",
    role: "member",
    roleName: "none",
    memberIdOrEmail: "nobody@example.com",
    accountId: "none",
    providerId: "none",
    provider: "none",
    permission: { member: ["create"] },
    permissions: { member: ["create"] },
    data: { name: "x" },
    benefit: "none",
    meter: "none",
    subscriptionId: "none",
    productIds: ["none"],
  });
}

function targets(): string {
  const evil = "https://evil.example/";
  const fields = ["callbackURL", "redirectTo", "errorCallbackURL", "newUserCallbackURL", "successUrl"];
  return JSON.stringify({
    ...(JSON.parse(ids()) as object),
    ...Object.fromEntries(fields.map((name) => [name, evil])),
  });
}

function flat(body: string): Record<string, string> {
  const entries = Object.entries(JSON.parse(body) as Record<string, unknown>);
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
