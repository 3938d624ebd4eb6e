/** The billing calls that only the app's server makes: webhooks, maintenance, and usage. */

import type { Call } from "@latchkey/core";
import type { CallContract, CallEnvironment, ServerCall, StatusResponse, WithQuery } from "@latchkey/core/plugin";
import type { DeliveryOutcome, DeliveryRow, HandlerRow } from "./deliveries/table.ts";
import type { EventType } from "./entities/event.ts";
import type { PageInput } from "./fields.ts";
import type { EraseReport } from "./lifecycle/erase.ts";
import type { BillingEntitlements, BillingState } from "./purchases.ts";
import type { SyncedResource } from "./sync/table.ts";

/** The payment provider's request, with its body unread. */
export interface WebhookCall extends CallEnvironment {
  readonly request: Request;
}

/** Response to a delivery. */
export interface WebhookResponse {
  readonly received: true;
}

/** The result of `rebuildBilling`. */
export interface RebuildReport {
  /** Number of deliveries that were applied again. */
  readonly deliveries: number;
  /** Number of them that changed nothing, because of unknown event types, invalid payloads, or other sellers. */
  readonly skipped: number;
}

/** An entity as the payment provider's API returns it. */
export interface WireSnapshot {
  /** An event type with this `data`, such as `subscription.updated`, `order.updated`, or `benefit_grant.updated`. */
  readonly type: EventType;
  /** The API's JSON with its original names, not an SDK's version of it. */
  readonly data: unknown;
}

/** Input for `reconcileBilling`. */
export interface ReconcileInput {
  /** At most 1000. */
  readonly snapshots: readonly WireSnapshot[];
  /** When the entities were read from the API. Orders them against events. Default: now. */
  readonly fetchedAt?: Date | undefined;
}

/** The result of `reconcileBilling`. */
export interface ReconcileReport {
  /** One outcome per snapshot. */
  readonly outcomes: readonly DeliveryOutcome[];
}

/** Input for `sync`. */
export interface SyncInput {
  /** How many pages to read before returning, for progress bars and functions with a time limit. Default: all. */
  readonly pages?: number | undefined;
  /** Whether to start again instead of continuing a sync that stopped. Default: false. */
  readonly restart?: boolean | undefined;
}

/** The result of `sync`. */
export interface SyncReport {
  /** Whether everything was read. If not, call it again to continue. */
  readonly done: boolean;
  /** The resource that comes next, such as `customers`. `null` if everything was read. */
  readonly resource: string | null;
  /** What was read so far, in order. */
  readonly resources: readonly SyncedResource[];
  /** Number of entities that were new or newer than what was stored. */
  readonly applied: number;
  /** Number of entities that this version can't apply. They're listed with the deliveries. */
  readonly unreadable: number;
}

/** Input for `linkCustomer`. */
export interface LinkCustomerInput {
  /** A user's ID, or `org_` and an organization's ID. */
  readonly referenceId: string;
  /** The payment provider's ID for the customer. */
  readonly customerId: string;
}

/** Input for `eraseCustomer`. */
export interface EraseInput {
  /** A user's ID, or `org_` and an organization's ID. The user or organization can already be deleted. */
  readonly referenceId: string;
}

/** Input for `pruneBilling`. */
export interface PruneInput {
  /** Number of days to keep all deliveries: 7 to 36500. Default: 90. */
  readonly days?: number | undefined;
}

/** The result of `pruneBilling`. */
export interface PruneReport {
  readonly removed: number;
  /**
   * Number of old deliveries that are still needed, because they're the latest for an entity, have unfinished handlers,
   * or have an unknown type.
   */
  readonly kept: number;
}

/** A delivery without its body, and the state of its handlers. */
export interface DeliverySummary extends Omit<DeliveryRow, "body" | "arrival" | "lookups"> {
  readonly handlers: readonly Pick<HandlerRow, "handler" | "state" | "attempts" | "lastError">[];
}

/** Input for `redeliver`. */
export interface RedeliverInput {
  readonly deliveryId: string;
}

/** The result of `redeliver`. */
export interface RedeliverReport {
  readonly outcome: DeliveryOutcome;
  /** Names of the handlers that failed again. */
  readonly failed: readonly string[];
  /** Names of the handlers that another request is running. */
  readonly running: readonly string[];
}

/** Input for `readCustomerState` and `readEntitlements`. */
export interface ReadCustomerStateInput {
  /** A user's ID, or `org_` and an organization's ID. */
  readonly referenceId: string;
}

/** Input for `ingestUsage`. */
export interface UsageInput {
  /** A user's ID, or `org_` and an organization's ID. */
  readonly referenceId: string;
  /** The event's name, as in the meter's filter, such as `render.done`. */
  readonly name: string;
  /** The values that the meter counts. */
  readonly metadata?: Readonly<Record<string, string | number | boolean>> | undefined;
  /** When the usage happened. Default: now. */
  readonly timestamp?: Date | undefined;
}

/** Input for `ingestUsageBatch`. */
export interface UsageBatchInput {
  /** 1 to 1000. They can belong to different users and organizations. */
  readonly events: readonly UsageInput[];
}

type WebhookCode =
  | "WEBHOOK_MISSING_HEADERS"
  | "WEBHOOK_NO_MATCHING_SIGNATURE"
  | "WEBHOOK_TIMESTAMP_TOO_OLD"
  | "WEBHOOK_TIMESTAMP_TOO_NEW"
  | "WEBHOOK_INVALID_PAYLOAD"
  | "WEBHOOK_HANDLER_FAILED"
  | "WEBHOOK_STILL_RUNNING";

/** A GET that exists only on `auth.api`. */
interface ServerQuery<Query, Output>
  extends CallContract<Query, Output, never, Call<WithQuery<Query>, Output, never>, never> {}

/** A POST whose handler reads the request's body itself. */
interface RequestCall<Output, Code extends string>
  extends CallContract<unknown, Output, Code, Call<WebhookCall, Output, Code>, never> {}

/** The calls that the client doesn't have. */
export interface BillingServerCalls {
  /** Like the route `/billing/webhooks`, but for a custom route. */
  readonly receiveWebhook: RequestCall<WebhookResponse, WebhookCode>;
  /** Rebuilds the billing tables from the recorded deliveries. */
  readonly rebuildBilling: ServerCall<void, RebuildReport>;
  /** Stores entities from the payment provider's API, in case deliveries were lost. */
  readonly reconcileBilling: ServerCall<ReconcileInput, ReconcileReport, "WEBHOOK_INVALID_PAYLOAD">;
  /**
   * Copies everything from the payment provider. If an earlier call stopped, continues from there. Needs
   * `billing.provider`.
   */
  readonly sync: ServerCall<
    SyncInput | void,
    SyncReport,
    "SYNC_RUNNING" | "BILLING_CUSTOMER_CONFLICT" | "BILLING_PROVIDER_REJECTED" | "BILLING_PROVIDER_FAILED"
  >;
  /** Links an existing customer to a user or an organization. Needs `billing.provider`. */
  readonly linkCustomer: ServerCall<
    LinkCustomerInput,
    StatusResponse,
    | "CUSTOMER_NOT_FOUND"
    | "CUSTOMER_ALREADY_LINKED"
    | "BILLING_REFERENCE_NOT_FOUND"
    | "BILLING_CUSTOMER_CONFLICT"
    | "BILLING_PROVIDER_REJECTED"
    | "BILLING_PROVIDER_FAILED"
  >;
  /** Anonymizes a customer at the payment provider, and removes their rows and deliveries. */
  readonly eraseCustomer: ServerCall<
    EraseInput,
    EraseReport,
    "BILLING_CUSTOMER_CONFLICT" | "BILLING_PROVIDER_REJECTED" | "BILLING_PROVIDER_FAILED"
  >;
  /** Removes old deliveries that are no longer needed. */
  readonly pruneBilling: ServerCall<PruneInput | void, PruneReport>;
  /**
   * Runs a delivery's failed handlers again. Applies a delivery that an earlier version couldn't read but this one can.
   */
  readonly redeliver: ServerCall<RedeliverInput, RedeliverReport, "DELIVERY_NOT_FOUND">;
  /** Returns a page of recent deliveries, newest first. */
  readonly listDeliveries: ServerQuery<PageInput, readonly DeliverySummary[]>;
  /**
   * Returns the current subscriptions, benefits, and meter balances of any user or organization. Check first that the
   * caller is allowed to see them.
   */
  readonly readCustomerState: ServerQuery<ReadCustomerStateInput, BillingState>;
  /**
   * Returns the named benefits and limits of any user or organization. Check first that the caller is allowed to see
   * them.
   */
  readonly readEntitlements: ServerQuery<ReadCustomerStateInput, BillingEntitlements>;
  /** Records usage and sends it in the background. Needs `billing.provider`. */
  readonly ingestUsage: ServerCall<UsageInput, StatusResponse>;
  /** Records many usage events in one call, and sends up to 100 per request. Needs `billing.provider`. */
  readonly ingestUsageBatch: ServerCall<UsageBatchInput, StatusResponse>;
}
