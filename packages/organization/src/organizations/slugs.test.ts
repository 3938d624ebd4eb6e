/** Imported slugs in formats that new slugs can't have. */

import { databases } from "@latchkey/test-kit/databases";
import { describe, expect, test } from "vitest";
import { outcome, startOrganizations } from "../../test/app.ts";
import { organizationTable } from "../tables.ts";

describe.each(databases)("migrated slugs on $name", ({ open }) => {
  test("ORG-29: keep working unchanged, and no stranger can take the lowercase form", async () => {
    const { database, close } = await open();
    const { app, person, found } = await startOrganizations({}, { database });
    const { db } = app.auth.$context;
    const [ann, bob] = [await person("ann"), await person("bob")];
    const move = async (slug: string, to: string, lowerSlug: string | null): Promise<string> => {
      const id = await found(ann, slug);
      await db.update(organizationTable, { where: { id }, set: { slug: to, lowerSlug } });
      return id;
    };
    const upper = await move("one", "UpperCo", "upperco");
    const dotted = await move("two", "acme.com", null);
    for (const [slug, id] of [
      ["UpperCo", upper],
      ["acme.com", dotted],
      ["ACME.com", dotted],
    ] as const) {
      expect((await ann.call("set-active", { organizationSlug: slug })).body).toMatchObject({ id });
      expect((await ann.read("get-full-organization", { organizationSlug: slug })).body).toMatchObject({ id });
      expect((await ann.read("list-members", { organizationSlug: slug })).status).toBe(200);
    }
    for (const slug of ["upperco", "UPPERCO", "UpperCo"]) {
      expect(outcome(await bob.call("check-slug", { slug }))).toEqual([400, "ORGANIZATION_SLUG_ALREADY_TAKEN"]);
      expect((await bob.call("is-slug-available", { slug })).body).toEqual({ available: false });
      expect(outcome(await bob.call("create", { name: "B", slug }))).toEqual([400, "ORGANIZATION_ALREADY_EXISTS"]);
    }
    const other = await found(bob, "bob-co");
    const taken = await bob.call("update", { organizationId: other, data: { slug: "UpperCo" } });
    expect(outcome(taken)).toEqual([400, "ORGANIZATION_SLUG_ALREADY_TAKEN"]);

    // Other fields can be changed while the form sends the same slug.
    const change = (data: object) => ann.call("update", { organizationId: upper, data });
    expect((await change({ name: "Other", slug: "UpperCo" })).body).toMatchObject({ name: "Other", slug: "UpperCo" });
    expect(outcome(await change({ slug: "Upper.Co" }))).toEqual([400, "VALIDATION_ERROR"]);
    // The owner switches to the new format, and the old slug becomes available.
    expect((await change({ slug: "UPPERCO" })).body).toMatchObject({ slug: "upperco" });
    expect((await db.findOne(organizationTable, { where: { id: upper } }))?.lowerSlug).toBeNull();
    await close();
  });

  test("ORG-29: with both Acme and acme, each is found by its own slug", async () => {
    const { database, close } = await open();
    const { app, person, found } = await startOrganizations({}, { database });
    const { db } = app.auth.$context;
    const [ann, bob] = [await person("ann"), await person("bob")];
    const small = await found(ann, "acme");
    const large = await found(bob, "x");
    await db.update(organizationTable, { where: { id: large }, set: { slug: "Acme" } });
    expect((await ann.call("set-active", { organizationSlug: "acme" })).body).toMatchObject({ id: small });
    expect((await bob.call("set-active", { organizationSlug: "Acme" })).body).toMatchObject({ id: large });
    // No one ends up in the wrong organization.
    const notMember = [403, "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION"];
    expect(outcome(await ann.call("set-active", { organizationSlug: "Acme" }))).toEqual(notMember);
    expect(outcome(await bob.call("set-active", { organizationSlug: "acme" }))).toEqual(notMember);
    expect((await ann.call("set-active", { organizationSlug: "ACME" })).body).toMatchObject({ id: small });
    await close();
  });

  test("ORG-29: one of 20 concurrent requests for the freed lowercase form gets it", async () => {
    const { database, close } = await open();
    const { app, person, found } = await startOrganizations({}, { database });
    const { db } = app.auth.$context;
    const [ann, bob] = [await person("ann"), await person("bob")];
    const id = await found(ann, "x");
    await db.update(organizationTable, { where: { id }, set: { slug: "Acme", lowerSlug: "acme" } });
    const create = () => bob.call("create", { name: "B", slug: "acme" });
    const wanted = [ann.call("update", { organizationId: id, data: { slug: "acme" } })];
    const replies = await Promise.all([...wanted, ...Array.from({ length: 20 }, create)]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
    expect(await db.count(organizationTable, { where: { slug: "acme" } })).toBe(1);
    await close();
  });
});

test("an empty organizationId or slug counts as not given", async () => {
  const { person, found } = await startOrganizations();
  const ann = await person("ann");
  expect((await ann.call("set-active", { organizationId: "" })).body).toBeNull();
  const id = await found(ann);
  expect((await ann.call("set-active", { organizationId: "" })).body).toMatchObject({ id });
  expect((await ann.call("set-active", { organizationId: "", organizationSlug: "" })).body).toMatchObject({ id });
  expect((await ann.get("/get-session")).body).toMatchObject({ session: { activeOrganizationId: id } });
  expect((await ann.call("set-active", { organizationId: null })).body).toBeNull();
});
