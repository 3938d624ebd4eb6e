/** Fixtures that the billing states share. */

import { BillingPage, billingEn } from "@latchkey/ui/billing";
import type { ReactElement } from "react";
import { nothing, type plan, state } from "../fixtures/billing.ts";
import { errorResponse, type MockResponses, ok } from "../mock-fetch.ts";

export const { page, pricing, seller, errors } = billingEn;
export const text = (value: string | undefined): string => value ?? "missing text";
/** Matches an amount with any currency, because each language writes the currency differently. */
export const amount = (digits: string): RegExp => new RegExp(`(?<![\\d,.])${digits.replaceAll(".", "\\.")}(?!\\d)`);

export const having = (...plans: ReturnType<typeof plan>[]): MockResponses => ({
  "/billing/customer-state": ok(state(plans)),
  "/billing/subscriptions": ok({ subscriptions: plans, total: plans.length }),
});
export const none: MockResponses = {
  "/billing/customer-state": ok(nothing),
  "/billing/subscriptions": ok({ subscriptions: [], total: 0 }),
  "/billing/orders": ok({ orders: [], total: 0 }),
};
export const readOnly: MockResponses = { "/billing/access": ok({ read: true, manage: false }) };
export const hidden: MockResponses = { "/billing/access": ok({ read: false, manage: false }) };
export const providerFailed = errorResponse(502, "BILLING_PROVIDER_FAILED");

/** Sections only work inside the page. */
export const within = (child: ReactElement) => ({ element: <BillingPage>{child}</BillingPage> });
