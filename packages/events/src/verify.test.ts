import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { type Reply, startEvents } from "../test/app.ts";
import { verifyWebhook, WebhookVerificationError } from "./verify.ts";

const now = new Date("2030-01-01T12:00:00Z");
const secret = `whsec_${btoa("a secret of 24 characters")}`;
const other = `whsec_${btoa("another of 24 characters!")}`;
const event = { type: "user.create", timestamp: now.toISOString(), data: { revision: 1, userId: "u1" } };

/** A request that the Standard Webhooks library signed. */
function signed(body: string, { key = secret, at = now, id = "evt_1" } = {}) {
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": String(at.getTime() / 1000),
    "webhook-signature": new Webhook(key).sign(id, at, body),
  };
  return { body, headers };
}

/** The error's code, or the event's type. */
function outcome(body: string | Uint8Array, headers: Parameters<typeof verifyWebhook>[1], given = [secret]): string {
  try {
    return verifyWebhook(body, headers, { secret: given, now }).type;
  } catch (error) {
    return error instanceof WebhookVerificationError ? error.code : String(error);
  }
}

describe("a request", () => {
  const text = JSON.stringify(event);
  const { body, headers } = signed(text);

  test("is accepted if it was signed with one of the secrets, with headers from Node.js or a Request, as text or bytes", () => {
    expect(verifyWebhook(body, headers, { secret, now })).toEqual({ id: "evt_1", ...event });
    expect(outcome(new TextEncoder().encode(body), new Headers(headers), [other, secret])).toBe("user.create");
    const both = {
      ...headers,
      "webhook-signature": `${signed(text, { key: other }).headers["webhook-signature"]} ${headers["webhook-signature"]}`,
    };
    expect(outcome(body, both)).toBe("user.create");
  });

  test.each<[string, string, object]>([
    ["another secret", "NO_MATCHING_SIGNATURE", signed(text, { key: other }).headers],
    ["another id", "NO_MATCHING_SIGNATURE", { ...headers, "webhook-id": "evt_2" }],
    [
      "another version",
      "NO_MATCHING_SIGNATURE",
      { ...headers, "webhook-signature": headers["webhook-signature"].replace("v1", "v2") },
    ],
    ["no signature", "MISSING_HEADERS", { ...headers, "webhook-signature": "" }],
    ["no id", "MISSING_HEADERS", { ...headers, "webhook-id": undefined }],
    ["two ids", "MISSING_HEADERS", { ...headers, "webhook-id": ["evt_1", "evt_1"] }],
    ["two joined ids", "MISSING_HEADERS", { ...headers, "webhook-id": "evt_1, evt_1" }],
    ["an invalid time", "MISSING_HEADERS", { ...headers, "webhook-timestamp": "NaN" }],
    ["an old time", "TIMESTAMP_TOO_OLD", signed(text, { at: new Date(now.getTime() - 301_000) }).headers],
    ["a time in the future", "TIMESTAMP_TOO_NEW", signed(text, { at: new Date(now.getTime() + 301_000) }).headers],
  ])("with %s is rejected", (_, code, given) => {
    expect(outcome(body, given as never)).toBe(code);
  });

  test("is rejected if its body was changed or isn't an event", () => {
    expect(outcome(`${body} `, headers)).toBe("NO_MATCHING_SIGNATURE");
    for (const wrong of ["", "null", "[]", '{"type":1}', JSON.stringify({ ...event, data: null })]) {
      expect([wrong, outcome(wrong, signed(wrong).headers)]).toEqual([wrong, "INVALID_BODY"]);
    }
  });

  test("can't be verified without a secret", () => {
    for (const none of ["", "whsec_", "a password", "whsec_!"])
      expect(outcome(body, headers, [none])).toContain("whsec_");
    expect(outcome(body, headers, [])).toBe("NO_MATCHING_SIGNATURE");
  });
});

test("during a rotation, a request from the app can be verified with either secret", async () => {
  const { olga, clock, received, create, deliver, rename } = await startEvents();
  const { id, secret: first } = await create({ events: ["organization.update"] });
  const { body: rotated } = await olga.browser.post<Reply>("/webhook/rotate-secret", { id });
  await rename("Acme Inc");
  await deliver();
  const [request] = received;
  for (const one of [first, rotated.secret]) {
    const found = verifyWebhook(request?.body ?? "", request?.headers ?? {}, { secret: one, now: clock.now() });
    expect(found).toMatchObject({ type: "organization.update", data: { actorId: olga.id } });
  }
});
