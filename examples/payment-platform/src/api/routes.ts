/** The parts of the provider's API that a seller's backend calls. */

import type { Customer, RefundReason } from "@latchkey/billing/schemas";
import { numberOf, type Route, recordOf, textOf } from "../http.ts";
import { HttpError, orNotFound } from "../http-error.ts";
import type { Platform } from "../state.ts";
import { checkoutBySecret, openCheckout } from "../trade/checkouts.ts";
import { changeCustomer, createCustomer, findByExternalId, openSession, removeCustomer } from "../trade/customers.ts";
import { refund } from "../trade/orders.ts";
import { revoke } from "../trade/subscriptions.ts";
import { ingest } from "../trade/usage.ts";
import { checkoutOf, customerOf, customerStateOf, orderOf } from "../wire.ts";
import { listRoutes } from "./lists.ts";
import { listed, ofCustomer, ownEntry } from "./paging.ts";
import { subscriptionRoutes } from "./subscriptions.ts";

export function apiRoutes(platform: Platform): Route[] {
  return [
    ...customerRoutes(platform),
    ...checkoutRoutes(platform),
    ...tradeRoutes(platform),
    ...subscriptionRoutes(platform),
    ...listRoutes(platform),
  ];
}

function customerRoutes(platform: Platform): Route[] {
  const { state } = platform;
  const external = (id = ""): Customer => orNotFound(findByExternalId(platform, id), "Customer");
  const customer = (id = ""): Customer => {
    const found = orNotFound(ownEntry(state.customers, id), "Customer");
    return orNotFound(found.deleted_at === null ? found : undefined, "Customer");
  };
  return [
    {
      method: "POST",
      path: /^\/v1\/customers\/$/,
      handle({ body }) {
        const [email, name, externalId] = ["email", "name", "external_id"].map((field) => textOf(body, field));
        const made = createCustomer(platform, {
          email: email ?? "",
          name: name ?? null,
          externalId: externalId ?? null,
        });
        return { status: 201, json: made };
      },
    },
    {
      method: "GET",
      path: /^\/v1\/customers\/$/,
      handle({ query }) {
        const email = query.get("email")?.toLowerCase();
        const all = Object.values(state.customers).filter(({ deleted_at }) => deleted_at === null);
        return listed(query, email === undefined ? all : all.filter((one) => one.email.toLowerCase() === email));
      },
    },
    {
      method: "GET",
      path: /^\/v1\/customers\/external\/([^/]+)$/,
      handle: ({ params: [id] }) => ({ json: external(id) }),
    },
    {
      method: "GET",
      path: /^\/v1\/customers\/external\/([^/]+)\/state$/,
      handle: ({ params: [id] }) => ({ json: customerStateOf(platform, external(id)) }),
    },
    { method: "GET", path: /^\/v1\/customers\/([^/]+)$/, handle: ({ params: [id] }) => ({ json: customer(id) }) },
    {
      method: "PATCH",
      path: /^\/v1\/customers\/([^/]+)$/,
      handle({ params: [id], body }) {
        const changes = {
          email: textOf(body, "email") ?? undefined,
          externalId: textOf(body, "external_id") ?? undefined,
        };
        const name = "name" in body ? textOf(body, "name") : undefined;
        return { json: changeCustomer(platform, customer(id), { ...changes, name }) };
      },
    },
    {
      method: "DELETE",
      path: /^\/v1\/customers\/([^/]+)$/,
      handle({ params: [id] }) {
        const one = customer(id);
        const running = Object.values(state.subscriptions).filter(
          ({ customer_id, ended_at }) => customer_id === one.id && ended_at === null,
        );
        for (const subscription of running) revoke(platform, subscription);
        removeCustomer(platform, one);
        return { status: 204, json: null };
      },
    },
    {
      method: "GET",
      path: /^\/v1\/customers\/([^/]+)\/state$/,
      handle: ({ params: [id] }) => ({ json: customerStateOf(platform, customer(id)) }),
    },
    {
      method: "POST",
      path: /^\/v1\/customer-sessions\/$/,
      handle({ body }) {
        const id = textOf(body, "customer_id");
        const externalId = textOf(body, "customer_external_id") ?? textOf(body, "external_customer_id");
        const known = id === null ? findByExternalId(platform, externalId ?? "") : ownEntry(state.customers, id);
        if (!known) throw new HttpError(422, "Customer does not exist", "customer_id");
        const { token, expires } = openSession(platform, known.id);
        const session = state.sessions[token];
        const json = {
          id: session?.id,
          created_at: session?.created_at,
          modified_at: null,
          token,
          expires_at: expires.toISOString(),
          customer_portal_url: `${platform.url}/portal/${token}`,
          customer_id: known.id,
          customer: customerOf(platform, known.id),
        };
        return { status: 201, json };
      },
    },
  ];
}

function checkoutRoutes(platform: Platform): Route[] {
  const { state, catalog } = platform;
  return [
    {
      method: "POST",
      path: /^\/v1\/checkouts\/$/,
      handle({ body }) {
        const { products } = body;
        if (!Array.isArray(products)) throw new HttpError(422, "Field required", "products");
        const made = openCheckout(platform, {
          productIds: products.map(String),
          customerId: textOf(body, "customer_id"),
          customerExternalId: textOf(body, "customer_external_id") ?? textOf(body, "external_customer_id"),
          customerEmail: textOf(body, "customer_email"),
          customerName: textOf(body, "customer_name"),
          discountId: textOf(body, "discount_id"),
          successUrl: textOf(body, "success_url"),
          metadata: recordOf(body, "metadata"),
          answers: recordOf(body, "custom_field_data") as Record<string, string>,
          seats: numberOf(body, "seats"),
          trialDays: body.allow_trial === false ? 0 : numberOf(body, "trial_interval_count"),
          embedOrigin: textOf(body, "embed_origin"),
        });
        return { status: 201, json: checkoutOf(platform, made) };
      },
    },
    {
      method: "GET",
      path: /^\/v1\/checkouts\/([^/]+)$/,
      handle: ({ params: [id = ""] }) => ({
        json: checkoutOf(platform, orNotFound(ownEntry(state.checkouts, id), "Checkout")),
      }),
    },
    {
      method: "GET",
      path: /^\/v1\/checkouts\/client\/([^/]+)$/,
      handle: ({ params: [secret = ""] }) => ({ json: checkoutOf(platform, checkoutBySecret(platform, secret)) }),
    },
    {
      method: "GET",
      path: /^\/v1\/products\/$/,
      handle: ({ query }) => listed(query, [...catalog.products.values()]),
    },
    {
      method: "GET",
      path: /^\/v1\/products\/([^/]+)$/,
      handle: ({ params: [id = ""] }) => ({ json: orNotFound(catalog.products.get(id), "Product") }),
    },
    {
      method: "POST",
      path: /^\/v1\/events\/ingest$/,
      handle({ body }) {
        if (!Array.isArray(body.events)) throw new HttpError(422, "Field required", "events");
        const events = body.events.map((event: Record<string, unknown>) => ({
          name: textOf(event, "name") ?? "",
          customerId: textOf(event, "customer_id"),
          externalCustomerId: textOf(event, "external_customer_id"),
          metadata: recordOf(event, "metadata"),
          key: textOf(event, "external_id"),
        }));
        return { json: { inserted: ingest(platform, events) } };
      },
    },
  ];
}

function tradeRoutes(platform: Platform): Route[] {
  const { state } = platform;
  return [
    {
      method: "GET",
      path: /^\/v1\/orders\/$/,
      handle: ({ query }) => listed(query, ofCustomer(query, state.orders), (one) => orderOf(platform, one)),
    },
    {
      method: "GET",
      path: /^\/v1\/orders\/([^/]+)$/,
      handle: ({ params: [id = ""] }) => ({ json: orderOf(platform, orNotFound(ownEntry(state.orders, id), "Order")) }),
    },
    {
      method: "POST",
      path: /^\/v1\/refunds\/$/,
      handle({ body }) {
        const json = refund(platform, {
          orderId: textOf(body, "order_id") ?? "",
          amount: Number(body.amount),
          reason: (textOf(body, "reason") ?? "other") as RefundReason,
          revokeBenefits: body.revoke_benefits === true,
        });
        // The SDK doesn't read the body of a 201 here.
        return { json };
      },
    },
  ];
}
