/** Follows the guides' quick starts with their own code and commands, and the installed SDKs. */

import { afterEach, expect, test } from "vitest";
import { startPaymentPlatform, startStripePlatform } from "../src/index.ts";
import { freePort, startGuide, versionOf } from "./quick-start/app.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Follows a guide, from creating the tables to a purchase that takes effect. */
async function follow(
  guide: ReturnType<typeof startGuide>,
  url: string,
  settled: () => Promise<void>,
  pay: (checkout: string) => Promise<Response>,
): Promise<{ readonly id: string; readonly name: string }[]> {
  const [migrate, sync] = ["npx @latchkey/cli migrate", "npx @latchkey/cli billing sync"];
  expect(guide.commands).toEqual(expect.arrayContaining([migrate, sync]));
  const migrated = await guide.run(migrate);
  expect(migrated.code, migrated.output).toBe(0);
  // The products were created before the endpoint, so their webhooks are lost.
  await settled();
  const synced = await guide.run(sync);
  expect([synced.code, synced.output]).toEqual([0, expect.stringContaining("new or updated.")]);
  await guide.serve();
  const listed = await (await fetch(`${url}/api/auth/billing/products`)).json();

  const { code, output } = await guide.browse();
  expect(code, output).toBe(0);
  const browsed = JSON.parse(output.trim().split("\n").at(-1) ?? "");
  expect(browsed).toMatchObject({ errors: [null, null], products: listed });
  const isPro = async () => (await fetch(`${url}/is-pro`, { headers: { cookie: browsed.cookie } })).text();
  expect(await isPro()).toBe("false");
  const [checkout] = browsed.navigated;
  expect((await pay(checkout)).headers.get("location")).toBe(`${url}/`);
  await settled();
  expect(await isPro()).toBe("true");
  return listed;
}

function submit(page: string): Promise<Response> {
  const body = new URLSearchParams({ action: "pay", card: "good" });
  return fetch(page, { method: "POST", body, headers: { origin: new URL(page).origin }, redirect: "manual" });
}

test(`the quick start for Polar sells a plan, with @polar-sh/sdk ${versionOf("@polar-sh/sdk")}`, async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const secret = "whsec_CzBVep/E6Q4zWH2ix+wRNluApcrvFDleg6jN8hc8YYY=";
  const webhookURL = `${url}/api/auth/billing/webhooks`;
  const platform = await startPaymentPlatform({ port: 0, webhookURL, secret, retryAfter: 0.001 });
  closing.push(() => platform.close());
  const guide = startGuide({
    pages: ["docs/guides/billing.md"],
    ids: {
      "b50218d5-25d7-4ab9-915e-6b33edad46dd": platform.benefits.pro ?? "",
      "758cae63-4791-465a-bf5d-5d50f9ee2f5c": platform.products.studio ?? "",
    },
    environment: {
      ...{ AUTH_URL: url, AUTH_SECRET: "uX3vT9qLr7WmZ2kPd8NfYc5JhB6sGa4E", PAYMENT_PLATFORM: platform.url },
      ...{ POLAR_ACCESS_TOKEN: platform.accessToken, POLAR_WEBHOOK_SECRET: secret },
    },
  });
  closing.push(guide.close);
  const products = await follow(guide, url, platform.settled, submit);
  expect(products.map(({ name }) => name).sort()).toEqual(["Render farm", "Solo", "Studio", "The Lighting Guide"]);
});

test(`the quick start for Stripe sells a plan, with stripe ${versionOf("stripe")}`, async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const secret = "whsec_C2Fv1mHk9tXwQz7RyB4nLdP8sJ0uEaGi";
  const webhookURL = `${url}/api/auth/billing/webhooks`;
  const platform = await startStripePlatform({ port: 0, webhookURL, secret, retryAfter: 0.001 });
  closing.push(() => platform.close());
  const guide = startGuide({
    pages: ["docs/guides/billing.md", "docs/guides/billing-stripe.md"],
    ids: {
      "758cae63-4791-465a-bf5d-5d50f9ee2f5c": platform.products.studio ?? "",
      prod_TGx3fQn1s2Yb0P: platform.products.studio ?? "",
    },
    environment: {
      ...{ AUTH_URL: url, AUTH_SECRET: "uX3vT9qLr7WmZ2kPd8NfYc5JhB6sGa4E", PAYMENT_PLATFORM: platform.url },
      ...{ STRIPE_SECRET_KEY: platform.apiKey, STRIPE_WEBHOOK_SECRET: secret },
    },
  });
  closing.push(guide.close);
  const [studio, ...others] = await follow(guide, url, platform.settled, submit);
  expect([studio?.name, others]).toEqual(["Studio", []]);
});
