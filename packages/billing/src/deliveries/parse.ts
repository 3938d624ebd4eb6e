/** Parses deliveries, outside of any transaction. */

import type { UnknownEvent, WebhookEvent } from "../entities/event.ts";
import type { UnknownMember } from "../entities/unknown-members.ts";
import type { WireIssue } from "../entities/wire.ts";
import type { Snapshots } from "../mirror/snapshot.ts";
import type { NoEvent, ProviderWebhooks, StoredDelivery } from "../provider/webhooks.ts";

/** A parsed delivery. */
export interface ParsedDelivery extends StoredDelivery {
  readonly event: WebhookEvent | UnknownEvent;
  /** The event's snapshots, or `null` if this version can't apply it. */
  readonly snapshots: Snapshots | null;
  /** Why there's nothing to apply. `undefined` if this version doesn't know the event's type. */
  readonly unapplied?: "foreign" | "same" | undefined;
  /** Enum values and union members that this version doesn't know. */
  readonly unknown: readonly UnknownMember[];
  /** Why the event can't be applied although its type is known. Empty otherwise. */
  readonly issues: readonly string[];
}

/** Parses a delivery with the payment provider's schemas. @throws {AuthError} 400 `BAD_REQUEST` if it isn't JSON */
export function parseDelivery(webhooks: ProviderWebhooks, stored: StoredDelivery): ParsedDelivery | NoEvent {
  const { id, body, sentAt, arrival, lookups } = stored;
  const delivery = { id, body, sentAt, arrival, lookups };
  const read = webhooks.read(delivery);
  if (read.kind === "malformed") return read;
  if (read.kind === "event") {
    const { event, snapshots, unapplied, unknown } = read;
    return { ...delivery, event, snapshots, unapplied, unknown, issues: [] };
  }
  return { ...delivery, event: read.event, snapshots: null, unknown: [], issues: describeIssues(read.issues) };
}

/** Maximum issues per delivery, and characters per issue. */
const [maxIssues, maxLength] = [5, 300];

/** Describes what's wrong and where, for logs and the seller. */
export function describeIssues(issues: readonly WireIssue[]): string[] {
  return issues.slice(0, maxIssues).map(({ path, message }) => {
    const place = path.map(String).join(".");
    return (place === "" ? message : `${place}: ${message}`).slice(0, maxLength);
  });
}
