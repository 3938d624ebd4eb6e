/** Sends a signed sample to the app's webhook endpoint, and one with an invalid signature. */

import { fromBase64, hmacSha256, randomBytes, toBase64, toBase64Url, utf8 } from "@latchkey/core/crypto";
import { optionsOf } from "../plugins.ts";
import type { Target } from "../project/target.ts";
import { isList, type StaticValue, valueAt } from "../source/values.ts";
import type { Finding } from "./finding.ts";

/** No version knows this event type, so it's stored as a delivery and changes nothing. */
const body: string = JSON.stringify({ type: "latchkey.doctor", timestamp: new Date(0).toISOString(), data: {} });

/**
 * @param url URL of the webhook endpoint or of the app
 * @param given the secret, if it can't be read from the auth file
 */
export async function checkBilling(target: Target, url: string, given: string | undefined): Promise<Finding[]> {
  const address = endpointOf(url, target);
  const secret = given ?? secretOf(valueAt(optionsOf(target.authFile, "billing"), "secret"));
  if (!secret) {
    throw new Error(
      "--billing-secret is missing, and the webhook secret can't be read from the auth file. Set --billing-secret.",
    );
  }
  const right = await post(address, secret);
  if (right.status !== 200) return [rejectedFinding(address, right)];
  const wrong = await post(address, `whsec_${toBase64(randomBytes(32))}`);
  if (wrong.status >= 400) return [];
  return [
    {
      id: "billing.accepts-any-signature",
      severity: "error",
      title: `${address} accepts a webhook with an invalid signature, so anyone can fake a payment.`,
      step: "Send webhooks to the billing plugin's endpoint, /api/auth/billing/webhooks. It checks signatures.",
    },
  ];
}

interface Reply {
  readonly status: number;
  readonly code: string;
}

function endpointOf(url: string, { authFile }: Target): string {
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw new Error(`--billing is ${url}. Use your app's URL, such as https://app.example.com.`);
  const address = new URL(url);
  if (address.pathname !== "/") return address.href;
  const base = valueAt(authFile?.options, "basePath");
  return new URL(`${typeof base === "string" ? base : "/api/auth"}/billing/webhooks`, address).href;
}

/** Returns the current secret if there are several. */
function secretOf(given: StaticValue): string | undefined {
  const first = isList(given) ? given[0] : given;
  if (typeof first === "string") return first;
  const inner = valueAt(first, "secret");
  return typeof inner === "string" ? inner : undefined;
}

async function post(address: string, secret: string): Promise<Reply> {
  const id = `doctor_${toBase64Url(randomBytes(16))}`;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = toBase64(hmacSha256(keyOf(secret), utf8(`${id}.${timestamp}.${body}`)));
  const headers = {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  };
  try {
    const reply = await fetch(address, { method: "POST", headers, body, redirect: "manual" });
    const { code = "" } = (await reply.json().catch(() => ({}))) as { code?: string };
    return { status: reply.status, code };
  } catch (cause) {
    throw new Error(`${address} doesn't respond. Start the app first.`, { cause });
  }
}

/** Decodes the secret as the Standard Webhooks spec requires. A secret that isn't base64 is used as plain bytes. */
function keyOf(secret: string): Uint8Array {
  const encoded = secret.replace(/^whsec_/, "");
  const decoded = fromBase64(encoded.padEnd(Math.ceil(encoded.length / 4) * 4, "="));
  const isKey = decoded !== null && decoded.length > 0 && (secret.startsWith("whsec_") || decoded.length >= 24);
  return isKey ? decoded : utf8(secret);
}

const fixByCode: Readonly<Record<string, string>> = {
  WEBHOOK_NO_MATCHING_SIGNATURE:
    "Compare the secret with your payment provider's. If it's the same, something reads the body before the handler. Mount the handler before body parsers.",
  WEBHOOK_TIMESTAMP_TOO_OLD: "Synchronize the clocks of both machines.",
  WEBHOOK_TIMESTAMP_TOO_NEW: "Synchronize the clocks of both machines.",
  WEBHOOK_MISSING_HEADERS: "Make your proxy pass on headers that start with webhook-.",
  WEBHOOK_HANDLER_FAILED: "The app's onEvent handler threw an error. See the app's log.",
};

function rejectedFinding(address: string, { status, code }: Reply): Finding {
  const isRedirect = status >= 300 && status < 400;
  const general =
    status === 404
      ? "Mount the handler there and add the billing plugin, or correct the URL in --billing."
      : isRedirect
        ? "Give your payment provider the final URL, because it doesn't follow redirects."
        : "See the app's log.";
  return {
    id: "billing.sample-rejected",
    severity: "error",
    title: `${address} rejects a correctly signed webhook with ${status}${code ? ` ${code}` : ""}, so the app misses payments.`,
    step: fixByCode[code] ?? general,
  };
}
