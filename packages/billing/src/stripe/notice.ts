/** Reads Stripe's events. An event only says what changed, so the current state is fetched. */

import * as z from "zod";
import { id, type WireIssue } from "../entities/wire.ts";
import { idOf } from "./client.ts";

/** An event about an object. The event's copy of the object can be outdated, so the object is fetched. */
export interface StripeNotice {
  /** The event type, such as `customer.subscription.updated`. */
  readonly type: string;
  /** When it happened. Only exact to the second. */
  readonly happenedAt: string;
  /** The connected account that it belongs to. `null` for the app's own account. */
  readonly account: string | null;
  /** The object's id. `null` for objects without one. */
  readonly objectId: string | null;
  /** The object in the event. Empty in thin events, which only have the id. */
  readonly object: Readonly<Record<string, unknown>>;
  /** The values before the change. Empty if the event doesn't say. */
  readonly previous: Readonly<Record<string, unknown>>;
}

const anyObject = z.record(z.string(), z.unknown());

/** An event with a copy of the object. `created` is in seconds. */
const snapshotEvent = z.looseObject({
  object: z.literal("event"),
  id,
  type: z.string().min(1).max(255),
  created: z.int(),
  account: z.string().nullish(),
  data: z.looseObject({ object: anyObject, previous_attributes: anyObject.nullish() }),
});

/** A thin event. `created` is ISO 8601. */
const thinEvent = z.looseObject({
  object: z.literal("v2.core.event"),
  id,
  type: z.string().min(1).max(255),
  created: z.string(),
  context: z.string().nullish(),
  related_object: z.looseObject({ id, type: z.string() }).nullish(),
});

/** Reads an event. */
export function readNotice(value: unknown): StripeNotice | { readonly issues: readonly WireIssue[] } {
  if ((value as { readonly object?: unknown } | null)?.object === "v2.core.event") return readThinNotice(value);
  const read = snapshotEvent.safeParse(value);
  if (!read.success) return { issues: read.error.issues };
  const { type, created, account, data } = read.data;
  return {
    type,
    happenedAt: new Date(created * 1000).toISOString(),
    account: account ?? null,
    objectId: idOf(data.object),
    object: data.object,
    previous: data.previous_attributes ?? {},
  };
}

function readThinNotice(value: unknown): StripeNotice | { readonly issues: readonly WireIssue[] } {
  const read = thinEvent.safeParse(value);
  if (!read.success) return { issues: read.error.issues };
  const { type, created, context, related_object } = read.data;
  const time = Date.parse(created);
  return {
    // Thin events about API v1 objects use the same types with a `v1.` prefix.
    type: type.replace(/^v1\./, ""),
    happenedAt: new Date(Number.isNaN(time) ? 0 : time).toISOString(),
    account: context ?? null,
    objectId: related_object?.id ?? null,
    object: {},
    previous: {},
  };
}
