import type { AuditRow } from "@latchkey/core";
import { widen } from "@latchkey/core/database";
import type { UserRow } from "@latchkey/core/plugin";
import { outboxEmpty } from "@latchkey/test-kit";
import { expect, test, vi } from "vitest";
import { startBilling } from "../../test/app.ts";
import { fixture } from "../../test/platform.ts";
import { fakeProvider } from "../../test/provider.ts";
import { purchase } from "../../test/purchase.ts";
import type { BillingOptions } from "../options.ts";
import { authorizeReference } from "../references/access.ts";
import { linkTable } from "../references/table.ts";

/** An app with a payment provider, and a way to add users with verified emails. */
async function start(options: Partial<BillingOptions> = {}) {
  const provider = fakeProvider();
  const app = await startBilling({ provider, ...options });
  const users = widen<UserRow>({ name: "user" });
  const join = async (email: string) => {
    const browser = app.browser();
    const { user } = (await browser.signUp(email)).body;
    await app.db.update(users, { where: { id: user.id }, set: { emailVerified: true } });
    const state = async () => (await browser.get<any>("/billing/customer-state")).body;
    return { ...browser, user, state };
  };
  const tell = async (data: object, type = "customer.updated") => {
    expect((await app.send({ type, data })).status).toBe(200);
  };
  return { ...app, provider, users, join, tell };
}

/** A purchase by someone who has no account yet. */
const guest = (email = "ann@example.com") => purchase(null, "guest", email);

test("WEBH-11: a claim ends once the provider names another owner, and the portal no longer opens for that customer", async () => {
  const { join, send, tell, provider, db } = await start();
  const ann = await join("ann@example.com");
  const { customerId, events } = guest();
  for (const event of events) await send(event);
  expect((await ann.post("/billing/claim")).body).toEqual({ status: true });
  const audit = await db.findMany(widen<AuditRow>({ name: "audit" }), { limit: 99 });
  expect(audit.find(({ action }) => action === "billing.customer.claim")).toMatchObject({
    actorId: ann.user.id,
    data: { customerId },
  });
  await ann.post("/billing/portal");
  expect(provider.openPortal).toHaveBeenLastCalledWith({ customerId, returnUrl: null }, expect.anything());

  await tell({ ...events[0]?.data, external_id: "somebody-else", modified_at: "2029-01-01T00:00:00Z" });
  expect((await ann.state()).customer).toBeNull();
  expect((await ann.post("/billing/portal")).status).toBe(200);
  expect(provider.openPortal).toHaveBeenLastCalledWith(
    { customerId: `customer-of-${ann.user.id}`, returnUrl: null },
    expect.anything(),
  );
});

test("a user whose customer was deleted gets a new one at the next checkout", async () => {
  const { join, send, tell, provider, db } = await start();
  const ann = await join("ann@example.com");
  await send(fixture("product.created-one-time"));
  const buy = async () =>
    (await ann.post("/billing/checkout", { productIds: [fixture("product.created-one-time").data.id] })).status;
  expect(await buy()).toBe(200);
  const [created] = purchase(ann.user.id).events;
  const first = { ...created?.data, id: `customer-of-${ann.user.id}` };
  await tell(first, "customer.created");
  const gone = { external_id: null, deleted_at: "2029-01-01T00:00:00Z", modified_at: "2029-01-01T00:00:00Z" };
  await tell({ ...first, ...gone }, "customer.deleted");
  provider.customers.set(ann.user.id, "second");
  expect(await Promise.all([buy(), buy()])).toEqual([200, 200]);
  expect(provider.createCheckout).toHaveBeenLastCalledWith(
    expect.objectContaining({ customerId: "second" }),
    expect.anything(),
  );
  expect(await db.findMany(linkTable, { limit: 9 })).toMatchObject([{ customerId: "second", state: "linked" }]);
});

test("a user whose customer was deleted can claim later purchases", async () => {
  const { join, send, tell } = await start();
  const ann = await join("ann@example.com");
  const { events } = guest();
  for (const event of events) await send(event);
  await ann.post("/billing/claim");
  const gone = { deleted_at: "2029-01-01T00:00:00Z", modified_at: "2029-01-01T00:00:00Z" };
  await tell({ ...events[0]?.data, ...gone }, "customer.deleted");
  await tell({ ...events[0]?.data, id: "again" }, "customer.created");
  expect((await ann.post("/billing/claim")).body).toEqual({ status: true });
  expect((await ann.state()).customer).toMatchObject({ id: "again" });
});

test("after an account is deleted, only the next user who verifies the email can claim its purchases", async () => {
  const { join, send, db, users } = await start({ onDelete: "keep" });
  const ann = await join("ann@example.com");
  const { customerId, events } = guest();
  for (const event of events) await send(event);
  await ann.post("/billing/claim");
  await db.remove(users, { where: { id: ann.user.id } });
  expect(await db.count(linkTable, {})).toBe(0);
  const next = await join("ann@example.com");
  await db.update(users, { where: { id: next.user.id }, set: { emailVerified: false } });
  expect((await next.post("/billing/claim")).status).toBe(404);
  await db.update(users, { where: { id: next.user.id }, set: { emailVerified: true } });
  expect((await next.post("/billing/claim")).status).toBe(200);
  expect((await next.state()).customer).toMatchObject({ id: customerId });
});

test("if several customers have the same email, the one without an owner is claimed", async () => {
  const { join, send, tell, db, users } = await start();
  const ann = await join("ann@example.com");
  const { events } = guest();
  for (const event of events) await send(event);
  await ann.post("/billing/claim");
  // The user gives up the email, and another user gets it.
  await db.update(users, { where: { id: ann.user.id }, set: { email: "ann@elsewhere.com" } });
  await tell({ ...events[0]?.data, id: "of-the-other", created_at: "2025-07-01T00:00:00Z" }, "customer.created");
  const other = await join("ann@example.com");
  expect((await other.post("/billing/claim")).body).toEqual({ status: true });
  expect((await other.state()).customer).toMatchObject({ id: "of-the-other" });
});

test("an email that's the same only after Unicode normalization doesn't match", async () => {
  const { join, tell } = await start();
  const kim = await join("kim@example.com");
  // Starts with the Kelvin sign (U+212A).
  await tell({ ...guest().events[0]?.data, email: "\u212aim@example.com" }, "customer.created");
  expect((await kim.post("/billing/claim")).status).toBe(404);
});

test("a user's concurrent claim and portal calls create one link", async () => {
  const { join, send, db } = await start();
  const ann = await join("ann@example.com");
  for (const event of guest().events) await send(event);
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => Promise.all([ann.post("/billing/claim"), ann.post("/billing/portal")])),
  );
  const audit = await db.findMany(widen<AuditRow>({ name: "audit" }), { limit: 99 });
  expect(audit.filter(({ action }) => action === "billing.customer.claim").length).toBeLessThanOrEqual(1);
  expect(replies.flat().every(({ status }) => [200, 404, 429].includes(status))).toBe(true);
  expect(await db.count(linkTable, {})).toBe(1);
});

test("WEBH-11: a user whose id looks like an organization's doesn't become a customer at sign-up", async () => {
  const { send, auth, db, provider, join, users } = await start({ createCustomerOnSignUp: true });
  for (const event of guest("eve@example.com").events) await send(event);
  const eve = await join("eve@example.com");
  await outboxEmpty(auth);
  provider.ensureCustomer.mockClear();
  // An id like those in a database imported from another library.
  await db.insert(users, {
    ...(await db.findOne(users, { where: { id: eve.user.id } })),
    id: "org_acme",
    email: "x@example.com",
  } as never);
  await outboxEmpty(auth);
  expect(provider.ensureCustomer).not.toHaveBeenCalled();
  expect(await db.count(linkTable, { where: { referenceId: "org_acme" } })).toBe(0);
});

test("the active organization's id is used unchanged, even if it starts with org_", async () => {
  const { auth } = await start();
  const asked: string[] = [];
  const organizationAccess = ({ organizationId }: { organizationId: string }) => asked.push(organizationId) > 0;
  const settings = { reference: "activeOrganization", organizationAccess } as const;
  const active = { user: { id: "u" }, session: { activeOrganizationId: "org_2Nb" }, joined: {} } as never;
  const mine = await authorizeReference(auth.$context, settings, active, undefined, "read");
  expect([asked, mine.externalId]).toEqual([["org_2Nb"], "org_org_2Nb"]);
  expect((await authorizeReference(auth.$context, settings, active, "org_org_2Nb", "read")).externalId).toBe(
    "org_org_2Nb",
  );
});

test("after a claim, the user's usage is sent with the customer's id, because the provider doesn't know the user's id", async () => {
  const { join, send, auth, provider } = await start();
  const ann = await join("ann@example.com");
  const bob = await join("bob@example.com");
  const { customerId, events } = guest();
  for (const event of events) await send(event);
  await ann.post("/billing/claim");
  for (const { id } of [ann.user, bob.user]) {
    await auth.api.ingestUsage({ body: { referenceId: id, name: "render.done", metadata: { frames: 24 } } });
    await outboxEmpty(auth);
  }
  const sent = provider.ingestUsage.mock.calls.flatMap(([usage]) => usage);
  expect(sent).toMatchObject([
    { externalId: ann.user.id, customerId },
    { externalId: bob.user.id, customerId: null },
  ]);
});

test("a provider error with characters that databases can't store is still recorded", async () => {
  const provider = fakeProvider({ ensureCustomer: vi.fn(() => Promise.reject(new Error("bad \u0000 and \ud800"))) });
  const { join, auth, db } = await start({ provider, createCustomerOnSignUp: true });
  const { user } = await join("ann@example.com");
  await vi.waitFor(
    async () => {
      await auth.api.deliverOutbox();
      const link = await db.findOne(linkTable, { where: { referenceId: user.id } });
      expect(link?.error).toContain("bad");
    },
    { timeout: 3000 },
  );
});
