import { expect, test } from "vitest";
import { startBilling } from "../test/app.ts";

test("the calls stand together under auth.api.billing, and are the same", async () => {
  const { auth } = await startBilling({});
  const { billing, ...api } = auth.api;
  expect(billing.getCustomerState).toBe(api.getCustomerState);
  expect(billing.hasBenefit).toBe(api.hasBenefit);
  expect(Object.keys(billing)).toContain("listOrders");
  expect(billing).not.toHaveProperty("getSession");
});
