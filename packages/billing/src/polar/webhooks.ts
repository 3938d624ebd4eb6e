/** Receives Polar's webhooks, which follow Standard Webhooks. */

import { parseEvent, type UnknownEvent } from "../entities/event.ts";
import { tooDeep } from "../entities/wire.ts";
import type { ProviderWebhooks, ReadEvent, UnreadableEvent } from "../provider/webhooks.ts";
import { parseSanitizedJson } from "../webhooks/sanitize-json.ts";
import { webhookKeys } from "../webhooks/secrets.ts";
import { readSignedHeaders, verifyBody } from "../webhooks/verify.ts";
import { readAdditionalEvent } from "./additional-events.ts";
import { extractSnapshots } from "./snapshots.ts";

/** Polar's webhooks. */
export const polarWebhooks: ProviderWebhooks = {
  createVerifier(secrets) {
    const { keys, warnings } = webhookKeys(secrets);
    return {
      warnings,
      readHeaders(headers, now) {
        const signed = readSignedHeaders(headers, now);
        return (body) => verifyBody(signed, body, keys);
      },
    };
  },
  read({ body, arrival }) {
    const read = parseEvent(parseSanitizedJson(body));
    if (read.kind === "malformed" || read.kind === "unreadable") return read;
    try {
      if (read.kind === "unknown") return readUnknown(read.event, arrival);
      const { event, unknown } = read;
      return { kind: "event", event, snapshots: extractSnapshots(event, arrival), unknown };
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return { kind: "unreadable", event: read.event as UnknownEvent, issues: [tooDeep] };
    }
  },
  format: ({ type, data }, fetchedAt) => JSON.stringify({ type, timestamp: fetchedAt.toISOString(), data }),
};

function readUnknown(event: UnknownEvent, arrival: string): ReadEvent | UnreadableEvent {
  const read = readAdditionalEvent(event, arrival);
  if (read && "issues" in read) return { kind: "unreadable", event, issues: read.issues };
  return { kind: "event", event, snapshots: read?.snapshots ?? null, unknown: read?.unknown ?? [] };
}
