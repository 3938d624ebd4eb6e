/**
 * Receives Stripe's webhooks. The object in an event can be outdated, incomplete, or in another API version, and the
 * event's time is only exact to the second. So the object is fetched when the event arrives, and the state that was
 * requested last counts as the newest.
 */

import type { UnknownEvent, WebhookEvent } from "../entities/event.ts";
import { tooDeep } from "../entities/wire.ts";
import type { NoEvent, ProviderWebhooks, ReadEvent, StoredDelivery, UnreadableEvent } from "../provider/webhooks.ts";
import { parseSanitizedJson } from "../webhooks/sanitize-json.ts";
import { type StripeClient, type StripeObject, toStorable } from "./client.ts";
import { type Converted, convertEntity, type FetchedEntity, type FetchTime, isEntityKind } from "./convert.ts";
import { eventTypeOf } from "./event-types.ts";
import { readNotice, type StripeNotice } from "./notice.ts";
import { routeOf } from "./routes.ts";
import { createStripeVerifier } from "./signature.ts";

/** The entities that were fetched for an event. `null` if the app's account doesn't have them. */
interface Lookups {
  readonly entities: readonly FetchedEntity[] | null;
}

/** Stripe's webhooks, for the client's account. Events from connected accounts other than `account` aren't applied. */
export function createStripeWebhooks(client: StripeClient, account: string | null): ProviderWebhooks {
  const isForeign = (notice: StripeNotice): boolean => notice.account !== null && notice.account !== account;
  return {
    createVerifier: createStripeVerifier,
    read(delivery) {
      const body = parseSanitizedJson(delivery.body) as StripeObject;
      if (body?.object === fetchedObject) return readFetched(body, delivery);
      const notice = readNotice(body);
      if ("issues" in notice) return { kind: "malformed", issues: notice.issues };
      const event = { type: notice.type, timestamp: notice.happenedAt, data: body };
      const { entities } = (delivery.lookups ?? { entities: [] }) as Lookups;
      if (isForeign(notice) || entities === null) return toUnapplied(event, "foreign");
      const time = {
        eventAt: delivery.arrival,
        arrival: delivery.arrival,
        deletedAt: notice.type === "customer.deleted" ? notice.happenedAt : null,
      };
      return applyFetched(event, notice, entities, time);
    },
    async lookUp({ data }, call) {
      const notice = readNotice(data);
      if ("issues" in notice || isForeign(notice)) return undefined;
      const route = routeOf(notice.type);
      return route && ({ entities: await route(client, notice, call) } satisfies Lookups);
    },
    format({ type, data }, fetchedAt) {
      const value = toStorable(data as StripeObject);
      return JSON.stringify({ object: fetchedObject, type, fetched_at: fetchedAt.toISOString(), data: value });
    },
  };
}

/** Marks the body of an entity that was fetched without an event. */
const fetchedObject = "latchkey.fetched";

function toUnapplied(event: UnknownEvent, outcome: "foreign" | "same"): ReadEvent {
  return { kind: "event", event, snapshots: null, unknown: [], unapplied: outcome };
}

function applyFetched(
  event: UnknownEvent,
  notice: StripeNotice,
  [fetched]: readonly FetchedEntity[],
  time: FetchTime,
): ReadEvent | UnreadableEvent {
  if (!fetched) return toUnapplied(event, "same");
  const converted = convertSafely(fetched, time);
  if ("issues" in converted) return { kind: "unreadable", event, issues: converted.issues };
  const [first] = converted.entities;
  // Refunds and disputes are fetched with their order, so the event's own entity might not be the first.
  const ownEntity = converted.entities.find(({ data }) => data.id === notice.objectId);
  const main = ownEntity ?? first;
  if (!main) return toUnapplied(event, "same");
  const kind = fetched.kind === "order" && main !== first ? "refund" : fetched.kind;
  const type = eventTypeOf(notice, kind);
  return toReadEvent(
    { type, source: notice.type, timestamp: notice.happenedAt, data: main.data },
    main,
    converted.entities,
  );
}

function readFetched(body: StripeObject, { arrival }: StoredDelivery): ReadEvent | UnreadableEvent | NoEvent {
  const { type, fetched_at: fetchedAt, data } = body;
  const [kind = ""] = String(type).split(".", 1);
  if (typeof fetchedAt !== "string" || typeof type !== "string" || !isEntityKind(kind)) {
    return { kind: "malformed", issues: [{ message: "isn't a type that can be fetched", path: ["type"] }] };
  }
  const event = { type, timestamp: fetchedAt, data };
  const converted = convertSafely({ kind, value: data }, { eventAt: fetchedAt, arrival, deletedAt: null });
  if ("issues" in converted) return { kind: "unreadable", event, issues: converted.issues };
  const [main] = converted.entities;
  if (!main) return toUnapplied(event, "same");
  return toReadEvent({ ...event, data: main.data }, main, converted.entities);
}

function convertSafely(fetched: FetchedEntity, time: FetchTime): ReturnType<typeof convertEntity> {
  try {
    return convertEntity(fetched, time);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { issues: [tooDeep] };
  }
}

function toReadEvent(
  event: UnknownEvent & { readonly source?: string },
  main: Converted,
  all: readonly Converted[],
): ReadEvent {
  const copies = all.filter((one) => one !== main).map(({ snapshot }) => snapshot);
  const snapshots = { main: main.snapshot, copies, sellerId: null };
  return { kind: "event", event: event as UnknownEvent | WebhookEvent, snapshots, unknown: [] };
}
