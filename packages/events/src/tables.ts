/** The plugin's tables. */

import type { AuditActorType } from "@latchkey/core";
import { defineTable, type Table } from "@latchkey/core/database";
import type { EventsSettings } from "./options.ts";

/**
 * What a webhook receives: the events that it subscribes to, or every audit log entry with IP addresses and user
 * agents.
 */
export type WebhookKind = "webhook" | "audit";

/** A server that receives events. */
export interface WebhookRow {
  readonly id: string;
  /** The organization that it belongs to. `null` for the whole site. */
  readonly organizationId: string | null;
  readonly url: string;
  /** Event types, families such as `user.*`, or `*`. */
  readonly events: readonly string[];
  readonly kind: WebhookKind;
  /** The signing secret, encrypted. */
  readonly secret: string;
  /** The secret before the last rotation, encrypted. */
  readonly previousSecret: string | null;
  /** Events are also signed with the previous secret until this time. */
  readonly previousUntil: Date | null;
  readonly enabled: boolean;
  /** When deliveries started to fail. `null` if the last one succeeded. */
  readonly failingSince: Date | null;
  readonly createdBy: string | null;
  readonly createdAt: Date;
}

/** An event that at least one webhook receives. Its id is the id of the audit log entry. */
export interface EventRow {
  readonly id: string;
  readonly type: string;
  /** Not a foreign key, because an event can be about its organization's deletion. */
  readonly organizationId: string | null;
  readonly userId: string | null;
  readonly data: EventRecord;
  readonly createdAt: Date;
}

/** Event data that has no column of its own. */
export interface EventRecord {
  /** Larger for later events from the same instance. */
  readonly revision: number;
  readonly actorId: string | null;
  readonly actorType?: AuditActorType | null;
  readonly onBehalfOf: string | null;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  /** The audit log entry's data. */
  readonly details: unknown;
}

/** With `pending`, it will be sent at `nextAt`, for the first time or again. */
export type DeliveryState = "pending" | "delivered" | "failed";

/** An event and the state of its delivery to a webhook. */
export interface WebhookDeliveryRow {
  readonly id: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly attempts: number;
  readonly state: DeliveryState;
  /** Status of the last response. `null` if there was none. */
  readonly responseStatus: number | null;
  readonly nextAt: Date | null;
  readonly deliveredAt: Date | null;
  readonly createdAt: Date;
}

/** The signed state of an hour of the audit log. */
export interface AuditCheckpointRow {
  readonly id: string;
  /** `null` for entries without an organization. That checkpoint also covers the other checkpoints of its hour. */
  readonly organizationId: string | null;
  readonly from: Date;
  /** The end of the span, exclusive. */
  readonly upTo: Date;
  /** The number of entries. */
  readonly count: number;
  /** The root of the entries' Merkle tree (RFC 6962), in base64url. */
  readonly root: string;
  /** A JWT with these values. */
  readonly signature: string;
  readonly createdAt: Date;
}

const organizationColumn = { type: "string", nullable: true, index: true } as const;

/** The `webhookEndpoint` table, in apps whose organizations can have webhooks. */
export const webhookTable: Table<WebhookRow> = defineTable<WebhookRow>({
  name: "webhookEndpoint",
  columns: {
    organizationId: { ...organizationColumn, references: { table: "organization", column: "id" } },
    url: { type: "text" },
    events: { type: "json" },
    kind: { type: "string", default: "webhook" },
    secret: { type: "text", returned: false },
    previousSecret: { type: "text", nullable: true, returned: false },
    previousUntil: { type: "date", nullable: true },
    enabled: { type: "boolean", default: true },
    failingSince: { type: "date", nullable: true },
    createdBy: { type: "string", nullable: true, references: { table: "user", column: "id", onDelete: "set null" } },
    createdAt: { type: "date" },
  },
});

/** The `event` table. */
export const eventTable: Table<EventRow> = defineTable<EventRow>({
  name: "event",
  columns: {
    type: { type: "string", index: true },
    organizationId: { type: "string", nullable: true, index: true },
    userId: { type: "string", nullable: true },
    data: { type: "json" },
    createdAt: { type: "date", index: true },
  },
});

/** The `webhookDelivery` table. */
export const webhookDeliveryTable: Table<WebhookDeliveryRow> = defineTable<WebhookDeliveryRow>({
  name: "webhookDelivery",
  columns: {
    endpointId: { type: "string", references: { table: "webhookEndpoint", column: "id" } },
    eventId: { type: "string", index: true, references: { table: "event", column: "id" } },
    attempts: { type: "number", default: 0 },
    state: { type: "string", default: "pending" },
    responseStatus: { type: "number", nullable: true },
    nextAt: { type: "date", nullable: true },
    deliveredAt: { type: "date", nullable: true },
    createdAt: { type: "date" },
  },
  uniques: [["endpointId", "eventId"]],
  indexes: [["endpointId", "createdAt"]],
});

/** The `auditCheckpoint` table. */
export const auditCheckpointTable: Table<AuditCheckpointRow> = defineTable<AuditCheckpointRow>({
  name: "auditCheckpoint",
  columns: {
    organizationId: { type: "string", nullable: true },
    from: { type: "date" },
    upTo: { type: "date" },
    count: { type: "number" },
    root: { type: "string" },
    signature: { type: "text" },
    createdAt: { type: "date" },
  },
  indexes: [["organizationId", "upTo"], ["upTo"], ["from"]],
});

type EventsTable = Table<WebhookRow> | Table<EventRow> | Table<WebhookDeliveryRow> | Table<AuditCheckpointRow>;

/**
 * Returns the plugin's tables, without checkpoints if the app doesn't use them. Webhooks always have the
 * `organizationId` column, so that an organization's webhooks don't receive everyone's events if the app turns
 * `organizations` off.
 */
export function eventsTables({
  organizations,
  checkpoints,
}: Pick<EventsSettings, "organizations" | "checkpoints">): readonly EventsTable[] {
  const columns = { ...webhookTable.columns, organizationId: organizationColumn };
  const webhooks = organizations ? webhookTable : { ...webhookTable, columns };
  return [webhooks, eventTable, webhookDeliveryTable, ...(checkpoints ? [auditCheckpointTable] : [])];
}
