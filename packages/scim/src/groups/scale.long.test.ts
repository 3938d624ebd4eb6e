/** Reads a large directory with bounded memory. */

import { quickDatabases } from "@latchkey/test-kit/databases";
import { describe, expect, test } from "vitest";
import { patch, scimUser, startScim } from "../../test/app.ts";
import { scimGroupMemberTable, scimUserTable } from "../index.ts";

const users = 50_000;
const groupSize = 10_000;
/** Maximum growth of the heap while pages are read, in bytes. */
const maxGrowth = 150 * 2 ** 20;

const sqlite = quickDatabases.filter(({ name }) => name === "sqlite");

describe.each(sqlite)("on $name", ({ open }) => {
  test("SCIM-08: 50,000 users and a group of 10,000 are read in pages with bounded memory, and none is lost", async () => {
    const { database, close } = await open();
    const { acme, db } = await startScim({ auth: { database } });
    const { body } = await acme.send("POST", "/Users", scimUser("first"));
    const first = await db.findOne(scimUserTable, { where: { id: body.id } });
    if (!first) throw new Error("The user wasn't stored.");
    for (let at = 1; at < users; at += 500) {
      const rows = Array.from({ length: Math.min(500, users - at) }, (_, offset) => {
        const userName = `u${at + offset}@corp.test`;
        return { ...first, id: `u${at + offset}`, userId: null, userName, userNameKey: userName, email: userName };
      });
      await db.insertMany(scimUserTable, rows);
    }
    const before = process.memoryUsage().heapUsed;
    const seen = new Set<string>();
    for (let startIndex = 1; startIndex <= users; startIndex += 200) {
      const page = await acme.send("GET", `/Users?startIndex=${startIndex}&count=200&attributes=userName`);
      expect(page.status).toBe(200);
      for (const { id } of page.body.Resources) seen.add(id);
    }
    expect(seen.size).toBe(users);
    const group = (await acme.send("POST", "/Groups", { displayName: "Everyone" })).body.id;
    for (let at = 1; at <= groupSize; at += 1000) {
      const value = Array.from({ length: 1000 }, (_, offset) => ({ value: `u${at + offset}` }));
      const added = await acme.send("PATCH", `/Groups/${group}`, patch({ op: "add", path: "members", value }));
      expect(added.status).toBe(200);
    }
    expect(await db.count(scimGroupMemberTable, { where: { groupId: group } })).toBe(groupSize);
    expect((await acme.send("GET", `/Groups/${group}`)).body.members).toHaveLength(groupSize);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(maxGrowth);

    const found = await acme.send("GET", `/Users?filter=${encodeURIComponent('userName eq "U40000@corp.test"')}`);
    expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id: "u40000" }] });
    const byEmail = await acme.send("GET", `/Users?filter=${encodeURIComponent('emails.value eq "first@corp.test"')}`);
    expect(byEmail.body).toMatchObject({ totalResults: 1, Resources: [{ id: first.id }] });
    const scanned = await acme.send("GET", `/Users?filter=${encodeURIComponent('title eq "Dev"')}`);
    expect([scanned.status, scanned.body.scimType]).toEqual([400, "tooMany"]);
    await close();
  });
});
