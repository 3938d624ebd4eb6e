/** A small round-robin load balancer that skips dead nodes. */

import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";
import { Agent, type Dispatcher } from "undici";

/** A running balancer. */
export interface Balancer {
  readonly url: string;
  /** Adds or replaces a node. `null` removes it. Requests that it's already handling continue. */
  set(name: string, port: number | null): void;
  close(): Promise<void>;
}

interface Target {
  readonly name: string;
  readonly port: number;
  /** Time in milliseconds of the process's clock until which the node is skipped, because it refused a connection. */
  deadUntil: number;
}

/** Maximum size of a request in bytes. It's buffered, so that it can be sent to another node. */
const maxBodyBytes = 1_048_576;
/** How long to skip a node that refused a connection, in milliseconds. */
const retryDeadAfter = 500;
/** Timeout for a node's response headers, in milliseconds. */
const responseTimeout = 15_000;

/**
 * @param port port to listen on. 0 chooses a free one.
 */
export async function startBalancer(port: number): Promise<Balancer> {
  const agent = new Agent({
    connect: { timeout: 2000 },
    headersTimeout: responseTimeout,
    bodyTimeout: responseTimeout,
  });
  let targets: readonly Target[] = [];
  let turn = 0;
  /** All nodes, starting with a different one each time. Nodes that seem dead come last. */
  const inTurn = (): Target[] => {
    turn = (turn + 1) % Math.max(1, targets.length);
    const all = [...targets.slice(turn), ...targets.slice(0, turn)];
    const now = performance.now();
    return [...all.filter((one) => one.deadUntil <= now), ...all.filter((one) => one.deadUntil > now)];
  };

  const forward = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = await readBody(incoming);
    if (body === null) return refuse(outgoing, 413);
    const method = incoming.method ?? "GET";
    const headers = headersFor(incoming);
    let status = 503;
    for (const target of inTurn()) {
      try {
        const options = { origin: `http://127.0.0.1:${target.port}`, path: incoming.url ?? "/", method, headers, body };
        const answer = await agent.request(options as Dispatcher.RequestOptions);
        outgoing.writeHead(answer.statusCode, { ...forwardedHeaders(answer.headers), "x-node": target.name });
        await pipeline(answer.body, outgoing);
        return;
      } catch (error) {
        if (outgoing.headersSent) return void outgoing.destroy();
        const { code } = error as { code?: string };
        const unreached = code === "ECONNREFUSED" || code === "UND_ERR_CONNECT_TIMEOUT";
        if (unreached) target.deadUntil = performance.now() + retryDeadAfter;
        // A node that received the request may have processed it. Only a GET that didn't time out is retried then.
        status = code === "UND_ERR_HEADERS_TIMEOUT" ? 504 : 502;
        if (!unreached && (method !== "GET" || status === 504)) break;
      }
    }
    refuse(outgoing, status);
  };

  const server = createServer((incoming, outgoing) => {
    forward(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    set(name, at) {
      const rest = targets.filter((one) => one.name !== name);
      targets = at === null ? rest : [...rest, { name, port: at, deadUntil: 0 }];
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await agent.destroy();
    },
  };
}

async function readBody(incoming: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Headers that only apply to one connection (RFC 9110, section 7.6.1). undici sets its own. */
const hopByHopHeaders: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "expect",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

function forwardedHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHopHeaders.has(name)));
}

/** Drops the client's own X-Forwarded-For, because no trusted proxy is in front of this balancer. */
function headersFor(incoming: IncomingMessage): IncomingHttpHeaders {
  return { ...forwardedHeaders(incoming.headers), "x-forwarded-for": incoming.socket.remoteAddress ?? "" };
}

function refuse(outgoing: ServerResponse, status: 413 | 502 | 503 | 504 | number): void {
  const body = JSON.stringify({ code: "BALANCER", message: "No node could answer." });
  outgoing.writeHead(status, { "content-type": "application/json", connection: "close" }).end(body);
}
