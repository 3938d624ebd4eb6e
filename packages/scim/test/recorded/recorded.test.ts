/** Replays the requests of Entra and Okta in their order, over HTTP. */

import { accountTable, userTable } from "@latchkey/core/plugin";
import { memberTable } from "@latchkey/organization";
import { quickDatabases } from "@latchkey/test-kit/databases";
import { describe, expect, test } from "vitest";
import { startScim } from "../app.ts";
import { entraRequests } from "./entra.ts";
import { oktaRequests } from "./okta.ts";
import { replay } from "./replay.ts";

describe.each(quickDatabases)("on $name", ({ open }) => {
  test("Entra's requests: a user, a group, and their deletion", async () => {
    const opened = await open();
    const { acme, db, userOf } = await startScim({ auth: { database: opened.database } });
    await replay(acme, entraRequests, "application/scim+json; charset=utf-8");
    const mira = await userOf("mira.hansen@corp.test");
    expect(mira.name).toBe("Mira H.");
    expect(await db.findOne(memberTable, { where: { userId: mira.id } })).not.toMatchObject({ suspendedAt: null });
    await opened.close();
  });

  test("Okta's requests: a user, a pushed group, and no password", async () => {
    const opened = await open();
    const { acme, db, userOf } = await startScim({ auth: { database: opened.database } });
    await replay(acme, oktaRequests, "application/scim+json; charset=utf-8");
    const nora = await userOf("nora.berg@corp.test");
    expect(await db.findOne(memberTable, { where: { userId: nora.id } })).toMatchObject({ suspendedAt: null });
    expect(await db.count(accountTable, { where: { userId: nora.id } })).toBe(0);
    expect(await db.count(userTable, {})).toBe(2);
    await opened.close();
  });
});
