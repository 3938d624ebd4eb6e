import { expect, test } from "vitest";
import { startBilling } from "../../test/app.ts";
import { fixture } from "../../test/platform.ts";

test("the products for sale are public, without metadata, and can be limited to the configured ones", async () => {
  const { send, browser } = await startBilling();
  const [book, plan] = [fixture("product.created-one-time"), fixture("product.created-metered")];
  for (const event of [book, plan, fixture("product.updated-archived")]) await send(event);
  const { body } = await browser().get<any[]>("/billing/products");
  expect(body.map(({ id }) => id)).toContain(book.data.id);
  expect(body.every(({ prices }) => prices.length > 0)).toBe(true);
  expect(JSON.stringify(body)).not.toContain("metadata");
  const offering = await startBilling({ checkout: { products: { book: book.data.id } } });
  for (const event of [book, plan]) await offering.send(event);
  expect((await offering.browser().get<any[]>("/billing/products")).body.map(({ id }) => id)).toEqual([book.data.id]);
});

test("listing recent deliveries is server-only, and returns their outcomes but not their bodies", async () => {
  const { send, auth, browser, clock } = await startBilling({ webhooks: { onEvent: () => {} } });
  await send(fixture("refund.created"), { id: "first" });
  clock.advance(1);
  await send({ type: "later.event", data: {} }, { id: "second" });
  const list = await auth.api.listDeliveries({ query: { limit: 10 } });
  expect(list).toMatchObject([
    { id: "second", outcome: "unknown", handlers: [{ handler: "onEvent", state: "done", attempts: 1 }] },
    { id: "first", outcome: "applied", type: "refund.created" },
  ]);
  expect(list.every((one) => !("body" in one))).toBe(true);
  expect((await browser().get("/billing/deliveries")).status).toBe(404);
});
