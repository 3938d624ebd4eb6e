/** Texts for webhooks and an organization's audit log. */

import { auditEn } from "../admin/audit/en.ts";
import type { AuditTexts } from "../admin/audit/texts.ts";
import type { PluralText } from "../texts/texts.ts";

/** Texts for webhooks. */
export interface WebhookTexts {
  readonly title: string;
  readonly text: string;
  readonly create: string;
  readonly none: string;
  readonly noneText: string;
  readonly off: string;
  readonly failing: string;
  /** `{url}`. */
  readonly manage: string;
  readonly deliveries: string;
  readonly test: string;
  readonly edit: string;
  readonly rotate: string;
  readonly turnOff: string;
  readonly turnOn: string;
  readonly remove: string;
  readonly createTitle: string;
  readonly editTitle: string;
  readonly dialogText: string;
  readonly url: string;
  readonly events: string;
  readonly allEvents: string;
  /** A webhook that gets every audit log entry. */
  readonly auditLog: string;
  readonly sendAuditLog: string;
  readonly noEvents: string;
  readonly save: string;
  /** `{max}`. */
  readonly full: string;
  readonly revealTitle: string;
  readonly revealText: string;
  readonly secret: string;
  readonly copy: string;
  readonly done: string;
  readonly rotateTitle: string;
  readonly rotateText: string;
  /** `{url}`. */
  readonly removeTitle: string;
  readonly removeText: string;
  readonly saved: string;
  readonly removed: string;
  readonly turnedOff: string;
  readonly turnedOn: string;
  readonly tested: string;
}

/** Texts for the delivery log. */
export interface DeliveryTexts {
  readonly title: string;
  readonly none: string;
  readonly noMatches: string;
  readonly state: string;
  readonly all: string;
  readonly pending: string;
  readonly delivered: string;
  readonly failed: string;
  /** `{status}`: the HTTP status of the response. */
  readonly status: string;
  readonly noResponse: string;
  /** `{count}` attempts. */
  readonly attempts: PluralText;
  /** `{time}`. */
  readonly next: string;
  readonly payload: string;
  readonly replay: string;
  /** `{event}`. */
  readonly replayEvent: string;
  readonly replayed: string;
  readonly refresh: string;
}

/** Texts for the admin page with all webhooks. */
export interface AllWebhooksTexts {
  readonly text: string;
  /** The owner of a webhook that gets events from the whole site. */
  readonly site: string;
  readonly noMatches: string;
}

/** All texts for the events components. */
export interface EventsTexts {
  readonly webhooks: WebhookTexts;
  readonly allWebhooks: AllWebhooksTexts;
  readonly deliveries: DeliveryTexts;
  readonly auditText: string;
  readonly export: string;
  readonly exportCsv: string;
  readonly exportJson: string;
  readonly exportHint: string;
  /** Spans of time to filter by. */
  readonly times: { readonly day: string; readonly week: string; readonly month: string };
  /** The words for the audit log, which the admin pages use, too. */
  readonly audit: AuditTexts;
  readonly errors: Readonly<Record<string, string>>;
}

/** The English texts. */
export const eventsEn: EventsTexts = {
  webhooks: {
    title: "Webhooks",
    text: "Send what happens in your organization to your own servers.",
    create: "Create webhook",
    none: "No webhooks yet",
    noneText: "Create one to send events to your server.",
    off: "Off",
    failing: "Failing",
    manage: "Manage {url}",
    deliveries: "View deliveries",
    test: "Send a test event",
    edit: "Edit",
    rotate: "Replace secret",
    turnOff: "Turn off",
    turnOn: "Turn on",
    remove: "Delete",
    createTitle: "Create a webhook",
    editTitle: "Edit webhook",
    dialogText: "Events are sent as signed POST requests.",
    url: "URL",
    events: "Events",
    allEvents: "All events",
    auditLog: "Audit log",
    sendAuditLog: "Send the whole audit log, with IP addresses",
    noEvents: "Select at least one event.",
    save: "Save",
    full: "You have {max} webhooks, the most you can have. Delete one to create another.",
    revealTitle: "Copy your signing secret",
    revealText: "Your server verifies requests with it. You won't be able to see it again.",
    secret: "Signing secret",
    copy: "Copy",
    done: "Done",
    rotateTitle: "Replace the signing secret?",
    rotateText: "For a day, requests are signed with both secrets, so you can switch without downtime.",
    removeTitle: "Delete {url}?",
    removeText: "The webhook's deliveries are deleted, too. You can't undo this.",
    saved: "Webhook saved.",
    removed: "Webhook deleted.",
    turnedOff: "Webhook turned off.",
    turnedOn: "Webhook turned on.",
    tested: "Test event sent. See the deliveries for the response.",
  },
  allWebhooks: {
    text: "Webhooks for the whole site and every organization.",
    site: "Whole site",
    noMatches: "No webhooks match your filter.",
  },
  deliveries: {
    title: "Deliveries",
    none: "Nothing was sent yet",
    noMatches: "No deliveries match your filter.",
    state: "Status",
    all: "All",
    pending: "Pending",
    delivered: "Delivered",
    failed: "Failed",
    status: "The server responded with status {status}",
    noResponse: "The server didn't respond",
    attempts: { one: "{count} attempt", other: "{count} attempts" },
    next: "Next attempt {time}",
    payload: "Contents",
    replay: "Send again",
    replayEvent: "Send {event} again",
    replayed: "Event sent again.",
    refresh: "Refresh",
  },
  auditText: "Who did what in your organization, newest first.",
  export: "Export",
  exportCsv: "As CSV",
  exportJson: "As JSON lines",
  exportHint: "Without a time filter, the last 30 days are exported.",
  times: { day: "Last 24 hours", week: "Last 7 days", month: "Last 30 days" },
  audit: auditEn,
  errors: {
    DELIVERY_NOT_FOUND: "This delivery no longer exists.",
    INVALID_WEBHOOK_URL: "Enter a public URL that starts with https.",
    UNKNOWN_EVENT_TYPE: "This event type doesn't exist. Select another one.",
    WEBHOOK_DISABLED: "This webhook is off. Turn it on first.",
    WEBHOOK_LIMIT_REACHED: "Your organization has reached its limit of webhooks. Delete one to create another.",
    WEBHOOK_NOT_FOUND: "This webhook no longer exists.",
    YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS: "You don't have permission to manage webhooks.",
    YOU_ARE_NOT_ALLOWED_TO_READ_THE_AUDIT_LOG: "You don't have permission to view the audit log.",
  },
};
