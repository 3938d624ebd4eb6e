/** Valid histories of one customer, as the provider's events describe them. */

import { type Body, fixture } from "./platform.ts";
import type { Random } from "./random.ts";

const templates = {
  customer: fixture("customer.created").data,
  state: fixture("customer.state_changed").data,
  product: fixture("product.created-metered").data,
  subscription: fixture("subscription.updated-metered").data,
  discount: fixture("order.paid-subscription-create").data.discount,
  order: fixture("order.paid-subscription-cycle").data,
  refund: fixture("refund.created").data,
  grant: fixture("benefit_grant.created-license-keys").data,
  checkout: fixture("checkout.created-fixed").data,
};

/** The events in order, and the final state. */
export interface History {
  readonly events: readonly Body[];
  readonly end: {
    readonly subscription: { readonly id: string; readonly status: string };
    readonly order: { readonly id: string; readonly status: string } | null;
    readonly grant: { readonly id: string; readonly isGranted: boolean };
    readonly customer: { readonly id: string; readonly isDeleted: boolean };
  };
}

const copy = <T>(value: T): T => structuredClone(value);

/** @param name distinguishes this history's ids from those in other histories */
export function history(name: string, random: Random): History {
  const events: Body[] = [];
  let micros = random.below(900_000);
  // Some events are a microsecond apart, like those from a single change.
  const now = (): string => {
    micros += random.chance(0.3) ? 1 : random.below(5_000_000_000);
    const seconds = new Date(1_750_000_000_000 + Math.floor(micros / 1_000_000) * 1000).toISOString().slice(0, 19);
    return `${seconds}.${String(micros % 1_000_000).padStart(6, "0")}Z`;
  };
  const hasTimestamps = random.chance(0.5);
  const emit = (type: string, data: object, at: string): void => {
    events.push({ type, ...(hasTimestamps ? { timestamp: at } : {}), data: copy(data) });
  };

  const customer = { ...copy(templates.customer), id: `${name}-cus`, external_id: name, created_at: now() };
  const product = { ...copy(templates.product), id: `${name}-pro`, created_at: now() };
  const discount = random.chance(0.5) ? { ...copy(templates.discount), id: `${name}-dis`, created_at: now() } : null;
  const subscription = {
    ...copy(templates.subscription),
    id: `${name}-sub`,
    status: random.pick(["incomplete", "trialing", "active"]),
    customer_id: customer.id,
    product_id: product.id,
    discount_id: discount?.id ?? null,
    created_at: now(),
    modified_at: null as string | null,
  };
  const grant = {
    ...copy(templates.grant),
    id: `${name}-gra`,
    customer_id: customer.id,
    subscription_id: subscription.id,
    created_at: now(),
    modified_at: null as string | null,
    is_granted: false,
    granted_at: null as string | null,
  };
  const balance = { ...copy(templates.state.active_meters[0]), id: `${name}-bal`, modified_at: now() };
  let order: (typeof templates.order & { status: string }) | null = null;
  let refunds = 0;

  const isActive = (): boolean => ["trialing", "active"].includes(subscription.status);
  /** Embedded copies are as old as the event, or older. */
  const full = () => ({ ...subscription, customer, product, discount, meters: subscription.meters });
  const short = () => {
    const {
      meters: _,
      prices: __,
      product: ___,
      customer: ____,
      discount: _____,
      custom_field_data: ______,
      ...rest
    } = full();
    return rest;
  };
  const tellState = (at: string): void => {
    const { ended_at: _, checkout_id: __, customer_id: ___, ...shown } = short();
    emit(
      "customer.state_changed",
      {
        ...customer,
        active_subscriptions: isActive() ? [{ ...shown, meters: [] }] : [],
        granted_benefits: grant.is_granted
          ? [{ ...grant, benefit_type: grant.benefit.type, granted_at: grant.granted_at ?? at }]
          : [],
        active_meters: [balance],
      },
      at,
    );
  };
  const moveSubscription = (type: string, changes: object): void => {
    const at = now();
    Object.assign(subscription, changes, { modified_at: at });
    emit("subscription.updated", full(), at);
    if (type !== "subscription.updated") emit(type, full(), at);
    if (random.chance(0.5)) tellState(at);
  };
  const moveOrder = (type: string, changes: object): void => {
    if (!order) return;
    const at = now();
    Object.assign(order, changes, { modified_at: at, subscription: short(), customer: copy(customer) });
    emit(type, order, at);
  };
  const moveGrant = (type: string, isGranted: boolean): void => {
    const at = now();
    Object.assign(grant, { is_granted: isGranted, is_revoked: !isGranted, modified_at: at });
    Object.assign(grant, isGranted ? { granted_at: at, revoked_at: null } : { granted_at: null, revoked_at: at });
    emit(type, { ...grant, customer }, at);
  };

  emit("customer.created", customer, customer.created_at);
  emit("product.created", product, product.created_at);
  const checkout = {
    ...copy(templates.checkout),
    id: `${name}-che`,
    created_at: now(),
    modified_at: null as string | null,
  };
  emit("checkout.created", checkout, checkout.created_at);
  for (const status of random.chance(0.3)
    ? ["confirmed", "open", "confirmed", "succeeded"]
    : ["confirmed", "succeeded"]) {
    checkout.modified_at = now();
    emit("checkout.updated", { ...checkout, status }, checkout.modified_at);
  }
  emit("subscription.created", full(), subscription.created_at);

  const steps: readonly (() => void)[] = [
    () => {
      if (subscription.status === "canceled" || subscription.status === "active") return;
      moveSubscription("subscription.active", { status: "active", amount: random.below(5000) });
      moveGrant("benefit_grant.created", true);
    },
    () => {
      if (!isActive()) return;
      moveSubscription("subscription.revoked", { status: "past_due" });
      moveGrant("benefit_grant.revoked", false);
    },
    () => {
      if (!isActive()) return;
      moveSubscription("subscription.canceled", { cancel_at_period_end: true });
      if (random.chance(0.5)) moveSubscription("subscription.uncanceled", { cancel_at_period_end: false });
    },
    () => {
      if (subscription.status !== "active") return;
      const at = now();
      order = {
        ...copy(templates.order),
        id: `${name}-ord-${at}`,
        customer_id: customer.id,
        created_at: at,
        modified_at: null,
      };
      Object.assign(order as object, {
        status: "pending",
        paid: false,
        subscription: short(),
        customer: copy(customer),
        product: shortOf(product),
        discount,
      });
      emit("order.created", order as object, at);
      moveOrder("order.paid", { status: "paid", paid: true });
    },
    () => {
      if (order?.status !== "paid") return;
      const at = now();
      const refund = {
        ...copy(templates.refund),
        id: `${name}-ref-${refunds++}`,
        order_id: order.id,
        customer_id: customer.id,
      };
      Object.assign(refund, { created_at: at, modified_at: null, status: "pending" });
      emit("refund.created", refund, at);
      Object.assign(refund, { modified_at: now(), status: "succeeded" });
      emit("refund.updated", refund, refund.modified_at);
      moveOrder("order.refunded", { status: "refunded", refunded_amount: order.net_amount });
    },
    () => {
      Object.assign(customer, { name: `Name ${random.below(99)}`, modified_at: now() });
      emit("customer.updated", customer, customer.modified_at);
    },
    () => {
      Object.assign(product, { name: `Product ${random.below(99)}`, modified_at: now() });
      emit("product.updated", product, product.modified_at);
    },
    () => {
      Object.assign(balance, { consumed_units: random.below(999) / 4, modified_at: now() });
      tellState(balance.modified_at);
    },
  ];
  const length = 3 + random.below(6);
  for (let at = 0; at < length; at++) random.pick(steps)();
  if (random.chance(0.4) && ["trialing", "active", "past_due"].includes(subscription.status)) {
    moveSubscription("subscription.revoked", { status: "canceled", ended_at: now() });
    if (grant.is_granted) moveGrant("benefit_grant.revoked", false);
  }
  const isDeleted = random.chance(0.2);
  if (isDeleted) {
    const at = now();
    Object.assign(customer, { deleted_at: at, modified_at: at, external_id: null });
    emit("customer.deleted", customer, at);
    tellState(at);
  }
  const last = order as { readonly id: string; readonly status: string } | null;
  return {
    events,
    end: {
      subscription: { id: subscription.id, status: subscription.status },
      order: last && { id: last.id, status: last.status },
      grant: { id: grant.id, isGranted: grant.is_granted },
      customer: { id: customer.id, isDeleted },
    },
  };
}

function shortOf(product: Readonly<Record<string, unknown>>): object {
  const { prices: _, benefits: __, medias: ___, attached_custom_fields: ____, ...rest } = product;
  return rest;
}
