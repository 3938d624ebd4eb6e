import { expect, test } from "vitest";
import { startBilling } from "../test/app.ts";

test("auth.api.billing contains the billing calls of auth.api", async () => {
  const { auth } = await startBilling({});
  const { billing, ...api } = auth.api;
  expect(billing.getCustomerState).toBe(api.getCustomerState);
  expect(billing.hasBenefit).toBe(api.hasBenefit);
  expect(Object.keys(billing)).toContain("listOrders");
  expect(billing).not.toHaveProperty("getSession");
});
