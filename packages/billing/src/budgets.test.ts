/** Calls that act at the payment provider send exactly the queries that they declare. */

import { memoryAdapter, type StatementInfo, widen } from "@latchkey/core/database";
import type { UserRow } from "@latchkey/core/plugin";
import { expect, test } from "vitest";
import { startActing } from "../test/acting.ts";
import { linkCustomer } from "../test/app.ts";
import { fixture } from "../test/platform.ts";
import { purchase } from "../test/purchase.ts";
import type { BillingOptions } from "./options.ts";
import { linkTable } from "./references/table.ts";

async function start(options: Partial<BillingOptions> = {}) {
  const statements: StatementInfo[] = [];
  const database = memoryAdapter({ onStatement: (statement) => void statements.push(statement) });
  const app = await startActing(options, { database });
  /** Calls an endpoint, and returns the number of its queries. */
  const counted = async (path: string, body: object) => {
    statements.length = 0;
    expect((await app.ann.post<any>(path, body)).body.code).toBeUndefined();
    return statements.filter(({ kind, table }) => kind !== "transaction" && table !== "audit").length;
  };
  const budget = (id: string) => app.auth.$context.extensions.endpoints[id]?.queryBudget;
  return { ...app, statements, counted, budget };
}

test("each call sends the queries that it declares", async () => {
  const { ann, user, provider, send, sell, db, clock, counted, budget, statements } = await start();
  await db.update(widen<UserRow>({ name: "user" }), { where: { id: user.id }, set: { emailVerified: true } });
  const productIds = [await sell("product.created-metered")];
  const answers = { company: "Acme" };
  await send(fixture("order.paid-subscription-create"));
  // Only an organization's checkout counts members.
  expect((await counted("/billing/checkout", { productIds, answers, discountCode: "YEAR1" })) + 1).toBe(
    budget("createCheckout"),
  );
  await db.remove(linkTable, { where: {} });
  expect(await counted("/billing/portal", {})).toBe(budget("openPortal"));
  await db.remove(linkTable, { where: {} });
  const bought = purchase(null, "a", "ann@example.com");
  for (const event of bought.events) await send(event);
  expect(await counted("/billing/claim", {})).toBe(budget("claimCustomer"));
  const { subscriptionId } = bought;
  clock.advance(1);
  const answer = async () => [{ type: "subscription.updated", data: bought.events[1]?.data }];
  provider.cancelSubscription.mockImplementation(answer);
  provider.resumeSubscription.mockImplementation(answer);
  expect(await counted("/billing/cancel-subscription", { subscriptionId })).toBe(budget("cancelSubscription"));
  expect(await counted("/billing/resume-subscription", { subscriptionId })).toBe(budget("resumeSubscription"));
  statements.length = 0;
  expect((await ann.get("/billing/products")).status).toBe(200);
  expect(statements.length).toBe(budget("listProducts"));
});

test("each call of a plan change sends the queries that it declares", async () => {
  const { send, sell, db, user, provider, clock, counted, budget } = await start();
  const bought = purchase(null);
  const [customer, event] = bought.events;
  const data = { ...event?.data, status: "active", seats: 3, cancel_at_period_end: false, ends_at: null };
  await send(customer as never);
  await send({ type: "subscription.updated", data });
  await linkCustomer(db, user.id, bought.customerId);
  const productId = await sell("product.created-recurring");
  // The provider returns a subscription with everything in it, and all of it is new.
  const order = fixture("order.paid-subscription-create").data;
  const [meter] = data.meters;
  const answer = (name: string, changes: object) => async () => {
    const renew = <T extends { id: string }>(one: T): T => ({ ...one, id: `${name} ${one.id}` });
    const product = { ...data.product, benefits: data.product.benefits.map(renew) };
    const meters = [{ ...meter, meter: renew(meter.meter) }];
    const copies = { customer: renew(data.customer), product: renew(product), discount: renew(order.discount), meters };
    return [{ type: "subscription.updated", data: { ...data, ...copies, ...changes } }];
  };
  clock.advance(1);
  const change = { subscriptionId: bought.subscriptionId, productId, seats: 5 };
  expect(await counted("/billing/preview-change", change)).toBe(budget("previewChange"));
  const pending_update = { product_id: productId, seats: 5, applies_at: data.current_period_end };
  provider.changeSubscription.mockImplementation(answer("first", { pending_update }));
  expect(await counted("/billing/change-plan", { ...change, timing: "periodEnd" })).toBe(budget("changePlan"));
  clock.advance(1);
  provider.undoScheduledChange.mockImplementation(answer("second", { pending_update: null }));
  expect(await counted("/billing/undo-change", { subscriptionId: bought.subscriptionId })).toBe(budget("undoChange"));
});

test("a guest's checkout sends the queries that it declares", async () => {
  const { send, sell, counted, budget } = await start({ checkout: { guests: true } });
  const productIds = [await sell("product.created-metered")];
  await send(fixture("order.paid-subscription-create"));
  const body = { productIds, answers: { company: "Acme" }, discountCode: "YEAR1", email: "guest@example.com" };
  expect(await counted("/billing/guest-checkout", body)).toBe(budget("createGuestCheckout"));
});

test("linking a customer sends the queries that the call declares", async () => {
  const { provider, user, clock, counted, budget } = await start({ seller: () => true });
  const { id: _, ...data } = fixture("customer.created-guest").data;
  const customer = { ...data, id: "old-customer", external_id: null };
  provider.fetchEntity.mockImplementation(async () => [{ type: "customer.updated", data: customer }]);
  provider.updateCustomer.mockImplementation(async () => {
    clock.advance(1);
    return [{ type: "customer.updated", data: { ...customer, external_id: user.id } }];
  });
  const body = { referenceId: user.id, customerId: "old-customer" };
  // The link is read again only if a concurrent call stores one first.
  expect((await counted("/billing/seller/link-customer", body)) + 1).toBe(budget("linkCustomerForSeller"));
});
