/** The fake Stripe without its server: state, API, and events. */

import { createClock } from "../clock.ts";
import { newToken } from "../ids.ts";
import { shop as demoShop } from "../shop.ts";
import type { Shop } from "../shop-format.ts";
import { fillCatalog, type StripeCatalog } from "./catalog.ts";
import { type ApiAnswer, type ApiCall, answerCall } from "./http.ts";
import { apiRoutes } from "./routes.ts";
import { emptyStripeState, newId, nowOf, type StripePlatform } from "./state.ts";

/** The API version of the objects. The SDK that was tested uses the same version. */
export const stripeApiVersion = "2026-10-28.endive";

export interface StripeCoreOptions {
  /** Base URL of the pages. */
  readonly url: string;
  /** The shop with everything it sells. Default: the shop of `shop.ts`. */
  readonly shop?: Shop | undefined;
  /** Returns the real time. */
  readonly now: () => Date;
  /** Called with each event. */
  readonly send: (type: string, body: string, id: string) => void;
}

export interface StripeCore {
  readonly platform: StripePlatform;
  readonly names: Omit<StripeCatalog, "featuresOf">;
  readonly apiKey: string;
  /** Handles an API call. */
  readonly answer: (call: ApiCall) => ApiAnswer;
  /** Pass it to `Stripe.createFetchHttpClient`. */
  readonly fetch: typeof fetch;
  /** Sends the events for the shop's products and prices. */
  sendCatalogEvents(): void;
}

export function createStripeCore({ url, now, send, shop = demoShop }: StripeCoreOptions): StripeCore {
  const clock = createClock(now);
  const state = emptyStripeState();
  const { featuresOf, ...names } = fillCatalog(state, shop, Math.floor(now().getTime() / 1000));
  const emit = (type: string, object: object, previous?: object): void => {
    const id = newId("evt");
    const data = { object, ...(previous ? { previous_attributes: previous } : {}) };
    const event = { id, object: "event", api_version: stripeApiVersion, created: nowOf({ clock }), type, data };
    send(type, JSON.stringify({ ...event, livemode: false, pending_webhooks: 1, request: null }), id);
  };
  const platform: StripePlatform = { url, clock, state, taxPercent: shop.taxPercent, featuresOf, emit };
  const apiKey = newToken("sk_test_");
  const routes = apiRoutes(platform);
  const answer = (call: ApiCall): ApiAnswer => answerCall(platform, routes, apiKey, call);
  return {
    ...{ platform, names, apiKey, answer },
    async fetch(input, init) {
      const request = new Request(input, init);
      const { status, headers, body } = answer({
        method: request.method,
        url: request.url,
        authorization: request.headers.get("authorization") ?? "",
        idempotencyKey: request.headers.get("idempotency-key"),
        text: await request.text(),
      });
      return new Response(body, { status, headers });
    },
    sendCatalogEvents() {
      for (const product of state.products.values()) emit("product.created", product);
      for (const price of state.prices.values()) emit("price.created", price);
    },
  };
}
