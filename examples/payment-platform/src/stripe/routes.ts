/** The Stripe API calls that billing makes. */

import { createCustomer, openSession } from "./checkouts.ts";
import { found, missing, referred, StripeApiError } from "./errors.ts";
import { type FormObject, listIn, numberIn, objectIn, textIn, textsIn } from "./form.ts";
import { type ApiRoute, pageOf } from "./http.ts";
import { buildInvoice, refundPayment } from "./invoices.ts";
import { openPortalSession } from "./pages.ts";
import { scheduleRoutes } from "./schedules.ts";
import {
  change,
  listOf,
  newId,
  nowOf,
  type StripeEntity,
  type StripePlatform,
  type SubscriptionEntity,
} from "./state.ts";
import {
  activeEntitlements,
  changedItems,
  changeItems,
  endSubscription,
  type ItemChange,
  prorationLines,
} from "./subscriptions.ts";

export function apiRoutes(platform: StripePlatform): readonly ApiRoute[] {
  return [
    ...customerRoutes(platform),
    ...catalogRoutes(platform),
    ...subscriptionRoutes(platform),
    ...scheduleRoutes(platform),
    ...invoiceRoutes(platform),
    ...paymentRoutes(platform),
    ...checkoutRoutes(platform),
  ];
}

/** Reads and lists a table's objects. */
function readRoutes<T extends StripeEntity>(
  path: string,
  what: string,
  table: ReadonlyMap<string, T>,
  filters: readonly string[] = [],
): ApiRoute[] {
  const matches = (one: T, form: FormObject): boolean =>
    filters.every((key) => {
      const wanted = textIn(form, key);
      return wanted === null || String(one[key]) === wanted;
    });
  return [
    {
      method: "GET",
      path,
      handle: ({ form }) =>
        pageOf(
          [...table.values()].filter((one) => matches(one, form)),
          form,
          path,
        ),
    },
    { method: "GET", path: `${path}/:id`, handle: ({ params: [id = ""] }) => found(table, id, what) },
  ];
}

function customerRoutes(platform: StripePlatform): ApiRoute[] {
  const { state } = platform;
  return [
    {
      method: "GET",
      path: "customers/search",
      handle({ form }) {
        const [, key = "", value = ""] = /^metadata\["(.+)"\]:"(.*)"$/.exec(textIn(form, "query") ?? "") ?? [];
        const wanted = value.replace(/\\(.)/g, "$1");
        const data = [...state.customers.values()].filter(
          ({ metadata, deleted }) => !deleted && (metadata as Record<string, string>)[key] === wanted,
        );
        return { object: "search_result", data: data.slice(0, numberIn(form, "limit") ?? 10), has_more: false };
      },
    },
    {
      method: "GET",
      path: "customers",
      handle: ({ form }) =>
        pageOf(
          [...state.customers.values()].filter(({ deleted }) => !deleted),
          form,
          "customers",
        ),
    },
    { method: "GET", path: "customers/:id", handle: ({ params: [id = ""] }) => found(state.customers, id, "customer") },
    {
      method: "POST",
      path: "customers",
      handle: ({ form }) =>
        createCustomer(platform, {
          email: textIn(form, "email"),
          name: textIn(form, "name"),
          metadata: textsIn(form, "metadata"),
        }),
    },
    {
      method: "POST",
      path: "customers/:id",
      handle({ params: [id = ""], form }) {
        const one = found(state.customers, id, "customer");
        const metadata = { ...(one.metadata as object), ...textsIn(form, "metadata") };
        const texts = ["email", "name"].filter((key) => key in form).map((key) => [key, textIn(form, key)]);
        const changes = { ...Object.fromEntries(texts), metadata };
        return change(platform, state.customers, one, changes, "customer.updated");
      },
    },
    {
      method: "DELETE",
      path: "customers/:id",
      handle({ params: [id = ""] }) {
        const one = found(state.customers, id, "customer");
        if (one.deleted) throw new StripeApiError(404, `No such customer: '${id}'`, { code: "resource_missing" });
        for (const subscription of state.subscriptions.values()) {
          if (subscription.customer === id && subscription.ended_at === null) endSubscription(platform, subscription);
        }
        const deleted = { id, object: "customer", deleted: true } as const;
        state.customers.set(id, { ...deleted, created: one.created });
        platform.emit("customer.deleted", one);
        return deleted;
      },
    },
  ];
}

function catalogRoutes({ state }: StripePlatform): ApiRoute[] {
  return [
    ...readRoutes("products", "product", state.products),
    ...readRoutes("prices", "price", state.prices, ["product", "active"]),
    ...readRoutes("coupons", "coupon", state.coupons),
    ...readRoutes("promotion_codes", "promotion code", state.promotionCodes),
    ...readRoutes("entitlements/features", "feature", state.features),
  ];
}

function subscriptionRoutes(platform: StripePlatform): ApiRoute[] {
  const { state } = platform;
  const one = (id = ""): SubscriptionEntity => found(state.subscriptions, id, "subscription");
  return [
    ...readRoutes("subscriptions", "subscription", state.subscriptions, ["customer"]),
    {
      method: "POST",
      path: "subscriptions/:id",
      handle: ({ params: [id], form }) => updateSubscription(platform, one(id), form),
    },
    {
      method: "DELETE",
      path: "subscriptions/:id",
      handle({ params: [id], form }) {
        const { ended_at } = one(id);
        if (ended_at !== null)
          throw new StripeApiError(404, `No such subscription: '${id}'`, { code: "resource_missing" });
        return endSubscription(platform, one(id), cancellationOf(form));
      },
    },
    {
      method: "GET",
      path: "entitlements/active_entitlements",
      handle({ form }) {
        const customer = textIn(form, "customer") ?? "";
        return listOf(activeEntitlements(platform, customer), "/v1/entitlements/active_entitlements");
      },
    },
  ];
}

function updateSubscription(platform: StripePlatform, one: SubscriptionEntity, form: FormObject): SubscriptionEntity {
  const { state } = platform;
  if (one.ended_at !== null) {
    throw new StripeApiError(400, "A canceled subscription can only update its cancellation_details and metadata.");
  }
  if (one.schedule !== null && ("cancel_at_period_end" in form || "items" in form)) {
    throw new StripeApiError(400, `The subscription is managed by the subscription schedule \`${one.schedule}\`.`);
  }
  const items = listIn(form, "items");
  const changed =
    items.length === 0
      ? one
      : changeItems(platform, one, items.map(toItemChange), textIn(form, "proration_behavior") ?? "create_prorations");
  const cancel = textIn(form, "cancel_at_period_end");
  if (cancel === null && form.cancel_at === undefined) return changed;
  const isCanceled = cancel === "true";
  const end = changed.items.data[0]?.current_period_end ?? null;
  const changes = {
    cancel_at_period_end: isCanceled,
    cancel_at: isCanceled ? end : null,
    canceled_at: isCanceled ? nowOf(platform) : null,
    ...cancellationOf(form),
  };
  return change(platform, state.subscriptions, changed, changes, "customer.subscription.updated");
}

function cancellationOf(form: FormObject): Partial<SubscriptionEntity> {
  const details = objectIn(form, "cancellation_details");
  const cancellation_details = {
    comment: textIn(details, "comment"),
    feedback: textIn(details, "feedback"),
    reason: "cancellation_requested",
  };
  return { cancellation_details };
}

function toItemChange(item: FormObject): ItemChange {
  return {
    id: textIn(item, "id"),
    price: textIn(item, "price"),
    quantity: numberIn(item, "quantity"),
    isDeleted: textIn(item, "deleted") === "true",
  };
}

function invoiceRoutes(platform: StripePlatform): ApiRoute[] {
  const { state } = platform;
  return [
    {
      method: "POST",
      path: "invoices/create_preview",
      handle({ form }) {
        const id = textIn(form, "subscription") ?? "";
        const subscription = referred(state.subscriptions, id, "subscription", "subscription");
        const details = objectIn(form, "subscription_details");
        const items = listIn(details, "items").map(toItemChange);
        const before = subscription.items.data;
        const after = changedItems(platform, subscription, items, nowOf(platform));
        const isRecurring = textIn(form, "preview_mode") === "recurring";
        const whole = after.map((item) => ({ ...item, current_period_start: nowOf(platform) }));
        // Nothing is charged or credited during a trial.
        const due = subscription.status === "trialing" ? [] : prorationLines(platform, before, after);
        const lines = isRecurring ? prorationLines(platform, [], whole) : due;
        const reason = "subscription_update";
        const { customer, metadata } = subscription;
        const wanted = { customer, subscription: { id, metadata }, reason, lines, discounts: [], metadata: {} };
        return { ...buildInvoice(platform, wanted), id: `upcoming_${newId("in")}` };
      },
    },
    ...readRoutes("invoices", "invoice", state.invoices, ["customer"]),
    {
      method: "GET",
      path: "invoice_payments",
      handle({ form }) {
        const intent = textIn(objectIn(form, "payment"), "payment_intent");
        const all = [...state.invoices.values()].flatMap(({ payments }) => payments.data);
        const matching = intent === null ? all : all.filter(({ payment }) => payment.payment_intent === intent);
        return pageOf(matching, form, "invoice_payments");
      },
    },
  ];
}

function paymentRoutes(platform: StripePlatform): ApiRoute[] {
  const { state } = platform;
  return [
    ...readRoutes("charges", "charge", state.charges, ["customer", "payment_intent"]),
    ...readRoutes("disputes", "dispute", state.disputes, ["payment_intent", "charge"]),
    ...readRoutes("refunds", "refund", state.refunds, ["payment_intent", "charge"]),
    {
      method: "POST",
      path: "refunds",
      handle({ form }) {
        const paymentIntent = textIn(form, "payment_intent");
        if (paymentIntent === null) throw missing("payment_intent");
        const [amount, reason] = [numberIn(form, "amount"), textIn(form, "reason")];
        return refundPayment(platform, { paymentIntent, amount, reason });
      },
    },
  ];
}

function checkoutRoutes(platform: StripePlatform): ApiRoute[] {
  const { state } = platform;
  return [
    ...readRoutes("checkout/sessions", "checkout session", state.sessions, ["customer"]),
    { method: "POST", path: "checkout/sessions", handle: ({ form }) => openSession(platform, form) },
    {
      method: "POST",
      path: "billing_portal/sessions",
      handle({ form }) {
        const customer = textIn(form, "customer") ?? "";
        referred(state.customers, customer, "customer", "customer");
        return openPortalSession(platform, customer, textIn(form, "return_url"));
      },
    },
    {
      method: "POST",
      path: "billing/meter_events",
      handle({ form }) {
        const identifier = textIn(form, "identifier") ?? newId("mtrevt");
        if (state.meterEvents.has(identifier)) {
          throw new StripeApiError(400, `An event already exists with identifier ${identifier}.`, {
            param: "identifier",
          });
        }
        const payload = textsIn(form, "payload");
        referred(state.customers, payload.stripe_customer_id ?? "", "customer", "payload[stripe_customer_id]");
        const event = { id: identifier, object: "billing.meter_event", created: nowOf(platform), identifier, payload };
        state.meterEvents.set(identifier, { ...event, event_name: textIn(form, "event_name"), livemode: false });
        return state.meterEvents.get(identifier);
      },
    },
  ];
}
