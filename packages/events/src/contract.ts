/** The calls of the events plugin, with their inputs, responses, and errors. */

import type { AuditActorType, AuditRow, Call, OutboxReport } from "@latchkey/core";
import type {
  CallContract,
  ClientCall,
  CoreModels,
  ImpersonationErrorCode,
  Models,
  OptionalClientCall,
  OptionalQueryField,
  PageCall,
  PluginTypes,
  QueryField,
  ServerCall,
  SessionErrorCode,
  SessionQuery,
  WithBody,
  WithOptionalQuery,
  WithQuery,
} from "@latchkey/core/plugin";
import type { DeliveryState, WebhookKind } from "./tables.ts";

/** A server that gets events. */
export interface Webhook {
  readonly id: string;
  /** The organization that it belongs to. `null`: the whole site. */
  readonly organizationId: string | null;
  readonly url: string;
  /** Event types, families such as `user.*`, or `*`. */
  readonly events: readonly string[];
  /** `audit`: it gets every audit log entry, with IP addresses and user agents. */
  readonly kind: WebhookKind;
  readonly enabled: boolean;
  /** Since when every delivery has failed. After five days, the webhook is turned off. `null` if the last one succeeded. */
  readonly failingSince: Date | null;
  /** Until when events are also signed with the secret before the last rotation. */
  readonly previousUntil: Date | null;
  /** Who created it. `null`: the app's server, or a user who was deleted. */
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
  /** Whether to use the webhooks of the whole site, which get everyone's events. Only for site admins and the server. */
  readonly site?: boolean | undefined;
}

/** Input of `/webhook/create`. */
export interface CreateWebhookInput extends WebhookScope {
  /** A public https URL. */
  readonly url: string;
  /** Event types, families such as `user.*`, or `*`. Required unless `kind` is `audit`. */
  readonly events?: readonly string[] | undefined;
  /** Default: `webhook`. */
  readonly kind?: WebhookKind | undefined;
}

/** Input of `/webhook/update`. Missing fields stay as they are. */
export interface UpdateWebhookInput {
  readonly id: string;
  readonly url?: string | undefined;
  readonly events?: readonly string[] | undefined;
  readonly enabled?: boolean | undefined;
}

/** Input of `/webhook/rotate-secret`. */
export interface RotateWebhookSecretInput {
  readonly id: string;
  /** Seconds in which events are also signed with the old secret: 0 to 86400. Default: 86400 (1 day). */
  readonly overlap?: number | undefined;
}

/** Input of `/webhook/replay`: one delivery, or all that failed since a time. */
export interface ReplayWebhookInput {
  readonly id: string;
  readonly deliveryId?: string | undefined;
  /** Sends all failed deliveries of events since then, at most 1000 in one call, oldest first. */
  readonly since?: Date | undefined;
}

/** Input of `/webhook/deliveries`. */
export interface ListDeliveriesQuery {
  readonly id: string;
  readonly state?: DeliveryState | undefined;
  /** 1 to 100. Default: 50. */
  readonly limit?: number | undefined;
  /** `nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
}

/** An event on its way to a webhook. */
export interface WebhookDelivery {
  readonly id: string;
  /** The event's id, which the request has as `webhook-id`. */
  readonly eventId: string;
  readonly type: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** Status of the last response. `null` if there was none. */
  readonly responseStatus: number | null;
  /** When it's sent next. */
  readonly nextAt: Date | null;
  readonly deliveredAt: Date | null;
  readonly createdAt: Date;
  /** What is sent. */
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

/** What an event says. */
export interface WebhookEventData {
  /** Larger for later events. Requests can arrive in any order, so ignore what's older than what you have. */
  readonly revision: number;
  /** Who did it. `null`: the app itself, or no one was signed in. */
  readonly actorId: string | null;
  /** What kind of actor did it: `user`, `anonymous`, `system`, or what a plugin names. */
  readonly actorType: AuditActorType | null;
  /** The impersonator, if the actor was impersonated. */
  readonly onBehalfOf: string | null;
  readonly userId: string | null;
  readonly organizationId: string | null;
  /** Additional facts, such as the changed fields. Never a secret. */
  readonly details: unknown;
  /** Only for webhooks of the kind `audit`. */
  readonly ipAddress?: string | null;
  /** Only for webhooks of the kind `audit`. */
  readonly userAgent?: string | null;
}

/** Response of `/webhook/deliveries`, newest first. */
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

/** Input of `/audit/list`. */
export interface ListAuditLogQuery extends AuditFilters {
  /** 1 to 100. Default: 50. */
  readonly limit?: number | undefined;
  /** `nextCursor` of the previous page, with the same filters. */
  readonly cursor?: string | undefined;
}

/** Input of `/audit/export`. The time between `from` and `to` is at most 92 days. Default: the last 30 days. */
export interface ExportAuditLogQuery extends AuditFilters {
  /** JSON lines, or CSV for spreadsheets. Default: `ndjson`. */
  readonly format?: "ndjson" | "csv" | undefined;
}

/** A page of the audit log, newest first. */
export interface AuditPage {
  readonly records: readonly AuditRow[];
  /** The names of the users in `records`, by id. Deleted users are missing. */
  readonly people: Readonly<Record<string, { readonly name: string }>>;
  /** The cursor of the next page. `null` on the last page. */
  readonly nextCursor: string | null;
}

/** Input of `verifyAudit`. */
export interface VerifyAuditInput {
  /** Only the entries of this organization. Default: all. */
  readonly organizationId?: string | undefined;
  /** Only checkpoints that end after this time. Default: all that are kept. */
  readonly from?: Date | undefined;
  /** Only checkpoints that begin before this time. */
  readonly to?: Date | undefined;
}

/** A span of the audit log that doesn't match its checkpoint. */
export interface AuditProblem {
  /** Whose entries. `null`: entries without an organization, or the checkpoints of everyone. */
  readonly organizationId: string | null;
  readonly from: Date;
  /** The end, which isn't part of it. */
  readonly upTo: Date;
  /**
   * `removed`: it has fewer entries than were signed. `added`: it has more. `changed`: an entry has other values.
   * `checkpoint`: a checkpoint is missing, was changed, or its key is no longer published.
   */
  readonly reason: "removed" | "added" | "changed" | "checkpoint";
}

/** Response of `verifyAudit`. */
export interface VerifyAuditResult {
  /** The start of the first checkpoint. `null` if there's none. */
  readonly from: Date | null;
  /** The end of the last checkpoint. Newer entries haven't been signed yet. */
  readonly upTo: Date | null;
  /** How many checkpoints were compared. */
  readonly checkpoints: number;
  /** How many entries were compared. */
  readonly entries: number;
  /** Empty if nothing was changed. In the order of time. */
  readonly problems: readonly AuditProblem[];
}

type AuditErrorCode =
  | "NO_ACTIVE_ORGANIZATION"
  | "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION"
  | "YOU_ARE_NOT_ALLOWED_TO_READ_THE_AUDIT_LOG";

/** Codes of every call about webhooks. */
export type WebhookAccessErrorCode = "YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS";
type ScopeErrorCode = WebhookAccessErrorCode | "NO_ACTIVE_ORGANIZATION" | "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION";
type ChangeErrorCode = SessionErrorCode | ImpersonationErrorCode | WebhookAccessErrorCode;

/** A change by a signed-in user. The server can also call it without headers, for every webhook. */
interface WebhookCall<Input, Output, Code extends string>
  extends CallContract<Input, Output, Code, Call<WithBody<Input>, Output, Code>, ClientCall<Input, Output, Code>> {}

/** A query of a signed-in user. The server can also call it without headers. */
interface WebhookQuery<Query, Output, Code extends string>
  extends CallContract<
    Query,
    Output,
    Code,
    Call<WithQuery<Query>, Output, Code>,
    ClientCall<QueryField<Query>, Output, Code>
  > {}

/** The plugin's calls. */
export interface EventsCalls<_M extends Models = CoreModels> {
  /** Creates a webhook. Returns its signing secret, which can't be read again. */
  readonly createWebhook: WebhookCall<
    CreateWebhookInput,
    NewWebhook,
    ChangeErrorCode | ScopeErrorCode | "INVALID_WEBHOOK_URL" | "UNKNOWN_EVENT_TYPE" | "WEBHOOK_LIMIT_REACHED"
  >;
  /** Changes a webhook, or turns it on or off. */
  readonly updateWebhook: WebhookCall<
    UpdateWebhookInput,
    Webhook,
    ChangeErrorCode | "WEBHOOK_NOT_FOUND" | "INVALID_WEBHOOK_URL" | "UNKNOWN_EVENT_TYPE"
  >;
  /** Deletes a webhook and its deliveries. */
  readonly deleteWebhook: WebhookCall<
    { readonly id: string },
    { readonly success: true },
    ChangeErrorCode | "WEBHOOK_NOT_FOUND"
  >;
  /** Creates a new signing secret. Events are signed with both for a day. */
  readonly rotateWebhookSecret: WebhookCall<
    RotateWebhookSecretInput,
    NewWebhook,
    ChangeErrorCode | "WEBHOOK_NOT_FOUND"
  >;
  /** Sends an event of the type `webhook.test` to a webhook, once, also if it's turned off. */
  readonly testWebhook: WebhookCall<{ readonly id: string }, WebhookDelivery, ChangeErrorCode | "WEBHOOK_NOT_FOUND">;
  /** Sends events again that were delivered or have failed. */
  readonly replayWebhook: WebhookCall<
    ReplayWebhookInput,
    { readonly replayed: number },
    ChangeErrorCode | "WEBHOOK_NOT_FOUND" | "DELIVERY_NOT_FOUND" | "WEBHOOK_DISABLED"
  >;
  /** Lists the webhooks of an organization or of the whole site. */
  readonly listWebhooks: CallContract<
    WebhookScope,
    readonly Webhook[],
    ScopeErrorCode,
    Call<WithOptionalQuery<WebhookScope>, readonly Webhook[], ScopeErrorCode>,
    OptionalClientCall<OptionalQueryField<WebhookScope>, readonly Webhook[], ScopeErrorCode>
  >;
  /** Lists what was sent to a webhook, newest first. */
  readonly listWebhookDeliveries: WebhookQuery<
    ListDeliveriesQuery,
    DeliveryPage,
    WebhookAccessErrorCode | "WEBHOOK_NOT_FOUND"
  >;
  /** Lists the types of events that webhooks can get. */
  readonly listWebhookEventTypes: SessionQuery<void, readonly string[]>;
  /** Lists the audit log of an organization or of the whole site. */
  readonly listAuditLog: CallContract<
    ListAuditLogQuery,
    AuditPage,
    AuditErrorCode,
    Call<WithOptionalQuery<ListAuditLogQuery>, AuditPage, AuditErrorCode>,
    OptionalClientCall<OptionalQueryField<ListAuditLogQuery>, AuditPage, AuditErrorCode>
  >;
  /** Downloads the audit log as a file. It's streamed. */
  readonly exportAuditLog: PageCall<
    ExportAuditLogQuery,
    WithOptionalQuery<ExportAuditLogQuery>,
    SessionErrorCode | AuditErrorCode
  >;
  /** Compares the audit log with its signed checkpoints. Only on the server, and only with the option `checkpoints`. */
  readonly verifyAudit: ServerCall<VerifyAuditInput, VerifyAuditResult, "NOT_FOUND">;
  /** Sends the events that are due. Call it from a cron job if no process keeps running. */
  readonly deliverWebhooks: ServerCall<void, OutboxReport>;
}

/** The calls as they appear on the client. */
export interface EventsClient<C extends EventsCalls<Models>> {
  readonly webhook: {
    readonly create: C["createWebhook"]["client"];
    readonly update: C["updateWebhook"]["client"];
    readonly delete: C["deleteWebhook"]["client"];
    readonly rotateSecret: C["rotateWebhookSecret"]["client"];
    readonly test: C["testWebhook"]["client"];
    readonly replay: C["replayWebhook"]["client"];
    readonly list: C["listWebhooks"]["client"];
    readonly deliveries: C["listWebhookDeliveries"]["client"];
    readonly eventTypes: C["listWebhookEventTypes"]["client"];
  };
  readonly audit: {
    readonly list: C["listAuditLog"]["client"];
  };
}

/** What the plugin adds to an app's types. */
export interface EventsTypes extends PluginTypes {
  readonly calls: EventsCalls<this["$app"]>;
  readonly client: EventsClient<this["calls"]>;
}

/** The plugin's part of `GET /capabilities`. */
export interface EventsCapabilities {
  /** Whether organizations can have webhooks. */
  readonly organizations: boolean;
  readonly maxWebhooks: number;
}

declare global {
  interface LatchkeyCapabilities {
    readonly events?: EventsCapabilities;
  }
}
