/** The requests that webhooks receive. See Standard Webhooks, https://www.standardwebhooks.com. */

import { fromBase64, hmacSha256, toBase64 } from "@latchkey/core/crypto";
import type { WebhookPayload } from "../call-types.ts";
import type { EventRow, WebhookKind } from "../tables.ts";

/** The type of the events that `/webhook/test` sends. */
export const testType = "webhook.test";

/** Returns an event's request body for this kind of webhook. */
export function payloadOf(
  { type, organizationId, userId, data, createdAt }: EventRow,
  kind: WebhookKind,
): WebhookPayload {
  const { revision, actorId, actorType = null, onBehalfOf, ipAddress, userAgent, details } = data;
  return {
    type,
    timestamp: createdAt.toISOString(),
    data: {
      revision,
      actorId,
      actorType,
      onBehalfOf,
      userId,
      organizationId,
      details,
      ...(kind === "audit" ? { ipAddress, userAgent } : {}),
    },
  };
}

/** Returns a request's headers. @param secrets one signature is added per secret */
export function signedHeaders(
  id: string,
  body: string,
  secrets: readonly string[],
  now: Date,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets.map((secret) => sign(secret, `${id}.${timestamp}.${body}`)).join(" "),
  };
}

function sign(secret: string, text: string): string {
  const key = fromBase64(secret.replace(/^whsec_/, ""));
  if (!key) throw new Error("The webhook's secret isn't base64.");
  return `v1,${toBase64(hmacSha256(key, text))}`;
}
