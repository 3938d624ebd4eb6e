/** Public exports of `@latchkey/billing/schemas`: the payload schemas of entities and events. */

import { type Address, address } from "./entities/address.ts";
import { type Benefit, benefit, type PublicBenefit, publicBenefit } from "./entities/benefit.ts";
import { type BenefitGrant, benefitGrant } from "./entities/benefit-grant.ts";
import { type Checkout, checkout } from "./entities/checkout.ts";
import {
  type AttachedCustomField,
  attachedCustomField,
  type CustomField,
  customField,
} from "./entities/custom-field.ts";
import { type Customer, customer } from "./entities/customer.ts";
import { type CustomerState, customerState } from "./entities/customer-state.ts";
import { type Discount, discount, type ShortDiscount, shortDiscount } from "./entities/discount.ts";
import { type EventData, type EventType, eventDataSchemas } from "./entities/event.ts";
import {
  type CustomerMeter,
  customerMeter,
  type Meter,
  meter,
  type SubscriptionMeter,
  subscriptionMeter,
} from "./entities/meter.ts";
import { type Order, type OrderItem, order, orderItem } from "./entities/order.ts";
import { type SellerOrganization, sellerOrganization } from "./entities/organization.ts";
import { type Price, price } from "./entities/price.ts";
import { type Product, type ProductMedia, product, productMedia } from "./entities/product.ts";
import { type Refund, refund } from "./entities/refund.ts";
import { type Subscription, subscription } from "./entities/subscription.ts";
import { type TaxId, taxId } from "./entities/tax-id.ts";
import type { Schema } from "./entities/wire.ts";

export type { Address } from "./entities/address.ts";
export type {
  Benefit,
  BenefitType,
  CustomBenefit,
  CustomBenefitProperties,
  DiscordBenefit,
  DiscordBenefitProperties,
  DownloadablesBenefit,
  DownloadablesBenefitProperties,
  GithubRepositoryBenefit,
  GithubRepositoryBenefitProperties,
  LicenseKeyActivations,
  LicenseKeyExpiry,
  LicenseKeysBenefit,
  LicenseKeysBenefitProperties,
  MeterCreditBenefit,
  MeterCreditBenefitProperties,
  PublicBenefit,
  RepositoryPermission,
} from "./entities/benefit.ts";
export type { BenefitGrant, GrantError, GrantProperties } from "./entities/benefit-grant.ts";
export type { AddressFields, Checkout, CheckoutStatus } from "./entities/checkout.ts";
export type {
  AttachedCustomField,
  CheckboxField,
  CustomField,
  CustomFieldProperties,
  CustomFieldType,
  DateField,
  NumberField,
  RangeProperties,
  SelectField,
  SelectProperties,
  TextField,
  TextProperties,
} from "./entities/custom-field.ts";
export type { Customer } from "./entities/customer.ts";
export type { CustomerState, StateGrant, StateSubscription } from "./entities/customer-state.ts";
export type {
  Discount,
  FixedAmount,
  PercentageAmount,
  PlainDuration,
  RepeatingDuration,
  ShortDiscount,
} from "./entities/discount.ts";
export {
  type EventData,
  type EventOf,
  type EventType,
  eventTypes,
  isEventType,
  type ParsedEvent,
  parseEvent,
  type UnknownEvent,
  type WebhookEvent,
} from "./entities/event.ts";
export type {
  CustomerMeter,
  FilterClause,
  FilterOperator,
  Meter,
  MeterAggregation,
  MeterFilter,
  ShortSubscriptionMeter,
  SubscriptionMeter,
} from "./entities/meter.ts";
export type { BillingReason, Order, OrderItem, OrderStatus } from "./entities/order.ts";
export type { FeatureSettings, SellerOrganization, Social, SubscriptionSettings } from "./entities/organization.ts";
export type {
  CustomPrice,
  FixedPrice,
  FreePrice,
  MeteredUnitPrice,
  Price,
  RecurringInterval,
  SeatBasedPrice,
  SeatTier,
} from "./entities/price.ts";
export type { CheckoutProduct, Product, ProductMedia, ShortProduct } from "./entities/product.ts";
export type { Refund, RefundReason, RefundStatus } from "./entities/refund.ts";
export type {
  CancellationReason,
  PendingUpdate,
  ShortSubscription,
  Subscription,
  SubscriptionStatus,
} from "./entities/subscription.ts";
export { type TaxId, type TaxIdPair, taxIdPairs, taxIdTypes } from "./entities/tax-id.ts";
export type { UnknownMember } from "./entities/unknown-members.ts";
export type { CustomFieldData, Entity, Metadata, OpenEnum, Schema, WireIssue } from "./entities/wire.ts";

export const addressSchema: Schema<Address> = address;
export const attachedCustomFieldSchema: Schema<AttachedCustomField> = attachedCustomField;
export const benefitGrantSchema: Schema<BenefitGrant> = benefitGrant;
export const benefitSchema: Schema<Benefit> = benefit;
export const checkoutSchema: Schema<Checkout> = checkout;
export const customerMeterSchema: Schema<CustomerMeter> = customerMeter;
export const customerSchema: Schema<Customer> = customer;
export const customerStateSchema: Schema<CustomerState> = customerState;
export const customFieldSchema: Schema<CustomField> = customField;
export const discountSchema: Schema<Discount> = discount;
export const meterSchema: Schema<Meter> = meter;
export const orderItemSchema: Schema<OrderItem> = orderItem;
export const orderSchema: Schema<Order> = order;
export const organizationSchema: Schema<SellerOrganization> = sellerOrganization;
export const priceSchema: Schema<Price> = price;
export const productMediaSchema: Schema<ProductMedia> = productMedia;
export const productSchema: Schema<Product> = product;
export const publicBenefitSchema: Schema<PublicBenefit> = publicBenefit;
export const refundSchema: Schema<Refund> = refund;
export const shortDiscountSchema: Schema<ShortDiscount> = shortDiscount;
export const subscriptionMeterSchema: Schema<SubscriptionMeter> = subscriptionMeter;
export const subscriptionSchema: Schema<Subscription> = subscription;
export const taxIdSchema: Schema<TaxId> = taxId;

/** Maps each event type to the schema of its `data`. */
export const eventSchemas: { readonly [Type in EventType]: Schema<EventData[Type]> } = eventDataSchemas;
