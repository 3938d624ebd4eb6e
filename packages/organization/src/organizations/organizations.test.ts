import { describe, expect, test } from "vitest";
import { outcome, startOrganizations } from "../../test/app.ts";
import { organization } from "../plugin.ts";

describe("an organization", () => {
  test("is created, becomes active, has its creator as owner, and is listed", async () => {
    const { person } = await startOrganizations();
    const ann = await person("ann");
    const made = await ann.call("create", { name: "Acme", slug: "Acme-1", logo: "/a.png", metadata: { plan: "free" } });
    expect([made.status, made.body]).toMatchObject([
      200,
      {
        name: "Acme",
        slug: "acme-1",
        logo: "/a.png",
        metadata: { plan: "free" },
        members: [{ role: "owner", userId: ann.userId, teamId: null }],
      },
    ]);
    expect(made.body).not.toHaveProperty("epoch");
    const { session } = (await ann.get("/get-session")).body as { session: object };
    expect(session).toMatchObject({ activeOrganizationId: made.body.id });
    expect((await ann.read("list")).body).toEqual([expect.objectContaining({ slug: "acme-1" })]);
    expect((await ann.call("create", { name: "B", slug: "b", keepCurrentActiveOrganization: true })).status).toBe(200);
    expect((await ann.read("get-organization")).body.slug).toBe("acme-1");
  });

  test("is changed, and its slug stays unique", async () => {
    const { person, found } = await startOrganizations();
    const ann = await person("ann");
    await found(ann, "other");
    await found(ann, "acme");
    const data = { name: "Acme Ltd", metadata: { a: "b" }, logo: null, slug: "acme" };
    expect((await ann.call("update", { data })).body).toMatchObject(data);
    expect(outcome(await ann.call("update", { data: { slug: "other" } }))).toEqual([
      400,
      "ORGANIZATION_SLUG_ALREADY_TAKEN",
    ]);
    expect(outcome(await ann.call("check-slug", { slug: "OTHER" }))).toEqual([400, "ORGANIZATION_SLUG_ALREADY_TAKEN"]);
    expect((await ann.call("check-slug", { slug: "free" })).body).toEqual({ status: true });
    for (const [slug, available] of [
      ["OTHER", false],
      ["free", true],
    ] as const) {
      const { status, body } = await ann.call("is-slug-available", { slug });
      expect([status, body]).toEqual([200, { available }]);
    }
    expect((await ann.read("get-organization")).body).toMatchObject(data);
  });

  test("ORG-21 ORG-24: leaves nothing behind when it is deleted", async () => {
    const { app, person, found, join, box } = await startOrganizations({ teams: { enabled: true } });
    const [ann, bob] = [await person("ann"), await person("bob")];
    const organizationId = await found(ann);
    await join(organizationId, bob);
    await ann.call("create-team", { name: "More" });
    await ann.call("invite-member", { email: "eve@example.com", role: "member" });
    await box.next("invitation");
    expect(outcome(await bob.call("delete", { organizationId }))).toEqual([
      403,
      "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION",
    ]);
    expect((await ann.call("delete", { organizationId })).body).toMatchObject({ slug: "acme" });
    for (const name of ["organization", "member", "invitation", "team", "teamMember", "verification"]) {
      expect([name, await app.auth.$context.db.count({ name, columns: {} }, {})]).toEqual([name, 0]);
    }
    for (const one of [ann, bob]) {
      const { session } = (await one.get("/get-session")).body as { session: object };
      expect(session).toMatchObject({ activeOrganizationId: null, activeTeamId: null });
      expect((await one.read("get-full-organization")).body).toBeNull();
      expect(outcome(await one.read("list-members"))).toEqual([400, "NO_ACTIVE_ORGANIZATION"]);
    }
  });

  test("can't be deleted if the app disables deletion", async () => {
    const { person, found } = await startOrganizations({ disableOrganizationDeletion: true });
    const ann = await person("ann");
    const organizationId = await found(ann);
    expect((await ann.call("delete", { organizationId })).status).toBe(404);
  });

  test("is set active by id or slug, and cleared with null", async () => {
    const { person, found } = await startOrganizations();
    const [ann, bob] = [await person("ann"), await person("bob")];
    const acme = await found(ann);
    await found(ann, "other");
    expect((await ann.call("set-active", { organizationId: acme })).body).toMatchObject({ slug: "acme" });
    expect((await ann.call("set-active", { organizationSlug: "other" })).body).toMatchObject({ slug: "other" });
    expect((await ann.call("set-active", { organizationId: null })).body).toBeNull();
    expect((await ann.read("get-organization")).body).toBeNull();
    for (const organizationId of [acme, "nothing"]) {
      expect(outcome(await bob.call("set-active", { organizationId }))).toEqual([
        403,
        "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION",
      ]);
    }
  });

  test("includes members with users, invitations, and teams", async () => {
    const { app, person, found, join } = await startOrganizations({ teams: { enabled: true } });
    const [ann, bob] = [await person("ann"), await person("bob")];
    const organizationId = await found(ann);
    app.clock.advance(1);
    await join(organizationId, bob, "admin");
    await ann.call("invite-member", { email: "eve@example.com", role: "member" });
    const { body } = await bob.read("get-full-organization", { membersLimit: "1" });
    expect(body).toMatchObject({
      slug: "acme",
      members: [{ user: { email: "ann@example.com", name: "ann" } }],
      membersTotal: 2,
      membersNextCursor: expect.any(String),
      invitations: [{ email: "eve@example.com", status: "pending" }],
      teams: [{ name: "acme" }],
    });
  });

  test("ORG-18: a slug has one valid format, and others are rejected", async () => {
    const { person } = await startOrganizations();
    const ann = await person("ann");
    for (const slug of ["", " acme", "a b", "..", "-a", "a--b", "a/b", "аcme", "a".repeat(65), "a\u0000", 1, null]) {
      expect(outcome(await ann.call("create", { name: "A", slug }))).toEqual([400, "VALIDATION_ERROR"]);
    }
    expect((await ann.call("create", { name: "A", slug: "ACME" })).body.slug).toBe("acme");
    expect(outcome(await ann.call("create", { name: "A", slug: "acme" }))).toEqual([
      400,
      "ORGANIZATION_ALREADY_EXISTS",
    ]);
  });

  test("ORG-19: the server can create one for another user, and HTTP calls can't", async () => {
    const { app, person } = await startOrganizations();
    const [ann, bob] = [await person("ann"), await person("bob")];
    const body = { name: "Acme", slug: "acme", userId: bob.userId };
    expect(outcome(await ann.call("create", body))).toEqual([403, "YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION"]);
    expect(outcome(await app.browser().post("/organization/create", body))).toEqual([401, "UNAUTHORIZED"]);
    expect((await bob.read("list")).body).toEqual([]);
    const made = await app.auth.api.createOrganization({ body });
    expect(made.members).toMatchObject([{ userId: bob.userId, role: "owner" }]);
    expect((await bob.read("list")).body).toHaveLength(1);
  });

  test("is created by users who can, up to their limit", async () => {
    const may = await startOrganizations({ allowUserToCreateOrganization: ({ email }) => email.startsWith("ann") });
    const [ann, bob] = [await may.person("ann"), await may.person("bob")];
    expect((await ann.call("create", { name: "A", slug: "a" })).status).toBe(200);
    const refused = await bob.call("create", { name: "B", slug: "b" });
    expect(outcome(refused)).toEqual([403, "YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION"]);

    for (const organizationLimit of [1, () => 1]) {
      const { person } = await startOrganizations({ organizationLimit });
      const eve = await person("eve");
      expect((await eve.call("create", { name: "A", slug: "a" })).status).toBe(200);
      const second = await eve.call("create", { name: "B", slug: "b" });
      expect(outcome(second)).toEqual([403, "YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS"]);
    }
  });

  test.each([undefined, null, Number.NaN, "many"])(
    "ORG-13: a limit function that returns %s doesn't allow an unlimited number",
    async (given) => {
      const limit = (() => given) as never;
      const founding = await startOrganizations({ organizationLimit: limit });
      const eve = await founding.person("eve");
      expect((await eve.call("create", { name: "A", slug: "a" })).status).toBe(500);
      const { person, found } = await startOrganizations({ invitationLimit: limit, membershipLimit: limit });
      const [ann, bob] = [await person("ann"), await person("bob")];
      const organizationId = await found(ann);
      expect((await ann.call("invite-member", { email: bob.email, role: "member" })).status).toBe(500);
      expect((await ann.read("list-members", { organizationId })).body.total).toBe(1);
    },
  );

  test.each([
    [{ creatorRole: "boss" }, "organization.creatorRole"],
    [{ membershipLimit: -1 }, "organization.membershipLimit"],
    [{ invitationExpiresIn: 0 }, "organization.invitationExpiresIn"],
    [{ invitationURL: "javascript:alert(1)" }, "organization.invitationURL"],
    [{ schema: { team: { additionalFields: {} } } }, "organization.schema.team"],
  ])("an invalid option fails by name: %j", (options, name) => {
    expect(() => organization(options as never)).toThrow(name);
  });
});

describe("the app's own fields", () => {
  const schema = {
    organization: {
      additionalFields: {
        plan: { type: "string", input: true, required: true },
        secret: { type: "string", returned: false, defaultValue: "hidden" },
        rating: { type: "number", defaultValue: 3 },
      },
    },
    member: { additionalFields: { title: { type: "string", input: true, defaultValue: "colleague" } } },
    invitation: { additionalFields: { note: { type: "string", input: true } } },
    team: { additionalFields: { color: { type: "string", input: true } } },
  } as const;

  test("ORG-20: are accepted as declared, and other fields are dropped or rejected", async () => {
    const { person } = await startOrganizations({ schema, teams: { enabled: true } });
    const ann = await person("ann");
    const base = { name: "Acme", slug: "acme" };
    expect(outcome(await ann.call("create", base))).toEqual([400, "VALIDATION_ERROR"]);
    expect(outcome(await ann.call("create", { ...base, plan: "x", rating: 5 }))).toEqual([400, "FIELD_NOT_ALLOWED"]);
    const planted = { id: "mine", createdAt: "2001-01-01T00:00:00.000Z", epoch: 7, role: "admin", organizationId: "x" };
    const made = await ann.call("create", { ...base, plan: "pro", ...planted });
    expect(made.body).toMatchObject({ plan: "pro", rating: 3, members: [{ title: "colleague", role: "owner" }] });
    expect(made.body.id).not.toBe("mine");
    expect(made.body.createdAt).not.toContain("2001");
    expect(JSON.stringify(made.body)).not.toContain("hidden");
    for (const metadata of [{ a: 1 }, { a: { b: "c" } }, ["a"], "text"]) {
      expect(outcome(await ann.call("update", { data: { metadata } }))).toEqual([400, "VALIDATION_ERROR"]);
    }
    expect((await ann.call("update", { data: { plan: "free", ...planted } })).body).toMatchObject({
      plan: "free",
      id: made.body.id,
    });
    const invited = await ann.call("invite-member", { email: "bob@example.com", role: "member", note: "hi" });
    expect(invited.body).toMatchObject({ note: "hi" });
    expect((await ann.call("create-team", { name: "T", color: "red" })).body).toMatchObject({ color: "red" });
  });

  test("INPUT-01: names of properties that every object has are treated as plain data, or ignored", async () => {
    const { person } = await startOrganizations();
    const ann = await person("ann");
    const metadata = JSON.parse('{"__proto__": "x", "constructor": "y", "a": "b"}');
    const made = await ann.call("create", { name: "Acme", slug: "acme", metadata });
    expect(made.body.metadata).toMatchObject({ a: "b" });
    const asked = JSON.parse('{"__proto__": ["create"], "constructor": ["create"]}');
    expect((await ann.call("has-permission", { permissions: asked })).body).toEqual({ error: null, success: false });
    expect(({} as Record<string, unknown>).x).toBeUndefined();
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });
});
