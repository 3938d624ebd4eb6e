/** Linking an existing customer, on all databases. */

import { auditTable } from "@latchkey/core/plugin";
import { organization } from "@latchkey/organization";
import { testPassword } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startBilling } from "../../test/app.ts";
import { secret } from "../../test/platform.ts";
import { fakeProvider } from "../../test/provider.ts";
import { purchase } from "../../test/purchase.ts";
import type { BillingOptions } from "../options.ts";
import { billing } from "../plugin.ts";
import { linkTable } from "../references/table.ts";

/** How often the link and the deletion race. */
const rounds = 5;

describe.each(quickDatabases)("linking a customer on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  /** Sue is the seller. */
  async function start() {
    const provider = fakeProvider();
    const seller: BillingOptions["seller"] = ({ user }) => user.name === "sue";
    const plugins = [billing({ secret, provider, seller }), organization()];
    const options = { plugins, database: opened.database, user: { deleteUser: { enabled: true } } };
    const app = await startBilling({}, options);
    const enter = async (name: string) => {
      const browser = app.browser();
      const { user } = (await browser.signUp(`${name}@example.com`)).body;
      return { browser, id: user.id };
    };
    /** Someone who bought something without an account. */
    const guest = async (name: string) => {
      const bought = purchase(null, name);
      await app.send(bought.events[0] as never);
      return bought.customerId;
    };
    const link = (referenceId: string, customerId: string): Promise<string> =>
      app.auth.api.billing.linkCustomer({ body: { referenceId, customerId } }).then(
        () => "linked",
        ({ code }) => code,
      );
    const linksOf = (customerId: string) => app.db.count(linkTable, { where: { customerId } });
    return { ...app, provider, enter, guest, link, linksOf };
  }

  test("works for a customer without an owner, and the provider gets the reference", async () => {
    const { auth, provider, enter, guest, link } = await start();
    const [ann, bob] = [await enter("ann"), await enter("bob")];
    const customerId = await guest("old");
    expect(await link(ann.id, customerId)).toBe("linked");
    expect(provider.updateCustomer.mock.lastCall?.[0]).toEqual({ customerId, externalId: ann.id });
    const state = await auth.api.readCustomerState({ query: { referenceId: ann.id } });
    expect(state.customer?.id).toBe(customerId);
    expect(await link(bob.id, customerId)).toBe("CUSTOMER_ALREADY_LINKED");
    expect(await link(bob.id, "unknown")).toBe("CUSTOMER_NOT_FOUND");
  });

  test("is rejected if the user or the organization doesn't exist, and stores nothing", async () => {
    const { guest, link, linksOf, provider, enter, db } = await start();
    const customerId = await guest("old");
    for (const referenceId of ["nobody", "org_nothing"]) {
      expect(await link(referenceId, customerId)).toBe("BILLING_REFERENCE_NOT_FOUND");
    }
    expect(await linksOf(customerId)).toBe(0);
    expect(await db.count(auditTable, { where: { action: "billing.customer.link" } })).toBe(0);
    expect(provider.updateCustomer).not.toHaveBeenCalled();
    const { browser } = await enter("ann");
    const { id } = (await browser.post<any>("/organization/create", { name: "Acme", slug: "acme" })).body;
    expect(await link(`org_${id}`, customerId)).toBe("linked");
    // The customer can be linked again once the organization is gone.
    expect((await browser.post("/organization/delete", { organizationId: id })).status).toBe(200);
    expect(await linksOf(customerId)).toBe(0);
  });

  test("is only for sellers over HTTP", async () => {
    const { guest, enter, browser } = await start();
    const [sue, ann] = [await enter("sue"), await enter("ann")];
    const body = { referenceId: ann.id, customerId: await guest("old") };
    const path = "/billing/seller/link-customer";
    expect((await browser().post(path, body)).status).toBe(401);
    expect((await ann.browser.post(path, body)).status).toBe(403);
    const missing = await sue.browser.post<any>(path, { ...body, referenceId: "nobody" });
    expect([missing.status, missing.body.code]).toEqual([404, "BILLING_REFERENCE_NOT_FOUND"]);
    expect((await sue.browser.post(path, body)).status).toBe(200);
  });

  test("succeeds for one of several concurrent requests, even if no event has described the customer", async () => {
    const { provider, enter, link, linksOf } = await start();
    const [customer] = purchase(null, "old").events;
    provider.fetchEntity.mockImplementation(async () => [{ type: "customer.updated", data: customer?.data }]);
    const people = await Promise.all(["ann", "bob", "cem"].map(enter));
    const outcomes = await Promise.all(people.map(({ id }) => link(id, "old-customer")));
    expect(outcomes.sort()).toEqual(["CUSTOMER_ALREADY_LINKED", "CUSTOMER_ALREADY_LINKED", "linked"]);
    expect(await linksOf("old-customer")).toBe(1);
  });

  test("leaves no link to a user who's deleted concurrently", async () => {
    const { enter, guest, link, linksOf } = await start();
    for (let round = 0; round < rounds; round++) {
      const { browser, id } = await enter(`person${round}`);
      const customerId = await guest(`guest${round}`);
      const [outcome, deleted] = await Promise.all([
        link(id, customerId),
        browser.post("/delete-user", { password: testPassword }),
      ]);
      expect(deleted.status).toBe(200);
      expect(["linked", "BILLING_REFERENCE_NOT_FOUND"]).toContain(outcome);
      expect(await linksOf(customerId)).toBe(0);
    }
  });
});
