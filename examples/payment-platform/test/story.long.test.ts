import { webhooks } from "@polar-sh/sdk/2026-10";
import { Webhook } from "standardwebhooks";
import { afterEach, describe, expect, test } from "vitest";
import { closeSites, secret, startSite } from "./site.ts";
import { playStory } from "./story.ts";

afterEach(closeSites);

describe("a customer's story, over HTTP with the provider's real SDK", () => {
  test("ends as expected, with standard signatures that the official SDK accepts", async () => {
    const site = await startSite();
    await playStory(site);

    const library = new Webhook(secret);
    for (const { headers, body } of site.received) library.verify(body, headers as Record<string, string>);
    // The SDK uses the secret's text as the key, so its input is signed again.
    const text = "a secret of the older kind";
    const own = new Webhook(Buffer.from(text).toString("base64"));
    for (const { type, body } of site.platform.deliveries()) {
      const at = new Date();
      const headers = {
        "webhook-id": "1",
        "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
        "webhook-signature": own.sign("1", at, body),
      };
      expect((await webhooks.validateEvent(body, headers, text)).type).toBe(type);
    }
    const types = new Set(site.platform.deliveries().map(({ type }) => type));
    expect([...types].sort()).toEqual(told);
  });

  test.each([
    { duplicates: true },
    { reordering: true },
    { failures: true },
    { delay: 0.1 },
    { duplicates: true, reordering: true, failures: true, delay: 0.05 },
  ])("ends the same with %o", async (mischief) => {
    const site = await startSite();
    await site.switchOn(mischief);
    await playStory(site);
    const deliveries = site.platform.deliveries().filter(({ type }) => !/^(organization|benefit|product)\./.test(type));
    if (mischief.failures) {
      const notes = deliveries.map(({ attempts }) => attempts.find(({ note }) => note !== "a copy")?.note);
      expect(new Set(notes)).toEqual(new Set(["the request was lost", "the response was lost"]));
    }
    if (mischief.duplicates) {
      expect(deliveries.every(({ attempts }) => attempts.some(({ note }) => note === "a copy"))).toBe(true);
    }
    if (mischief.reordering && !mischief.failures) {
      const came = site.received.map(({ headers }) => headers["webhook-id"]);
      const first = deliveries.map(({ id }) => came.indexOf(id));
      expect(first).not.toEqual(first.toSorted((a, b) => a - b));
    }
  });
});

const told = [
  "benefit.created",
  "benefit_grant.created",
  "benefit_grant.cycled",
  "benefit_grant.revoked",
  "checkout.created",
  "checkout.updated",
  "customer.created",
  "customer.state_changed",
  "order.created",
  "order.paid",
  "order.refunded",
  "order.updated",
  "organization.updated",
  "product.created",
  "refund.created",
  "subscription.active",
  "subscription.canceled",
  "subscription.created",
  "subscription.revoked",
  "subscription.uncanceled",
  "subscription.updated",
];
