/** An HTTP server with the provider's API, pages, and webhooks. */

import { timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { apiRoutes } from "./api/routes.ts";
import { type CatalogNames, catalogOf } from "./catalog.ts";
import { createClock } from "./clock.ts";
import { dispatch, type Reply, type Route, send } from "./http.ts";
import { HttpError } from "./http-error.ts";
import { newToken } from "./ids.ts";
import { checkoutRoutes } from "./pages/checkout.ts";
import { type Controls, controlRoutes } from "./pages/control.ts";
import { notice } from "./pages/layout.ts";
import { portalRoutes } from "./pages/portal.ts";
import { shop as demoShop } from "./shop.ts";
import type { Shop } from "./shop-format.ts";
import type { Platform } from "./state.ts";
import { loadState, saveState } from "./state-file.ts";
import { noFaults } from "./webhooks/faults.ts";
import { createSender, type Delivery } from "./webhooks/sender.ts";
import { keyOf, signedHeaders } from "./webhooks/signature.ts";

export interface PaymentPlatformOptions {
  /** Port to listen on. 0 chooses a free one. If the port is taken, the next free one is used. */
  readonly port: number;
  /** URL that webhooks are sent to, such as `http://localhost:3000/api/auth/billing/webhooks`. */
  readonly webhookURL: string;
  /** Webhook signing secret: `whsec_` and base64. */
  readonly secret: string;
  /** Returns the real time. Default: the system's clock. */
  readonly clock?: () => Date;
  /** Minimum seconds before a failed delivery is retried. Each further wait is about twice as long. Default: 1. */
  readonly retryAfter?: number;
  /** File that keeps purchases between starts, for an app whose database persists. Default: they are lost at exit. */
  readonly file?: string;
  /** The shop with everything it sells. Default: the demo's shop. */
  readonly shop?: Shop;
}

export interface RunningPaymentPlatform extends CatalogNames {
  /** Base URL of its API, its pages, and `/control`. Use it as the SDK's `serverURL`. */
  readonly url: string;
  readonly accessToken: string;
  readonly sellerId: string;
  /** All deliveries, in the order of their events. */
  deliveries(): readonly Delivery[];
  /** Resolves when every event was delivered or has no retries left. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts on 127.0.0.1, which browsers treat as a different site than localhost. Sends the catalog to the webhook
 * endpoint.
 */
export async function startPaymentPlatform(options: PaymentPlatformOptions): Promise<RunningPaymentPlatform> {
  const now = options.clock ?? (() => new Date());
  // Throws if the secret has no valid key.
  keyOf(options.secret);
  const controls: Controls = {
    mischief: noFaults,
    sender: createSender({
      url: options.webhookURL,
      sign: (id, sentAt, body) => signedHeaders(options.secret, id, sentAt, body),
      now,
      retryAfter: options.retryAfter ?? 1,
      faults: () => controls.mischief,
    }),
  };
  const server = createServer();
  const url = `http://127.0.0.1:${await listen(server, options.port)}`;
  const { state, ahead } = loadState(options.file);
  const clock = createClock(now, ahead);
  const platform: Platform = {
    url,
    catalog: catalogOf(options.shop ?? demoShop),
    clock,
    state,
    emit: (type, data) => controls.sender.send(type, JSON.stringify({ type, timestamp: clock.stamp(), data })),
  };
  const accessToken = newToken("demo_oat_");
  const changed = (): void => saveState(options.file, { state, ahead: clock.ahead });
  server.on("request", respond(platform, controls, accessToken, changed));
  sendCatalogEvents(platform);
  return {
    url,
    accessToken,
    sellerId: platform.catalog.seller.id,
    ...platform.catalog.names,
    deliveries: () => controls.sender.deliveries(),
    settled: () => controls.sender.settled(),
    async close() {
      controls.sender.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

/** Sends the events that a seller's endpoint would have received when the shop was created. */
function sendCatalogEvents({ catalog, emit }: Platform): void {
  emit("organization.updated", catalog.seller);
  for (const benefit of catalog.benefits.values()) emit("benefit.created", benefit);
  for (const product of catalog.products.values()) emit("product.created", product);
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

function respond(platform: Platform, controls: Controls, accessToken: string, changed: () => void): Listener {
  const api = apiRoutes(platform);
  const pages: Route[] = [
    { method: "GET", path: /^\/$/, handle: () => ({ location: "/control" }) },
    { method: "GET", path: /^\/avatar\.svg$/, handle: () => ({ image: avatar }) },
    ...checkoutRoutes(platform),
    ...portalRoutes(platform),
    ...controlRoutes(platform, controls),
  ];
  const reply = async (request: IncomingMessage): Promise<Reply> => {
    if (!request.url?.startsWith("/v1/")) return dispatch(pages, request);
    if (controls.mischief.outage) throw new HttpError(503, "The platform is down");
    if (!isSame(request.headers.authorization ?? "", `Bearer ${accessToken}`)) throw new HttpError(401, "Unauthorized");
    return dispatch(api, request);
  };
  return (request, response) => {
    reply(request)
      .catch((error: unknown) => errorReply(error, request))
      .then((made) => {
        if (request.method !== "GET") changed();
        send(response, made);
      })
      .catch(() => response.destroy());
  };
}

function errorReply(error: unknown, { url, headers }: IncomingMessage): Reply {
  if (!(error instanceof HttpError)) console.error("The payment platform failed", error);
  const { status, message, field } =
    error instanceof HttpError ? error : { status: 500, message: "Something broke", field: null };
  const isCall = url?.startsWith("/v1/") || !headers.accept?.includes("text/html");
  if (!isCall) return { status, page: notice("This did not work", `${message}.`, null) };
  const detail = status === 422 ? [{ loc: ["body", field ?? "body"], msg: message, type: "value_error" }] : message;
  const names: Readonly<Record<number, string>> = {
    401: "Unauthorized",
    403: "AlreadyCanceledSubscription",
    404: "ResourceNotFound",
  };
  return { status, json: status === 422 ? { detail } : { error: names[status] ?? "Error", detail } };
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Listens on the port, or on the next free one. */
function listen(server: Server, port: number, triesLeft = 20): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EADDRINUSE" || triesLeft === 0) return reject(error);
      resolve(listen(server, port + 1, triesLeft - 1));
    });
    server.listen({ port, host: "127.0.0.1" }, () => {
      server.removeAllListeners("error");
      resolve((server.address() as AddressInfo).port);
    });
  });
}

const avatar = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#0b5c54"/></svg>`;
