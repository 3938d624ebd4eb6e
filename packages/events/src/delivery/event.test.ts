import { testPassword } from "@latchkey/test-kit";
import { Webhook } from "standardwebhooks";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type Reply, startEvents } from "../../test/app.ts";
import type { WebhookPayload } from "../call-types.ts";

afterEach(() => vi.useRealTimers());

/** Verifies with the Standard Webhooks library, which compares the time with the system's clock. */
function verify(
  secret: string,
  received: { readonly headers: object; readonly body: string },
  now: Date,
): WebhookPayload {
  vi.useFakeTimers({ now, toFake: ["Date"] });
  try {
    return new Webhook(secret).verify(received.body, received.headers as Record<string, string>) as WebhookPayload;
  } finally {
    vi.useRealTimers();
  }
}

const day = 24 * 3600;

describe("an event", () => {
  test("is signed as Standard Webhooks defines, and contains who made which change, without secrets", async () => {
    const { olga, acme, clock, received, create, deliver, deliveries, rename } = await startEvents();
    const { id, secret } = await create({ events: ["organization.*"] });
    await rename("Acme Inc");
    await deliver();
    expect(received).toHaveLength(1);
    const [first] = received;
    if (!first) return;
    const payload = verify(secret, first, clock.now());
    expect(payload).toMatchObject({
      type: "organization.update",
      timestamp: clock.now().toISOString(),
      data: { actorId: olga.id, actorType: "user", onBehalfOf: null, userId: null, organizationId: acme },
    });
    expect(Object.keys(payload.data).sort()).toEqual(
      ["actorId", "actorType", "details", "onBehalfOf", "organizationId", "revision", "userId"].sort(),
    );
    expect(first.headers["content-type"]).toBe("application/json");
    expect(() => verify(`whsec_${btoa("x".repeat(24))}`, first, clock.now())).toThrow();
    const [delivery] = await deliveries(id);
    expect(delivery).toMatchObject({ state: "delivered", attempts: 1, responseStatus: 200, nextAt: null, payload });
    expect(first.headers["webhook-id"]).toBe(delivery?.eventId);
  });

  test("reaches only its organization's and the site's webhooks that chose its type", async () => {
    const { eve, root, other, received, create, deliver, rename } = await startEvents();
    const site = { organizationId: undefined, site: true };
    await create({ url: "https://one.test/", events: ["organization.update"] });
    await create({ url: "https://two.test/", events: ["member.*"] });
    await create({ url: "https://three.test/", events: ["*"], organizationId: other }, eve.browser);
    await create({ url: "https://four.test/", events: ["organization.*"], ...site }, root.browser);
    await deliver();
    received.length = 0;
    await rename("Acme Inc");
    await deliver();
    expect(received.map(({ url }) => url).sort()).toEqual(["https://four.test/", "https://one.test/"]);
  });

  test("is signed with both secrets for a day after a rotation", async () => {
    const { olga, clock, received, create, deliver, rename } = await startEvents();
    const { id, secret } = await create({ events: ["organization.update"] });
    const { body: rotated } = await olga.browser.post<Reply>("/webhook/rotate-secret", { id });
    await rename("One");
    await deliver();
    const at = clock.now();
    const [first] = received;
    for (const one of [secret, rotated.secret])
      expect(verify(one, first as never, at).type).toBe("organization.update");
    clock.advance(day);
    await olga.browser.signIn("olga@example.com", testPassword);
    await rename("Two");
    await deliver();
    const second = received[1] as never;
    expect(verify(rotated.secret, second, clock.now()).type).toBe("organization.update");
    expect(() => verify(secret, second, clock.now())).toThrow("No matching signature");
    const { body: last } = await olga.browser.post<Reply>("/webhook/rotate-secret", { id, overlap: 0 });
    await rename("Three");
    await deliver();
    expect(() => verify(rotated.secret, received[2] as never, clock.now())).toThrow("No matching signature");
    expect(verify(last.secret, received[2] as never, clock.now()).type).toBe("organization.update");
  });

  test("has an IP address and a user agent only for audit webhooks, which get every type", async () => {
    const { received, create, deliver, rename } = await startEvents();
    await create({ url: "https://siem.test/", kind: "audit", events: undefined });
    await create({ url: "https://app.test/", events: ["organization.update"] });
    received.length = 0;
    await rename("Acme Inc");
    await deliver();
    const of = (host: string) =>
      received.filter(({ url }) => url === `https://${host}/`).map(({ body }) => JSON.parse(body) as WebhookPayload);
    expect(of("siem.test").map(({ type }) => type)).toContain("webhook.create");
    const update = of("siem.test").find(({ type }) => type === "organization.update");
    expect(update?.data).toHaveProperty("ipAddress");
    expect(update?.data).toHaveProperty("userAgent");
    expect(of("app.test")[0]?.data).not.toHaveProperty("ipAddress");
  });

  test("has a different revision than other events", async () => {
    const { received, create, deliver, rename } = await startEvents();
    await create({ events: ["organization.update"] });
    for (const name of ["One", "Two", "Three"]) await rename(name);
    await deliver();
    const revisions = received
      .map(({ body }) => JSON.parse(body) as WebhookPayload)
      .map(({ data }) => [data.revision, JSON.stringify(data.details)] as const)
      .sort(([one], [other]) => one - other);
    expect(new Set(revisions.map(([revision]) => revision)).size).toBe(3);
  });
});
