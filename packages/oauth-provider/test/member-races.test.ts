/** Tests members and users who lose access between a call's checks and its transaction. */

import { userTable } from "@latchkey/core/plugin";
import { organization } from "@latchkey/organization";
import { testPassword } from "@latchkey/test-kit";
import { interleaved, quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { NewOAuthClient } from "../src/call-types.ts";
import { oauthClientTable } from "../src/tables.ts";
import { redirectUri, startProvider } from "./provider.ts";

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test.each(["banned", "removed"] as const)(
    "OIDP-17: a member who is %s during a call can't create or change a client",
    async (loss) => {
      const { database, beforeNextTransaction } = interleaved(opened.database);
      const options = { organizations: { page: "/choose-organization" } };
      const app = await startProvider(options, { database }, undefined, [organization()]);
      const { ann, auth, browser } = app;
      const signUp = async (name: string) => {
        const own = browser();
        const { body } = await own.signUp(`${name}@example.com`);
        return { browser: own, id: body.user.id };
      };
      const [root, bob] = [await signUp("root"), await signUp("bob")];
      const { db } = auth.$context;
      await db.update(userTable, { where: { id: root.id }, set: { role: "admin" } as object });
      const { body: acme } = await ann.post<{ id: string }>("/organization/create", { name: "Acme", slug: "acme" });
      const organizationId = acme.id;
      const join = () => auth.api.addMember({ body: { organizationId, userId: bob.id, role: "admin" } });
      const losses = {
        banned: () => root.browser.post("/admin/ban-user", { userId: bob.id }),
        removed: () => ann.post("/organization/remove-member", { memberIdOrEmail: "bob@example.com", organizationId }),
      };
      await join();
      const metadata = { client_name: "Photos", redirect_uris: [redirectUri] };
      const { body: client } = await ann.post<NewOAuthClient>("/oauth2/create-client", { organizationId, ...metadata });
      const { client_id } = client;
      const before = JSON.stringify(await db.findMany(oauthClientTable, { limit: 9 }));
      const calls = [
        ["/oauth2/create-client", { organizationId, ...metadata }],
        ["/oauth2/update-client", { client_id, update: { redirect_uris: ["https://evil.test/callback"] } }],
        ["/oauth2/client/rotate-secret", { client_id }],
        ["/oauth2/delete-client", { client_id }],
      ] as const;
      for (const [path, body] of calls) {
        let lost = 0;
        beforeNextTransaction(async () => {
          lost = (await losses[loss]()).status;
        });
        const reply = await bob.browser.post(path, body);
        expect([path, lost, reply.status]).toEqual([path, 200, 403]);
        expect(JSON.stringify(await db.findMany(oauthClientTable, { limit: 9 }))).toBe(before);
        if (loss === "removed") await join();
        else {
          await root.browser.post("/admin/unban-user", { userId: bob.id });
          await bob.browser.post("/sign-in/email", { email: "bob@example.com", password: testPassword });
        }
      }
    },
  );

  test("OIDP-17: a user who is banned during a call can't create, register, or change their own clients", async () => {
    const { database, beforeNextTransaction } = interleaved(opened.database);
    const options = { clientPrivileges: () => true, allowDynamicClientRegistration: true };
    const { auth, browser } = await startProvider(options, { database });
    const [root, bob] = [browser(), browser()];
    const rootId = (await root.signUp("root@example.com")).body.user.id;
    const userId = (await bob.signUp("bob@example.com")).body.user.id;
    const { db } = auth.$context;
    await db.update(userTable, { where: { id: rootId }, set: { role: "admin" } as object });
    const metadata = { client_name: "Photos", redirect_uris: [redirectUri] };
    const { client_id } = (await bob.post<NewOAuthClient>("/oauth2/create-client", metadata)).body;
    const before = JSON.stringify(await db.findMany(oauthClientTable, { limit: 9 }));
    const calls = [
      ["/oauth2/create-client", metadata, 403],
      ["/oauth2/register", metadata, 401],
      ["/oauth2/update-client", { client_id, update: { redirect_uris: ["https://evil.test/callback"] } }, 403],
      ["/oauth2/client/rotate-secret", { client_id }, 403],
      ["/oauth2/delete-client", { client_id }, 403],
    ] as const;
    for (const [path, body, status] of calls) {
      let banned = 0;
      beforeNextTransaction(async () => {
        banned = (await root.post("/admin/ban-user", { userId })).status;
      });
      const reply = await bob.post(path, body);
      expect([path, banned, reply.status]).toEqual([path, 200, status]);
      expect(JSON.stringify(await db.findMany(oauthClientTable, { limit: 9 }))).toBe(before);
      await root.post("/admin/unban-user", { userId });
      await bob.post("/sign-in/email", { email: "bob@example.com", password: testPassword });
    }
  });
});
