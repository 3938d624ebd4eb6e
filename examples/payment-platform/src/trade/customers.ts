/** Manages customers and their portal sessions. */

import { randomUUID } from "node:crypto";
import type { Customer } from "@latchkey/billing/schemas";
import { HttpError } from "../http-error.ts";
import { newToken } from "../ids.ts";
import { change, type Platform } from "../state.ts";
import { customerOf, customerStateOf } from "../wire.ts";

export interface NewCustomer {
  readonly email: string;
  readonly name: string | null;
  readonly externalId: string | null;
}

/** @throws {HttpError} 422 if the email is invalid or taken, or the external id is taken */
export function createCustomer(platform: Platform, { email, name, externalId }: NewCustomer): Customer {
  const { state, clock, catalog } = platform;
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new HttpError(422, "This isn't a valid email address", "email");
  const others = Object.values(state.customers).filter(({ deleted_at }) => deleted_at === null);
  if (others.some((one) => one.email.toLowerCase() === email.toLowerCase())) {
    throw new HttpError(422, "A customer with this email address already exists", "email");
  }
  if (externalId !== null && others.some(({ external_id }) => external_id === externalId)) {
    throw new HttpError(422, "A customer with this external id already exists", "external_id");
  }
  const customer: Customer = {
    id: randomUUID(),
    created_at: clock.stamp(),
    modified_at: null,
    metadata: {},
    external_id: externalId,
    email,
    email_verified: false,
    name,
    billing_address: null,
    tax_id: null,
    organization_id: catalog.seller.id,
    deleted_at: null,
    avatar_url: `${platform.url}/avatar.svg`,
  };
  state.customers[customer.id] = customer;
  platform.emit("customer.created", customer);
  emitCustomerState(platform, customer.id);
  return customer;
}

export function findByExternalId({ state }: Platform, externalId: string): Customer | undefined {
  return Object.values(state.customers).find(
    ({ external_id, deleted_at }) => external_id === externalId && deleted_at === null,
  );
}

/** Changes to a customer. `undefined` keeps the current value. */
export interface CustomerChange {
  readonly email: string | undefined;
  readonly name: string | null | undefined;
  readonly externalId: string | undefined;
}

/** @throws {HttpError} 422 if the email is taken, or the external id is already set */
export function changeCustomer(
  platform: Platform,
  one: Customer,
  { email, name, externalId }: CustomerChange,
): Customer {
  const others = Object.values(platform.state.customers).filter(
    ({ id, deleted_at }) => id !== one.id && deleted_at === null,
  );
  if (email !== undefined && others.some((other) => other.email.toLowerCase() === email.toLowerCase())) {
    throw new HttpError(422, "A customer with this email address already exists", "email");
  }
  if (externalId !== undefined && one.external_id !== null && one.external_id !== externalId) {
    throw new HttpError(422, "The external id can't be changed", "external_id");
  }
  const changed = change(platform, platform.state.customers, one, {
    ...(email === undefined ? {} : { email, email_verified: email === one.email && one.email_verified }),
    ...(name === undefined ? {} : { name }),
    ...(externalId === undefined ? {} : { external_id: externalId }),
  });
  platform.emit("customer.updated", changed);
  emitCustomerState(platform, one.id);
  return changed;
}

/** Marks the customer as deleted, without their personal data. */
export function removeCustomer(platform: Platform, one: Customer): void {
  const removed = change(platform, platform.state.customers, one, {
    email: `${one.id}@removed.invalid`,
    name: null,
    billing_address: null,
    tax_id: null,
    external_id: null,
    deleted_at: platform.clock.stamp(),
  });
  platform.emit("customer.deleted", removed);
}

/** Sends the customer's current state. Call it after every change. */
export function emitCustomerState(platform: Platform, customerId: string): void {
  platform.emit("customer.state_changed", customerStateOf(platform, customerOf(platform, customerId)));
}

/** Gives a customer access to the portal for one hour. */
export function openSession({ state, clock }: Platform, customerId: string): { token: string; expires: Date } {
  const token = newToken("demo_cst_");
  const expires = new Date(clock.now().getTime() + 3_600_000);
  state.sessions[token] = {
    id: randomUUID(),
    created_at: clock.stamp(),
    customer_id: customerId,
    expires: expires.getTime(),
  };
  return { token, expires };
}

/** @throws {HttpError} 404 if the session is unknown or expired */
export function sessionCustomer(platform: Platform, token: string): Customer {
  const { state, clock } = platform;
  const session = Object.hasOwn(state.sessions, token) ? state.sessions[token] : undefined;
  if (!session || session.expires <= clock.now().getTime()) throw new HttpError(404, "This link has expired");
  return customerOf(platform, session.customer_id);
}
