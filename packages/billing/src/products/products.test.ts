import { expect, test } from "vitest";
import { startBilling } from "../../test/app.ts";
import { fixture } from "../../test/platform.ts";

test("the products for sale are public, without metadata, and can be limited to the configured ones", async () => {
  const { send, browser } = await startBilling();
  const [book, plan] = [fixture("product.created-one-time"), fixture("product.created-metered")];
  for (const event of [book, plan]) await send(event);
  const { body } = await browser().get<any[]>("/billing/products");
  expect(body.map(({ id }) => id).sort()).toEqual([book.data.id, plan.data.id].sort());
  expect(body.every(({ prices }) => prices.length > 0)).toBe(true);
  expect(JSON.stringify(body)).not.toContain("metadata");
  const offering = await startBilling({ checkout: { products: { book: book.data.id } } });
  for (const event of [book, plan]) await offering.send(event);
  expect((await offering.browser().get<any[]>("/billing/products")).body.map(({ id }) => id)).toEqual([book.data.id]);
});

test("archived products and prices aren't listed, even if the app's options name the product", async () => {
  const [book, plan, gone] = [
    fixture("product.created-one-time"),
    fixture("product.created-metered"),
    fixture("product.updated-archived"),
  ];
  const names = { book: book.data.id, plan: plan.data.id, gone: gone.data.id };
  for (const options of [{}, { checkout: { products: names } }]) {
    const { send, browser } = await startBilling(options);
    const listed = async () => (await browser().get<any[]>("/billing/products")).body;
    for (const event of [book, plan, gone]) await send(event);
    expect((await listed()).map(({ id }) => id).sort()).toEqual([names.book, names.plan].sort());

    const archived = { ...book.data, is_archived: true, modified_at: "2029-01-01T00:00:00Z" };
    await send({ type: "product.updated", data: archived });
    expect((await listed()).map(({ id }) => id)).toEqual([names.plan]);

    const [price, ...rest] = plan.data.prices;
    const prices = [{ ...price, is_archived: true }, ...rest];
    await send({ type: "product.updated", data: { ...plan.data, prices, modified_at: "2029-01-01T00:00:00Z" } });
    const [shown] = await listed();
    expect(shown.prices.map(({ id }: any) => id)).toEqual(rest.map(({ id }: any) => id));
  }
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
