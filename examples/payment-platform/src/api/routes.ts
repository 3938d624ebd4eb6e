/** The parts of the provider's API that a seller's backend calls. */

import type { CancellationReason, Customer, RefundReason } from "@latchkey/billing/schemas";
import { type PlatformRequest, type Reply, type Route, recordOf, textOf } from "../http.ts";
import { HttpError, orNotFound } from "../http-error.ts";
import type { Platform } from "../state.ts";
import { checkoutBySecret, openCheckout } from "../trade/checkouts.ts";
import { createCustomer, findByExternalId, openSession } from "../trade/customers.ts";
import { refund } from "../trade/orders.ts";
import { cancel, revoke, uncancel } from "../trade/subscriptions.ts";
import { ingest } from "../trade/usage.ts";
import { checkoutOf, customerOf, customerStateOf, orderOf, subscriptionOf } from "../wire.ts";

export function apiRoutes(platform: Platform): Route[] {
  return [...customerRoutes(platform), ...checkoutRoutes(platform), ...tradeRoutes(platform)];
}

function customerRoutes(platform: Platform): Route[] {
  const { state } = platform;
  const external = (id = ""): Customer => orNotFound(findByExternalId(platform, id), "Customer");
  const customer = (id = ""): Customer => orNotFound(ownEntry(state.customers, id), "Customer");
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
        const all = Object.values(state.customers);
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
  const subscription = (id = "") => orNotFound(ownEntry(state.subscriptions, id), "Subscription");
  return [
    {
      method: "GET",
      path: /^\/v1\/subscriptions\/$/,
      handle: ({ query }) =>
        listed(query, ofCustomer(query, state.subscriptions), (one) => subscriptionOf(platform, one)),
    },
    {
      method: "GET",
      path: /^\/v1\/subscriptions\/([^/]+)$/,
      handle: ({ params: [id] }) => ({ json: subscriptionOf(platform, subscription(id)) }),
    },
    {
      method: "PATCH",
      path: /^\/v1\/subscriptions\/([^/]+)$/,
      handle: (request) => changeSubscription(platform, request),
    },
    {
      method: "DELETE",
      path: /^\/v1\/subscriptions\/([^/]+)$/,
      handle: ({ params: [id] }) => ({ json: subscriptionOf(platform, revoke(platform, subscription(id))) }),
    },
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

function changeSubscription(platform: Platform, { params: [id = ""], body }: PlatformRequest): Reply {
  const one = orNotFound(ownEntry(platform.state.subscriptions, id), "Subscription");
  const shown = (changed: typeof one): Reply => ({ json: subscriptionOf(platform, changed) });
  if (body.revoke === true) return shown(revoke(platform, one));
  if (body.cancel_at_period_end === false) return shown(uncancel(platform, one));
  if (body.cancel_at_period_end !== true) throw new HttpError(422, "Nothing that could be changed here", "body");
  const reason = textOf(body, "customer_cancellation_reason") as CancellationReason | null;
  return shown(cancel(platform, one, { reason, comment: textOf(body, "customer_cancellation_comment") }));
}

function ofCustomer<T extends { readonly customer_id: string }>(query: URLSearchParams, table: Record<string, T>): T[] {
  const customers = query.getAll("customer_id");
  return Object.values(table).filter((one) => customers.length === 0 || customers.includes(one.customer_id));
}

function listed<T>(query: URLSearchParams, all: readonly T[], shown: (one: T) => unknown = (one) => one): Reply {
  const page = Math.max(1, Number(query.get("page") ?? 1) || 1);
  const limit = Math.min(100, Math.max(1, Number(query.get("limit") ?? 10) || 10));
  const items = all.slice((page - 1) * limit, page * limit).map(shown);
  return { json: { items, pagination: { total_count: all.length, max_page: Math.ceil(all.length / limit) } } };
}

function ownEntry<T>(table: Record<string, T>, id: string): T | undefined {
  return Object.hasOwn(table, id) ? table[id] : undefined;
}
