/** The calls of billing that only the app's server makes: webhooks, maintenance, and usage. */

import type { Call } from "@latchkey/core";
import type { CallContract, CallEnvironment, ServerCall, StatusAnswer, WithQuery } from "@latchkey/core/plugin";
import type { DeliveryOutcome, DeliveryRow, HandlerRow } from "./deliveries/table.ts";
import type { EventType } from "./entities/event.ts";
import type { PageInput } from "./fields.ts";
import type { BillingState } from "./purchases.ts";

/** The sender's request as it arrived, with its body unread. */
export interface WebhookCall extends CallEnvironment {
  readonly request: Request;
}

/** The answer to a delivery. */
export interface WebhookAnswer {
  readonly received: true;
}

/** What `rebuildBilling` did. */
export interface RebuildReport {
  /** Number of deliveries that were read again. */
  readonly deliveries: number;
  /** How many of them changed nothing: unknown event types, and events of other sellers. */
  readonly skipped: number;
}

/** An entity as the payment platform's API returns it. */
export interface WireSnapshot {
  /** An event type with this `data`: `subscription.updated`, `order.updated`, `benefit_grant.updated`. */
  readonly type: EventType;
  /** With the names of the wire: what the API sent, not what an SDK made of it. */
  readonly data: unknown;
}

/** What `reconcileBilling` takes. */
export interface ReconcileInput {
  /** At most 1000. */
  readonly snapshots: readonly WireSnapshot[];
}

/** What `reconcileBilling` did. */
export interface ReconcileReport {
  /** One outcome per snapshot. */
  readonly outcomes: readonly DeliveryOutcome[];
}

/** What `pruneBilling` takes. */
export interface PruneInput {
  /** How many days every delivery is kept: 7 or more. Default: 90. */
  readonly days?: number | undefined;
}

/** What `pruneBilling` did. */
export interface PruneReport {
  readonly removed: number;
  /** Number of old deliveries that are still needed: the latest about something, or with an unfinished handler. */
  readonly kept: number;
}

/** A delivery without its body, and what its handlers did. */
export interface DeliverySummary extends Omit<DeliveryRow, "body"> {
  readonly handlers: readonly Pick<HandlerRow, "handler" | "state" | "attempts" | "lastError">[];
}

/** What `readCustomerState` takes. */
export interface ReadCustomerStateInput {
  /** A user's id, or `org_` and an organization's id. */
  readonly referenceId: string;
}

/** What `ingestUsage` takes. */
export interface UsageInput {
  /** A user's id, or `org_` and an organization's id. */
  readonly referenceId: string;
  /** The event's name, as the meter's filter has it: `render.done`. */
  readonly name: string;
  /** The values that the meter counts. */
  readonly metadata?: Readonly<Record<string, string | number | boolean>> | undefined;
  /** When it was used. Default: now. */
  readonly timestamp?: Date | undefined;
}

type WebhookCode =
  | "WEBHOOK_MISSING_HEADERS"
  | "WEBHOOK_NO_MATCHING_SIGNATURE"
  | "WEBHOOK_TIMESTAMP_TOO_OLD"
  | "WEBHOOK_TIMESTAMP_TOO_NEW"
  | "WEBHOOK_INVALID_PAYLOAD"
  | "WEBHOOK_HANDLER_FAILED"
  | "WEBHOOK_STILL_RUNNING";

/** A GET that exists in `auth.api` only. */
interface ServerQuery<Query, Output>
  extends CallContract<Query, Output, never, Call<WithQuery<Query>, Output, never>, never> {}

/** A POST whose handler reads the sender's request itself. */
interface RequestCall<Output, Code extends string>
  extends CallContract<unknown, Output, Code, Call<WebhookCall, Output, Code>, never> {}

/** The calls that the client doesn't have. */
export interface BillingServerCalls {
  /** Does what the route `/billing/webhooks` does, for a route of your own. */
  readonly receiveWebhook: RequestCall<WebhookAnswer, WebhookCode>;
  /** Rebuilds the billing tables from the recorded deliveries. */
  readonly rebuildBilling: ServerCall<void, RebuildReport>;
  /** Stores what the payment platform's API returns, for when deliveries were lost. */
  readonly reconcileBilling: ServerCall<ReconcileInput, ReconcileReport, "WEBHOOK_INVALID_PAYLOAD">;
  /** Removes old deliveries that aren't needed anymore. */
  readonly pruneBilling: ServerCall<PruneInput | void, PruneReport>;
  /** Returns a page of recent deliveries, newest first. */
  readonly listDeliveries: ServerQuery<PageInput, readonly DeliverySummary[]>;
  /** Returns what any user or organization has now. Check first that the caller is allowed to know. */
  readonly readCustomerState: ServerQuery<ReadCustomerStateInput, BillingState>;
  /** Records usage and sends it in the background. Needs `billing.provider`. */
  readonly ingestUsage: ServerCall<UsageInput, StatusAnswer>;
}
