/** The sending side: signed bodies like the payment provider's. */

import { createHmac, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

export const secret = "whsec_CzBVep/E6Q4zWH2ix+wRNluApcrvFDleg6jN8hc8YYY=";

const folder = new URL("../fixtures/", import.meta.url);

/** A body from `fixtures`. */
export interface Body {
  type: string;
  timestamp?: string;
  data: any;
}

export function fixture(name: string): Body {
  return JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));
}

export function fixtureNames(): string[] {
  return readdirSync(folder)
    .map((name) => name.replace(/\.json$/, ""))
    .filter((name) => name.includes("."));
}

export interface SendOptions {
  readonly id?: string;
  readonly now: Date;
  readonly headers?: Readonly<Record<string, string>>;
  readonly secret?: string;
}

/** A delivery, signed according to the standard. */
export function deliveryOf(body: Body | string | Uint8Array, options: SendOptions): Request {
  const { id = randomUUID(), now, headers = {}, secret: key = secret } = options;
  const bytes = body instanceof Uint8Array ? body : Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
  const timestamp = Math.floor(now.getTime() / 1000);
  const signature = createHmac("sha256", Buffer.from(key.slice(6), "base64"))
    .update(`${id}.${timestamp}.`)
    .update(bytes)
    .digest("base64");
  return new Request("http://app.test/api/auth/billing/webhooks", {
    method: "POST",
    body: bytes as BodyInit,
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": `v1,${signature}`,
      ...headers,
    },
  });
}
