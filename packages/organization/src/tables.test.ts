import { startAuth } from "@latchkey/test-kit";
import { quickDatabases } from "@latchkey/test-kit/databases";
import { describe, expect, test } from "vitest";
import { startOrganizations } from "../test/app.ts";
import { createAccessControl, defaultStatements } from "./access.ts";

const ac = createAccessControl(defaultStatements);

describe.each(quickDatabases)("the tables on $name", ({ open }) => {
  test("can be added to an existing app, and the tables of teams and roles later", async () => {
    const { database, again, close } = await open();
    const { browser } = await startAuth({ database });
    await browser().signUp("zoe@example.com");
    const first = await startOrganizations({}, { database: again() });
    const ann = await first.person("ann");
    await first.found(ann);

    const more = { ac, teams: { enabled: true }, dynamicAccessControl: { enabled: true } };
    const second = await startOrganizations(more, { database: again() });
    const { migrations } = second.app.auth.$context.db;
    expect((await migrations?.plan()) ?? { statements: [], problems: [] }).toEqual({ statements: [], problems: [] });
    const bob = await second.person("bob");
    const organizationId = await second.found(bob, "second");
    expect((await bob.read("list-teams")).body).toHaveLength(1);
    expect((await bob.call("delete", { organizationId })).status).toBe(200);
    await close();
  });

  test("ORG-24: a deleted organization is no longer active in any session", async () => {
    const { database, close } = await open();
    const { person, found, join } = await startOrganizations({ teams: { enabled: true } }, { database });
    const [ann, bob] = [await person("ann"), await person("bob")];
    const organizationId = await found(ann);
    await join(organizationId, bob);
    await ann.call("delete", { organizationId });
    for (const one of [ann, bob]) {
      const { session } = (await one.get("/get-session")).body as { session: object };
      expect(session).toMatchObject({ activeOrganizationId: null, activeTeamId: null });
    }
    await close();
  });
});
