/** Reads what a delivery says, outside of any transaction. */

import { type ReadEvent, readEvent, type UnknownEvent, type WebhookEvent } from "../entities/event.ts";
import { tooDeep, type UnknownMember, type WireIssue } from "../entities/wire.ts";
import { type Snapshots, snapshotsOf } from "../mirror/snapshots.ts";
import { parseStorable } from "../webhooks/storable.ts";

/** A delivery whose sender is known. */
export interface Signed {
  /** The `webhook-id`. */
  readonly id: string;
  readonly body: string;
  readonly sentAt: Date;
}

/** A delivery that was read. */
export interface Delivery extends Signed {
  readonly event: WebhookEvent | UnknownEvent;
  /** The event taken apart; `null`: this version does not know its type. */
  readonly snapshots: Snapshots | null;
  /** Words and members that this version does not know. */
  readonly unknown: readonly UnknownMember[];
}

/** What was sent is no event. */
export interface Malformed {
  readonly issues: readonly WireIssue[];
}

/** @throws {AuthError} `BAD_REQUEST` (400) the body is not JSON */
export function readDelivery(signed: Signed): Delivery | Malformed {
  const { id, body, sentAt } = signed;
  const read: ReadEvent = readEvent(parseStorable(body));
  if (read.kind === "malformed") return { issues: read.issues };
  const { event } = read;
  if (read.kind === "unknown") return { id, body, sentAt, event, snapshots: null, unknown: [] };
  try {
    return { id, body, sentAt, event, snapshots: snapshotsOf(read.event), unknown: read.unknown };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { issues: [tooDeep] };
  }
}
