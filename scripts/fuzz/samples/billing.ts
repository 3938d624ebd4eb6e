/** Valid requests to billing: its calls and the provider's signed webhooks. */

import { createHmac } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { type FuzzApp, webhookSecret } from "../app.ts";
import type { Body, World } from "../world.ts";
import { adam, ann, get, type MakeSample, post, type Samples } from "./sample.ts";

const folder = new URL("../../../packages/billing/fixtures/", import.meta.url);
const fixtures: readonly string[] = readdirSync(folder)
  .filter((name) => name.split(".").length === 3)
  .map((name) => readFileSync(new URL(name, folder), "utf8"));
const productText = readFileSync(new URL("product.created-one-time.json", folder), "utf8");

/** Headers of a webhook, signed over its bytes. */
export function signed(app: FuzzApp, id: string, bytes: string | Uint8Array): Record<string, string> {
  const timestamp = String(Math.floor(app.now().getTime() / 1000));
  const key = Buffer.from(webhookSecret.slice("whsec_".length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(bytes).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
}

const delivery: MakeSample = (world) => {
  const body = JSON.parse(fixtures[world.next() % fixtures.length] as string) as Body;
  return { browser: world.app.browser(), person: null, body };
};

/** Creates a product and a subscription for ann. */
async function sold(world: World): Promise<{ productId: string; subscriptionId: string }> {
  const product = JSON.parse(productText) as { data: Body };
  const subscription = JSON.parse(readFileSync(new URL("subscription.active.json", folder), "utf8")) as { data: Body };
  const customer = subscription.data.customer as Body;
  const { id, email } = world.people.ann;
  const own = { ...customer, id: `customer-of-${id}`, external_id: id, email };
  const pending_update = { product_id: null, seats: 2, applies_at: subscription.data.current_period_end };
  const ids = { id: `subscription-of-${id}`, customer_id: own.id, customer: own };
  const data = { ...subscription.data, ...ids, pending_update };
  for (const body of [product, { type: "customer.created", data: own }, { type: "subscription.active", data }]) {
    await deliver(world, JSON.stringify({ ...body, timestamp: world.app.now().toISOString() }));
  }
  return { productId: String(product.data.id), subscriptionId: data.id };
}

/** Sends a webhook. Returns its id. */
async function deliver({ app, number, next }: World, text: string): Promise<string> {
  const id = `honest-${number}-${next()}`;
  const headers = { "content-type": "application/json", ...signed(app, id, text) };
  const reply = await app.browser().send("/billing/webhooks", { method: "POST", body: text, headers });
  if (reply.status !== 200) throw new Error(`A delivery was refused: ${reply.status} ${JSON.stringify(reply.body)}`);
  return id;
}

const bySubscriber =
  (body: (ids: { productId: string; subscriptionId: string }) => object): MakeSample =>
  async (world) => {
    const ids = await sold(world);
    return { browser: ann(world).browser, person: ann(world), body: body(ids) };
  };

const own = ({ ids }: World) => ({ referenceId: String(ids.ann) });

export const billingSamples: Samples = {
  receiveWebhook: [delivery],
  getCustomerState: [get(ann, own)],
  getBillingAccess: [get(ann, own)],
  listProducts: [get(ann)],
  listSubscriptions: [get(ann, (world) => ({ ...own(world), page: "1", limit: "5", active: "true" }))],
  listOrders: [get(ann, (world) => ({ ...own(world), page: "1", limit: "5" }))],
  listBenefits: [get(ann, own)],
  hasBenefit: [get(ann, () => ({ benefit: "pro" }))],
  getEntitlements: [get(ann, own)],
  can: [get(ann, (world) => ({ ...own(world), name: "pro", used: "3" }))],
  getSeats: [get(ann, own)],
  listMeters: [get(ann)],
  getMeterBalance: [get(ann, () => ({ meter: "meter" }))],
  claimCustomer: [post(ann)],
  createCheckout: [
    bySubscriber(({ productId }) => ({ productIds: [productId], successUrl: "/thanks", answers: { note: "x" } })),
  ],
  openPortal: [bySubscriber(() => ({}))],
  cancelSubscription: [
    bySubscriber(({ subscriptionId }) => ({ subscriptionId, reason: "other", comment: "too dear" })),
  ],
  resumeSubscription: [bySubscriber(({ subscriptionId }) => ({ subscriptionId }))],
  previewChange: [bySubscriber(({ subscriptionId }) => ({ subscriptionId, seats: 3, timing: "now" }))],
  changePlan: [bySubscriber(({ subscriptionId }) => ({ subscriptionId, seats: 4, timing: "periodEnd" }))],
  undoChange: [bySubscriber(({ subscriptionId }) => ({ subscriptionId }))],
  getSellerOverview: [get(adam)],
  listSellerOwners: [get(adam, () => ({ search: "an" }))],
  listSellerProducts: [get(adam, () => ({ limit: "5" }))],
  listSellerCustomers: [get(adam, () => ({ limit: "5", search: "a" }))],
  listSellerSubscriptions: [get(adam, () => ({ limit: "5", active: "true" }))],
  redeliverForSeller: [
    async (world) => {
      const deliveryId = await deliver(world, productText);
      return { browser: adam(world).browser, person: adam(world), body: { deliveryId } };
    },
  ],
  listSellerOrders: [get(adam, () => ({ limit: "5" }))],
  listSellerRefunds: [get(adam, () => ({ limit: "5" }))],
  listSellerBenefits: [get(adam, () => ({ limit: "5" }))],
  listSellerDiscounts: [get(adam, () => ({ limit: "5" }))],
  listSellerMeters: [get(adam, () => ({ limit: "5" }))],
  linkCustomerForSeller: [
    async (world) => {
      const person = adam(world);
      await sold(world);
      const { id } = world.people.ann;
      return { browser: person.browser, person, body: { referenceId: id, customerId: `customer-of-${id}` } };
    },
  ],
  listSellerDeliveries: [get(adam, () => ({ limit: "5" }))],
};
