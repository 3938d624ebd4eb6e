/** The events plugin's calls, with their errors. */

import type { OutboxReport } from "@latchkey/core";
import type {
  CoreModels,
  ImpersonationErrorCode,
  ManagementCall,
  ManagementQuery,
  Models,
  PageCall,
  PluginTypes,
  ServerCall,
  SessionErrorCode,
  SessionQuery,
  WithOptionalQuery,
} from "@latchkey/core/plugin";
import type {
  AllWebhooksPage,
  AuditPage,
  CreateWebhookInput,
  DeliveryPage,
  ExportAuditLogQuery,
  ListAllWebhooksQuery,
  ListAuditLogQuery,
  ListDeliveriesQuery,
  NewWebhook,
  ReplayWebhookInput,
  RotateWebhookSecretInput,
  UpdateWebhookInput,
  VerifyAuditInput,
  VerifyAuditResult,
  Webhook,
  WebhookDelivery,
  WebhookScope,
} from "./call-types.ts";

type AuditErrorCode =
  | "NO_ACTIVE_ORGANIZATION"
  | "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION"
  | "YOU_ARE_NOT_ALLOWED_TO_READ_THE_AUDIT_LOG";

/** Error codes that all calls about webhooks have. */
export type WebhookAccessErrorCode = "YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS";
type ScopeErrorCode = WebhookAccessErrorCode | "NO_ACTIVE_ORGANIZATION" | "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION";
type ChangeErrorCode = SessionErrorCode | ImpersonationErrorCode | WebhookAccessErrorCode;

/** The plugin's calls. */
export interface EventsCalls<_M extends Models = CoreModels> {
  /** Creates a webhook. Returns its signing secret, which can't be read again. */
  readonly createWebhook: ManagementCall<
    CreateWebhookInput,
    NewWebhook,
    ChangeErrorCode | ScopeErrorCode | "INVALID_WEBHOOK_URL" | "UNKNOWN_EVENT_TYPE" | "WEBHOOK_LIMIT_REACHED"
  >;
  /** Changes a webhook, or turns it on or off. */
  readonly updateWebhook: ManagementCall<
    UpdateWebhookInput,
    Webhook,
    ChangeErrorCode | "WEBHOOK_NOT_FOUND" | "INVALID_WEBHOOK_URL" | "UNKNOWN_EVENT_TYPE"
  >;
  /** Deletes a webhook and its deliveries. */
  readonly deleteWebhook: ManagementCall<
    { readonly id: string },
    { readonly success: true },
    ChangeErrorCode | "WEBHOOK_NOT_FOUND"
  >;
  /** Creates a new signing secret. By default, events are also signed with the old one for a day. */
  readonly rotateWebhookSecret: ManagementCall<
    RotateWebhookSecretInput,
    NewWebhook,
    ChangeErrorCode | "WEBHOOK_NOT_FOUND"
  >;
  /** Sends a `webhook.test` event to a webhook once, even if it's turned off. */
  readonly testWebhook: ManagementCall<{ readonly id: string }, WebhookDelivery, ChangeErrorCode | "WEBHOOK_NOT_FOUND">;
  /** Resends events that were delivered or that failed. */
  readonly replayWebhook: ManagementCall<
    ReplayWebhookInput,
    { readonly replayed: number },
    ChangeErrorCode | "WEBHOOK_NOT_FOUND" | "DELIVERY_NOT_FOUND" | "WEBHOOK_DISABLED"
  >;
  /** Lists the webhooks of an organization or of the whole site. */
  readonly listWebhooks: ManagementQuery<void | WebhookScope, readonly Webhook[], ScopeErrorCode>;
  /** Lists the webhooks of the site and of all organizations. Only for site admins and the server. */
  readonly listAllWebhooks: ManagementQuery<void | ListAllWebhooksQuery, AllWebhooksPage, WebhookAccessErrorCode>;
  /** Lists the deliveries of a webhook, newest first. */
  readonly listWebhookDeliveries: ManagementQuery<
    ListDeliveriesQuery,
    DeliveryPage,
    WebhookAccessErrorCode | "WEBHOOK_NOT_FOUND"
  >;
  /** Lists the event types that webhooks can receive. */
  readonly listWebhookEventTypes: SessionQuery<void, readonly string[]>;
  /** Lists the audit log of an organization or of the whole site. */
  readonly listAuditLog: ManagementQuery<void | ListAuditLogQuery, AuditPage, AuditErrorCode>;
  /** Downloads the audit log as a stream. */
  readonly exportAuditLog: PageCall<
    ExportAuditLogQuery,
    WithOptionalQuery<ExportAuditLogQuery>,
    SessionErrorCode | AuditErrorCode
  >;
  /** Compares the audit log with its signed checkpoints. Server only. Needs the `checkpoints` option. */
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
    readonly listAll: C["listAllWebhooks"]["client"];
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
