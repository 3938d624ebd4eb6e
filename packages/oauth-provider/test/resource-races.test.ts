import { auditTable } from "@latchkey/core/plugin";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { oauthClientResourceTable, oauthResourceTable } from "../src/resources/tables.ts";
import { startProvider, times } from "./provider.ts";

const identifier = "https://api.test/photos";
const scope = "openid offline_access read";

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("OIDP-22: one of 10 concurrent requests adds an API or links a client, and 10 changes increment the version 10 times", async () => {
    const app = await startProvider({}, { database: opened.database });
    const { api, $context: context } = app.auth;
    const { client_id } = await app.createClient();
    const added = await times(10, () =>
      api.adminCreateOAuthResource({ body: { identifier } }).then(
        () => "added",
        (error: { code: string }) => error.code,
      ),
    );
    expect(added.filter((one) => one === "added")).toHaveLength(1);
    expect(new Set(added)).toEqual(new Set(["added", "OAUTH_RESOURCE_ALREADY_EXISTS"]));
    await times(10, () => api.adminLinkClientResource({ body: { identifier, client_id } }));
    expect(await context.db.count(oauthClientResourceTable, {})).toBe(1);
    expect(await context.db.count(auditTable, { where: { action: "oauth-resource.link" } })).toBe(1);
    await times(10, () => api.adminUpdateOAuthResource({ body: { identifier, update: { disabled: false } } }));
    expect((await context.db.findOne(oauthResourceTable, { where: { identifier } }))?.policyVersion).toBe(11);
    await Promise.allSettled([
      api.adminLinkClientResource({ body: { identifier, client_id: (await app.createClient()).client_id } }),
      api.adminDeleteOAuthResource({ body: { identifier } }),
    ]);
    expect(await context.db.count(oauthClientResourceTable, {})).toBe(0);
  });

  test("OIDP-22: tokens that are issued while their API is deleted are inactive, and can't be refreshed", async () => {
    const options = { scopes: ["openid", "offline_access", "read"] };
    const app = await startProvider(options, { database: opened.database });
    const { auth, basic, clock, createClient, getCode, refresh, send } = app;
    const client = await createClient({ skip_consent: true });
    const body = { identifier };
    const add = async () => {
      await auth.api.adminCreateOAuthResource({ body });
      await auth.api.adminLinkClientResource({ body: { ...body, client_id: client.client_id } });
    };
    await add();
    const codes = [];
    for (let at = 0; at < 4; at++) codes.push(await getCode(client, { scope, resource: identifier }));
    clock.advance(1);
    const exchange = (code: Record<string, string>) => send("/oauth2/token", code, basic(client));
    const [replies] = await Promise.all([
      Promise.all(codes.map(exchange)),
      auth.api.adminDeleteOAuthResource({ body }),
    ]);
    clock.advance(1);
    const check = async () => {
      for (const reply of replies) {
        if (reply.status !== 200) {
          expect(reply.body.error).toBe("invalid_target");
          continue;
        }
        const token = String(reply.body.access_token);
        expect((await send("/oauth2/introspect", { token }, basic(client))).body).toEqual({ active: false });
        const renewed = await refresh(client, String(reply.body.refresh_token));
        expect(renewed.body.error).toBe("invalid_target");
      }
    };
    await check();
    await add();
    await check();
  });
});
