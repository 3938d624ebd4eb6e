/** The inputs and outputs of the events plugin's calls. */

import type { AuditActorType, AuditRow } from "@latchkey/core";
import type { DeliveryState, WebhookKind } from "./tables.ts";

/** A server that receives events. */
export interface Webhook {
  readonly id: string;
  /** The organization that it belongs to. `null` for the whole site. */
  readonly organizationId: string | null;
  readonly url: string;
  /** Event types, families such as `user.*`, or `*`. */
  readonly events: readonly string[];
  /** With `audit`, it receives every audit log entry, with IP addresses and user agents. */
  readonly kind: WebhookKind;
  readonly enabled: boolean;
  /** When deliveries started to fail. After five days, the webhook is turned off. `null` if the last one succeeded. */
  readonly failingSince: Date | null;
  /** Events are also signed with the previous secret until this time. */
  readonly previousUntil: Date | null;
  /** The user who created it. `null` if it was the app's server, or a user who was deleted. */
  readonly createdBy: string | null;
  readonly createdAt: Date;
}

/** A webhook with its signing secret, which no other call returns. */
export interface NewWebhook extends Webhook {
  /** Starts with `whsec_`. */
  readonly secret: string;
}

/** Selects the webhooks of an organization or of the whole site. */
export interface WebhookScope {
  /** Default: the active organization, or the whole site if organizations can't have webhooks. */
  readonly organizationId?: string | undefined;
  /**
   * Whether to use the webhooks of the whole site, which receive everyone's events. Only for site admins and the
   * server.
   */
  readonly site?: boolean | undefined;
}

/** Input for `/webhook/create`. */
export interface CreateWebhookInput extends WebhookScope {
  /** A public https URL. */
  readonly url: string;
  /** Event types, families such as `user.*`, or `*`. Required unless `kind` is `audit`. */
  readonly events?: readonly string[] | undefined;
  /** Default: `webhook`. */
  readonly kind?: WebhookKind | undefined;
}

/** Input for `/webhook/update`. Fields that are left out don't change. */
export interface UpdateWebhookInput {
  readonly id: string;
  readonly url?: string | undefined;
  readonly events?: readonly string[] | undefined;
  readonly enabled?: boolean | undefined;
}

/** Input for `/webhook/rotate-secret`. */
export interface RotateWebhookSecretInput {
  readonly id: string;
  /** How long events are also signed with the old secret, in seconds: 0 to 86400. Default: 86400 (1 day). */
  readonly overlap?: number | undefined;
}

/** Input for `/webhook/replay`. Selects one delivery, or all that failed since a time. */
export interface ReplayWebhookInput {
  readonly id: string;
  readonly deliveryId?: string | undefined;
  /** Resends all failed deliveries of events since then, at most 1000 per call, oldest first. */
  readonly since?: Date | undefined;
}

/** Input for `/webhook/list-all`. */
export interface ListAllWebhooksQuery {
  /** Only webhooks that are off, or that are on and keep failing. Default: all. */
  readonly state?: "off" | "failing" | undefined;
  /** 1 to 100. Default: 50. */
  readonly limit?: number | undefined;
  /** `nextCursor` of the previous page, with the same state. */
  readonly cursor?: string | undefined;
}

/** Response from `/webhook/list-all`, newest first. */
export interface AllWebhooksPage {
  readonly webhooks: readonly Webhook[];
  /** The names of the organizations in `webhooks`, by ID. */
  readonly organizations: Readonly<Record<string, { readonly name: string }>>;
  readonly nextCursor: string | null;
}

/** Input for `/webhook/deliveries`. */
export interface ListDeliveriesQuery {
  readonly id: string;
  readonly state?: DeliveryState | undefined;
  /** 1 to 100. Default: 50. */
  readonly limit?: number | undefined;
  /** `nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
}

/** An event and the state of its delivery to a webhook. */
export interface WebhookDelivery {
  readonly id: string;
  /** The event's ID, which is also the request's `webhook-id`. */
  readonly eventId: string;
  readonly type: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** Status of the last response. `null` if there was none. */
  readonly responseStatus: number | null;
  /** When it will be sent next. `null` if it won't be sent again. */
  readonly nextAt: Date | null;
  readonly deliveredAt: Date | null;
  readonly createdAt: Date;
  /** The body of the request. */
  readonly payload: WebhookPayload;
}

/** The body of a request to a webhook. */
export interface WebhookPayload {
  /** The event's type, such as `user.create`. */
  readonly type: string;
  /** When it happened, in ISO 8601. */
  readonly timestamp: string;
  readonly data: WebhookEventData;
}

/** The data of an event. */
export interface WebhookEventData {
  /**
   * Larger for later events, if the instances' clocks agree. Requests can arrive in any order, so ignore an event with
   * a lower revision than your data.
   */
  readonly revision: number;
  /** The user who did it. `null` if it was the app itself, or no one was signed in. */
  readonly actorId: string | null;
  /** The kind of actor: `user`, `anonymous`, `system`, or one that a plugin defines. */
  readonly actorType: AuditActorType | null;
  /** The impersonator, if the actor was impersonated. */
  readonly onBehalfOf: string | null;
  readonly userId: string | null;
  readonly organizationId: string | null;
  /** Additional facts, such as the changed fields. Never a secret. */
  readonly details: unknown;
  /** Only set for `audit` webhooks. */
  readonly ipAddress?: string | null;
  /** Only set for `audit` webhooks. */
  readonly userAgent?: string | null;
}

/** Response from `/webhook/deliveries`, newest first. */
export interface DeliveryPage {
  readonly deliveries: readonly WebhookDelivery[];
  readonly nextCursor: string | null;
}

/** Selects the audit log of an organization or of the whole site. */
export type AuditScope = WebhookScope;

/** Filters of the audit log. */
export interface AuditFilters extends AuditScope {
  /** Only entries from this time on. */
  readonly from?: Date | undefined;
  /** Only entries before this time. */
  readonly to?: Date | undefined;
  /** The action, such as `member.update`. A value that ends in a dot matches every action with that prefix. */
  readonly action?: string | undefined;
  /** The user who performed the action. */
  readonly actorId?: string | undefined;
  /** The user that the action was about. */
  readonly userId?: string | undefined;
}

/** Input for `/audit/list`. */
export interface ListAuditLogQuery extends AuditFilters {
  /** 1 to 100. Default: 50. */
  readonly limit?: number | undefined;
  /** `nextCursor` of the previous page, with the same filters. */
  readonly cursor?: string | undefined;
}

/** Input for `/audit/export`. The time between `from` and `to` is at most 92 days. Default: the last 30 days. */
export interface ExportAuditLogQuery extends AuditFilters {
  /** JSON lines, or CSV for spreadsheets. Default: `ndjson`. */
  readonly format?: "ndjson" | "csv" | undefined;
}

/** A page of the audit log, newest first. */
export interface AuditPage {
  readonly records: readonly AuditRow[];
  /** The names of the users in `records`, by ID. Deleted users are missing. */
  readonly people: Readonly<Record<string, { readonly name: string }>>;
  /** The cursor of the next page. `null` on the last page. */
  readonly nextCursor: string | null;
}

/** Input for `verifyAudit`. */
export interface VerifyAuditInput {
  /** Only the entries of this organization. Default: all. */
  readonly organizationId?: string | undefined;
  /** Only checkpoints that end after this time. Default: all that are kept. */
  readonly from?: Date | undefined;
  /** Only checkpoints that begin before this time. */
  readonly to?: Date | undefined;
  /** The `head` of an earlier response. If it's set, checkpoints that were replaced since then are found. */
  readonly head?: string | undefined;
}

/** A span of the audit log that doesn't match its checkpoint. */
export interface AuditProblem {
  /** The organization of the entries. `null` for entries without an organization, or for everyone's checkpoints. */
  readonly organizationId: string | null;
  readonly from: Date;
  /** The end of the span, exclusive. */
  readonly upTo: Date;
  /**
   * `removed`: it has fewer entries than were signed. `added`: it has more. `changed`: an entry has other values.
   * `checkpoint`: a checkpoint is missing, was changed or replaced, or its key is no longer published.
   */
  readonly reason: "removed" | "added" | "changed" | "checkpoint";
}

/** Response from `verifyAudit`. */
export interface VerifyAuditResult {
  /** The start of the first checkpoint. `null` if there's none. */
  readonly from: Date | null;
  /** The end of the last checkpoint. Newer entries haven't been signed yet. */
  readonly upTo: Date | null;
  /**
   * Identifies the last checkpoint and, through it, all earlier ones. Keep it elsewhere, and pass it to the next call.
   */
  readonly head: string | null;
  /** The number of checkpoints that were compared. */
  readonly checkpoints: number;
  /** The number of entries that were compared. */
  readonly entries: number;
  /** The problems in chronological order. Empty if nothing was changed. */
  readonly problems: readonly AuditProblem[];
}
