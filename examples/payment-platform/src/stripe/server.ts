/** A server that speaks Stripe's API, sends Stripe's webhooks, and has a checkout page. No real payments are made. */

import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dispatch, type Route, send } from "../http.ts";
import { HttpError } from "../http-error.ts";
import { notice } from "../pages/layout.ts";
import type { Shop } from "../shop-format.ts";
import { noFaults } from "../webhooks/faults.ts";
import { createSender, type Delivery } from "../webhooks/sender.ts";
import type { StripeCatalog } from "./catalog.ts";
import { controlOf, type StripeControl } from "./control.ts";
import { stripeControlRoutes } from "./control-page.ts";
import { createStripeCore, type StripeCore } from "./core.ts";
import { StripeApiError } from "./errors.ts";
import { readBody } from "./http.ts";
import { answerPage } from "./pages.ts";
import type { StripeState } from "./state.ts";

export interface StripePlatformOptions {
  /** Port to listen on. 0 chooses a free one. */
  readonly port: number;
  /** The shop with everything it sells. Default: the shop of `shop.ts`. */
  readonly shop?: Shop;
  /** URL that webhooks are sent to. */
  readonly webhookURL: string;
  /** Webhook signing secret, such as `whsec_…`. Stripe uses the whole text as the key. */
  readonly secret: string;
  /** Returns the real time. Default: the system's clock. */
  readonly clock?: () => Date;
  /** Minimum seconds before a failed delivery is retried. Default: 1. */
  readonly retryAfter?: number;
}

export interface RunningStripePlatform extends Omit<StripeCatalog, "featuresOf"> {
  readonly url: string;
  /** Pass it to `new Stripe(apiKey, { protocol: "http", host, port })`. */
  readonly apiKey: string;
  readonly host: string;
  readonly port: number;
  /** The complete state, for comparisons in tests. */
  readonly state: StripeState;
  /** Actions of Stripe's dashboard and test clocks. */
  readonly control: StripeControl;
  deliveries(): readonly Delivery[];
  /** Sends a delivery again. Returns whether the id is known. */
  redeliver(id: string): boolean;
  /** Resolves when every event was delivered or has no retries left. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Starts on 127.0.0.1. Sends the events for the shop's products and prices. */
export async function startStripePlatform(options: StripePlatformOptions): Promise<RunningStripePlatform> {
  const now = options.clock ?? (() => new Date());
  let faults = noFaults;
  const sender = createSender({
    url: options.webhookURL,
    sign: (_, sentAt, body) => ({ "stripe-signature": signatureOf(options.secret, sentAt, body) }),
    now,
    retryAfter: options.retryAfter ?? 1,
    faults: () => faults,
  });
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(options.port, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const { shop } = options;
  const core = createStripeCore({ url, now, shop, send: (type, body, id) => sender.send(type, body, id) });
  const { apiKey, names, platform } = core;
  const control = controlOf(platform, (changes) => {
    faults = { ...faults, ...changes };
  });
  const controls = stripeControlRoutes({ platform, control, sender, faults: () => faults });
  server.on(
    "request",
    respond(core, controls, () => faults.outage),
  );
  core.sendCatalogEvents();
  return {
    ...{ url, apiKey, host: "127.0.0.1", port, ...names, state: platform.state, control },
    deliveries: () => sender.deliveries(),
    redeliver: (id) => sender.redeliver(id),
    settled: () => sender.settled(),
    async close() {
      sender.close();
      await closeServer(server);
    },
  };
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function respond({ platform, answer }: StripeCore, controls: readonly Route[], isOut: () => boolean) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const isApi = request.url?.startsWith("/v1/") ?? false;
    const isControl = /^\/(?:control(?:[/?]|$)|$)/.test(request.url ?? "/");
    if (isControl) return void answerControls(controls, request, response);
    const answered = isApi
      ? isOut()
        ? unavailable(response)
        : answerApi(answer, request, response)
      : answerPage(platform, request, response);
    answered.catch((error: unknown) => {
      const { status, message } = error instanceof StripeApiError ? error : { status: 500, message: "Something broke" };
      response.writeHead(status, { "content-type": "text/plain" }).end(message);
    });
  };
}

async function answerApi(
  answer: StripeCore["answer"],
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = "GET", url = "/", headers } = incoming;
  const { authorization = "", "idempotency-key": key } = headers;
  const text = await readBody(incoming);
  const request = { method, url, authorization, idempotencyKey: typeof key === "string" ? key : null, text };
  const answered = answer(request);
  response.writeHead(answered.status, answered.headers).end(answered.body);
}

async function answerControls(
  routes: readonly Route[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    send(response, await dispatch(routes, request));
  } catch (error) {
    const isKnown = error instanceof HttpError || error instanceof StripeApiError;
    const { status, message } = isKnown ? error : { status: 500, message: "Something broke" };
    const isPage = request.headers.accept?.includes("text/html") ?? false;
    send(
      response,
      isPage ? { status, page: notice("This did not work", message, null) } : { status, json: { message } },
    );
  }
}

async function unavailable(response: ServerResponse): Promise<void> {
  const error = { type: "api_error", message: "The platform is down." };
  // The header keeps the SDK from retrying.
  response.writeHead(503, { "content-type": "application/json", "stripe-should-retry": "false" });
  response.end(JSON.stringify({ error }));
}

/** The `Stripe-Signature` header: the time, and an HMAC of the time and the body. */
function signatureOf(secret: string, sentAt: Date, body: string): string {
  const time = Math.floor(sentAt.getTime() / 1000);
  const signature = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  return `t=${time},v1=${signature}`;
}
