/** Parses deliveries, outside of any transaction. */

import { type ParsedEvent, parseEvent, type UnknownEvent, type WebhookEvent } from "../entities/event.ts";
import { tooDeep, type UnknownMember, type WireIssue } from "../entities/wire.ts";
import { extractSnapshots, type Snapshots } from "../mirror/snapshots.ts";
import { parseSanitizedJson } from "../webhooks/sanitize-json.ts";

/** A delivery with a verified signature. */
export interface SignedDelivery {
  /** The `webhook-id` header. */
  readonly id: string;
  readonly body: string;
  readonly sentAt: Date;
}

/** A parsed delivery. */
export interface ParsedDelivery extends SignedDelivery {
  readonly event: WebhookEvent | UnknownEvent;
  /** The event's snapshots, or `null` if this version doesn't know its type. */
  readonly snapshots: Snapshots | null;
  /** Enum values and union members that this version doesn't know. */
  readonly unknown: readonly UnknownMember[];
}

/** The payload isn't a valid event. */
export interface MalformedDelivery {
  readonly issues: readonly WireIssue[];
}

/** @throws {AuthError} 400 `BAD_REQUEST` if the body isn't JSON */
export function parseDelivery(signed: SignedDelivery): ParsedDelivery | MalformedDelivery {
  const { id, body, sentAt } = signed;
  const read: ParsedEvent = parseEvent(parseSanitizedJson(body));
  if (read.kind === "malformed") return { issues: read.issues };
  const { event } = read;
  if (read.kind === "unknown") return { id, body, sentAt, event, snapshots: null, unknown: [] };
  try {
    return { id, body, sentAt, event, snapshots: extractSnapshots(read.event), unknown: read.unknown };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { issues: [tooDeep] };
  }
}
