/** A local server that receives webhooks instead of a customer's server, `@latchkey/dev/webhooks`. */

import { createServer, type IncomingMessage, type Server } from "node:http";
import { closeServer, listen, readBody } from "./local-server.ts";
import type { ReceivedWebhook, WebhookInbox } from "./webhooks/received.ts";
import { checkSignature, isSecret, type SignedRequest } from "./webhooks/signature.ts";

/** Options for `createWebhookReceiver`. */
export interface WebhookReceiverOptions {
  /** Default: any free port. Webhooks keep their URL, so choose one that stays the same. */
  readonly port?: number;
  /** Signing secrets to verify requests with. */
  readonly secrets?: readonly string[];
  /** Returns the time for received webhooks. Default: the system's clock. */
  readonly clock?: () => Date;
}

/** Which webhook to wait for. */
export interface WebhookFilter {
  readonly type?: string;
  /** A received webhook or its id. Only later ones match. */
  readonly after?: string | ReceivedWebhook;
  /** Timeout in milliseconds. Default: 5000. */
  readonly timeoutMs?: number;
}

/** A running receiver. */
export interface WebhookReceiver extends WebhookInbox {
  /** The URL for webhooks, such as `http://127.0.0.1:4100/`. Other paths work, too. */
  readonly url: string;
  /** Sets the status of its responses, such as 500 to test that events are sent again. Default: 204. */
  respondWith(status: number): void;
  /**
   * Returns the first matching webhook, whether it's already there or arrives later.
   * @throws {Error} if none arrives in time. The message lists those that did.
   */
  next(filter?: WebhookFilter): Promise<ReceivedWebhook>;
  /** Stops the server. Received webhooks can still be read. */
  close(): Promise<void>;
}

const maxRequests = 200;

type Stored = Omit<ReceivedWebhook, "signature"> & { readonly signed: SignedRequest };

/**
 * Starts a receiver, on loopback only. It keeps the last 200 requests in memory. The app needs
 * `events({ allowPrivateURLs: true })`.
 *
 * @throws {Error} if a secret is invalid
 */
export async function createWebhookReceiver(options: WebhookReceiverOptions = {}): Promise<WebhookReceiver> {
  const now = options.clock ?? (() => new Date());
  const secrets: string[] = [];
  const waiting = new Set<() => void>();
  let requests: readonly Stored[] = [];
  let [count, status] = [0, 204];

  const addSecret = (secret: string): void => {
    if (!isSecret(secret))
      throw new Error("The secret isn't a Standard Webhooks secret. Pass a string that starts with whsec_.");
    if (!secrets.includes(secret)) secrets.push(secret);
  };
  for (const secret of options.secrets ?? []) addSecret(secret);

  const list = (): readonly ReceivedWebhook[] =>
    requests.map(({ signed, ...request }) => ({ ...request, signature: checkSignature(signed, secrets) }));
  const receive = (request: IncomingMessage, body: string): number => {
    const signed = readSigned(request, body, now());
    const { eventId, date } = signed;
    const attempt = 1 + requests.filter((one) => eventId !== "" && one.eventId === eventId).length;
    const path = request.url ?? "/";
    const stored = { id: String(++count), path, eventId, type: typeOf(body), attempt, status, body, date, signed };
    requests = [stored, ...requests].slice(0, maxRequests);
    for (const look of waiting) look();
    return status;
  };
  const server = serve(receive);
  const port = await listen(server, options.port ?? 0);

  return {
    url: `http://127.0.0.1:${port}/`,
    list,
    clear: () => {
      requests = [];
    },
    addSecret,
    respondWith: (next) => {
      status = next;
    },
    next: (filter = {}) => waitFor(filter, list, waiting),
    close: () => closeServer(server),
  };
}

function readSigned({ headers }: IncomingMessage, body: string, date: Date): SignedRequest {
  const header = (name: string): string => String(headers[name] ?? "");
  const [eventId, timestamp] = [header("webhook-id"), header("webhook-timestamp")];
  return { eventId, timestamp, signature: header("webhook-signature"), body, date };
}

function typeOf(body: string): string {
  try {
    const { type } = JSON.parse(body) as { readonly type?: unknown };
    return typeof type === "string" ? type : "";
  } catch {
    return "";
  }
}

function serve(receive: (request: IncomingMessage, body: string) => number): Server {
  return createServer((request, response) => {
    if (request.method !== "POST") return void response.writeHead(405, { allow: "POST" }).end();
    readBody(request).then(
      (body) => response.writeHead(body === null ? 413 : receive(request, body)).end(),
      () => response.destroy(),
    );
  });
}

function waitFor(
  { type, after, timeoutMs = 5000 }: WebhookFilter,
  list: () => readonly ReceivedWebhook[],
  waiting: Set<() => void>,
): Promise<ReceivedWebhook> {
  const afterId = Number(typeof after === "object" ? after.id : (after ?? 0));
  const find = () => list().findLast((one) => Number(one.id) > afterId && (type === undefined || one.type === type));
  const existing = find();
  if (existing) return Promise.resolve(existing);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      waiting.delete(look);
      const types = list().map((one) => one.type || "(no type)");
      const received = types.length > 0 ? `Received, newest first: ${types.join(", ")}.` : "No webhooks were received.";
      reject(
        new Error(
          `No webhook${type === undefined ? "" : ` of the type ${type}`} arrived within ${timeoutMs} ms. ${received}`,
        ),
      );
    }, timeoutMs);
    const look = (): void => {
      const found = find();
      if (!found) return;
      clearTimeout(timer);
      waiting.delete(look);
      resolve(found);
    };
    waiting.add(look);
  });
}
