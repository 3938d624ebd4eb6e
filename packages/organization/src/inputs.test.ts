import { describe, expect, test } from "vitest";
import { outcome, startOrganizations } from "../test/app.ts";

describe("an invalid organization id or slug", () => {
  test("INPUT-04 INPUT-05: never selects an organization, even in calls that accept the app's own fields", async () => {
    const { person, found } = await startOrganizations({ teams: { enabled: true } });
    const ann = await person("ann");
    await found(ann);
    await ann.call("set-active", { organizationId: null });
    for (const organizationSlug of [
      { contains: "" },
      { startsWith: "ac" },
      { in: ["acme"] },
      {},
      [],
      null,
      5,
      "acme",
    ]) {
      const team = await ann.call("create-team", { name: "Planted", organizationSlug });
      expect([organizationSlug, ...outcome(team)]).toEqual([organizationSlug, 400, "NO_ACTIVE_ORGANIZATION"]);
      const invited = await ann.call("invite-member", { email: "eve@example.com", role: "member", organizationSlug });
      expect([organizationSlug, ...outcome(invited)]).toEqual([organizationSlug, 400, "ORGANIZATION_NOT_FOUND"]);
    }
    for (const organizationId of [{ contains: "" }, {}, [], null, 5]) {
      const team = await ann.call("create-team", { name: "Planted", organizationId });
      expect(outcome(team)).toEqual([400, "VALIDATION_ERROR"]);
    }
  });

  test("a slug selects the organization where a call accepts one", async () => {
    const { person, found, join } = await startOrganizations();
    const [ann, bob] = [await person("ann"), await person("bob")];
    await join(await found(ann), bob);
    await ann.call("set-active", { organizationId: null });
    const query = { organizationSlug: "ACME" };
    expect((await ann.read("list-members", query)).body.total).toBe(2);
    expect((await ann.read("get-active-member-role", query)).body).toEqual({ role: "owner" });
    expect((await ann.read("get-full-organization", query)).body).toMatchObject({ slug: "acme" });
  });
});
