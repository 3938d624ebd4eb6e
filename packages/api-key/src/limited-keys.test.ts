/** Keys with limited uses, which are checked and counted in one query. */

import { admin } from "@latchkey/admin";
import { userTable } from "@latchkey/core/plugin";
import { organization } from "@latchkey/organization";
import { startAuth } from "@latchkey/test-kit";
import { expect, test } from "vitest";
import { createLimitedKeys } from "./limited-keys.ts";
import type { ApiKeyOptions } from "./options.ts";
import { apiKey } from "./plugin.ts";
import { apiKeyTable } from "./tables.ts";

async function start(options: ApiKeyOptions | readonly ApiKeyOptions[] = {}) {
  const app = await startAuth({ plugins: [admin({ adminUserIds: [] }), organization(), apiKey(options)] });
  const ann = app.browser();
  const { body } = await ann.signUp("ann@example.com");
  const verify = async (key: string): Promise<string> =>
    (await app.auth.api.verifyApiKey({ body: { key } })).error?.code ?? "valid";
  const remaining = async (id: string) =>
    (await app.auth.$context.db.findOne(apiKeyTable, { where: { id } }))?.remaining;
  return { ...app, ann, userId: body.user.id, verify, remaining };
}

test("APIK-04: a key is rejected while its user is banned, without consuming a use, and after the user is deleted", async () => {
  const { auth, clock, userId, verify, remaining } = await start();
  const { key, id } = await auth.api.createApiKey({ body: { userId, remaining: 9 } });
  expect(await verify(key)).toBe("valid");
  const { db } = auth.$context;
  const banned = { banned: true, banExpires: new Date(auth.$context.now().getTime() + 60_000) };
  await db.update(userTable, { where: { id: userId }, set: banned as never });
  expect([await verify(key), await remaining(id)]).toEqual(["KEY_DISABLED", 8]);
  clock.advance(61);
  expect([await verify(key), await remaining(id)]).toEqual(["valid", 7]);
  await db.remove(userTable, { where: { id: userId } });
  expect(await verify(key)).toBe("INVALID_API_KEY");
});

test("a key that expires, is disabled, or loses its limit is checked against its current row", async () => {
  const { auth, clock, userId, verify, remaining } = await start();
  const { key, id } = await auth.api.createApiKey({ body: { userId, remaining: 9, expiresIn: 86_400 } });
  expect(await verify(key)).toBe("valid");
  await auth.api.updateApiKey({ body: { keyId: id, userId, enabled: false } });
  expect([await verify(key), await remaining(id)]).toEqual(["KEY_DISABLED", 8]);
  await auth.api.updateApiKey({ body: { keyId: id, userId, enabled: true, remaining: null } });
  expect([await verify(key), await remaining(id)]).toEqual(["valid", null]);
  await auth.api.updateApiKey({ body: { keyId: id, userId, remaining: 1 } });
  expect([await verify(key), await remaining(id)]).toEqual(["valid", 0]);
  clock.advance(86_401);
  expect(await verify(key)).toBe("KEY_EXPIRED");
});

test("a session from a key with limited uses has the key's user, and counts one use per request", async () => {
  const { auth, browser, userId, remaining } = await start({ enableSessionForAPIKeys: true });
  const { key, id } = await auth.api.createApiKey({ body: { userId, remaining: 9 } });
  const headers = { "x-api-key": key };
  const { status, body } = await browser().get<{ user: { id: string } }>("/get-session", headers);
  expect([status, body.user.id, await remaining(id)]).toEqual([200, userId, 8]);
  const principal = await auth.api.getPrincipal({ headers });
  expect(principal).toEqual({ kind: "user", id: userId, permissions: {} });
});

test("organizations' keys count their uses in the same query, and are deleted with the organization", async () => {
  const { auth, ann, verify, remaining } = await start([{}, { configId: "team", references: "organization" }]);
  const { body: club } = await ann.post<{ id: string }>("/organization/create", { name: "Club", slug: "club" });
  const body = { configId: "team", organizationId: club.id, remaining: 9 };
  const { key, id } = await auth.api.createApiKey({ body });
  expect([await verify(key), await remaining(id)]).toEqual(["valid", 8]);
  const principal = await auth.api.getPrincipal({ headers: { "x-api-key": key } });
  expect(principal).toEqual({ kind: "organization", id: club.id, permissions: {} });
  await ann.post("/organization/delete", { organizationId: club.id });
  expect(await verify(key)).toBe("INVALID_API_KEY");
});

test("the cache of limited keys has a maximum size, and drops keys that lost their limit", () => {
  const kind = { references: "user", clientPermissions: false } as const;
  const keys = createLimitedKeys({ all: new Map([["default", kind]]), first: kind });
  const row = (key: string, remaining: number | null = 1) =>
    ({ key, remaining, configId: "default", rotatedTo: null, userId: "u" }) as never;
  for (let at = 0; at <= 10_000; at++) keys.note(row(`k${at}`));
  expect([keys.get("k0"), keys.get("k1"), keys.get("k10000")]).toEqual([undefined, "user", "user"]);
  keys.note(row("k1", null));
  expect(keys.get("k1")).toBeUndefined();
});
