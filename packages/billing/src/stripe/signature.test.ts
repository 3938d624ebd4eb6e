import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { createStripeVerifier } from "./signature.ts";

const secret = "whsec_C2Fv1mHk9tXwQz7RyB4nLdP8sJ0uEaGi";
const sdk = new Stripe("sk_test_x");
const body = JSON.stringify({ id: "evt_1", object: "event", type: "customer.created", data: { object: {} } });
const now = new Date("2026-11-01T12:00:00.000Z");
const seconds = now.getTime() / 1000;

/** The header that Stripe's own SDK creates. */
function headerOf(options: { secret?: string; timestamp?: number; payload?: string } = {}): string {
  return sdk.webhooks.generateTestHeaderString({ payload: body, secret, timestamp: seconds, ...options });
}

function verify(header: string | null, given: string = body, secrets: string | string[] = secret) {
  const headers = new Headers(header === null ? {} : { "stripe-signature": header });
  try {
    return createStripeVerifier(secrets).readHeaders(headers, now)(new TextEncoder().encode(given));
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe("Stripe's verifier", () => {
  test("accepts what the SDK signs, and reads the event's id from the signed body", () => {
    expect(verify(headerOf())).toMatchObject({ id: "evt_1", sentAt: now });
    expect(sdk.webhooks.constructEvent(body, headerOf(), secret, 300, undefined, now.getTime()).id).toBe("evt_1");
  });

  test("rejects signatures with another secret, body, time, or scheme", () => {
    expect(verify(headerOf({ secret: "whsec_other_secret_of_some_length" }))).toBe("WEBHOOK_NO_MATCHING_SIGNATURE");
    expect(verify(headerOf(), `${body} `)).toBe("WEBHOOK_NO_MATCHING_SIGNATURE");
    expect(verify(headerOf().replace(`t=${seconds}`, `t=${seconds - 1}`))).toBe("WEBHOOK_NO_MATCHING_SIGNATURE");
    // `v0` is a test scheme with a different key.
    expect(verify(headerOf().replace("v1=", "v0="))).toBe("WEBHOOK_MISSING_HEADERS");
  });

  test("tolerates up to 300 seconds in both directions, inclusive", () => {
    const codes = [-300, 300, -301, 301].map((offset) => verify(headerOf({ timestamp: seconds + offset })));
    const accepted = expect.objectContaining({ id: "evt_1" });
    expect(codes).toEqual([accepted, accepted, "WEBHOOK_TIMESTAMP_TOO_OLD", "WEBHOOK_TIMESTAMP_TOO_NEW"]);
  });

  test("rejects headers that are missing, empty, incomplete, or sent twice", () => {
    const v1 = headerOf().split(",")[1];
    const broken = [null, "", "t=,v1=", `t=${seconds}`, `${v1}`, `t=1e9,${v1}`, `t=-1,${v1}`, `t=${seconds}abc,${v1}`];
    for (const header of [...broken, `${headerOf()}, ${headerOf()}`]) {
      expect([header, verify(header)]).toEqual([header, "WEBHOOK_MISSING_HEADERS"]);
    }
  });

  test("accepts several signatures and several secrets during a rotation", () => {
    const next = "whsec_the_next_secret_0123456789abcdef";
    const both = `${headerOf()},${headerOf({ secret: next }).split(",")[1]}`;
    expect(verify(both)).toMatchObject({ id: "evt_1" });
    expect(verify(both, body, next)).toMatchObject({ id: "evt_1" });
    expect(verify(headerOf({ secret: next }), body, [secret, next])).toMatchObject({ id: "evt_1" });
  });

  test("rejects empty secrets and the wrong format at start, and warns about short secrets", () => {
    for (const given of ["", " ", "whsec_", []])
      expect(() => createStripeVerifier(given)).toThrow("billing.secret is empty");
    expect(() => createStripeVerifier({ secret, format: "base64" })).toThrow("format base64");
    expect(createStripeVerifier("whsec_short").warnings).toHaveLength(1);
    expect(createStripeVerifier(secret).warnings).toEqual([]);
  });
});
