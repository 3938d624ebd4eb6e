/** A small balancer: one node after another, none that is dead. */

import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";
import { Agent, type Dispatcher } from "undici";

/** A balancer that listens. */
export interface Balancer {
  readonly url: string;
  /** Puts a node behind it, or another in place of it; `null`: takes it out. What it is answering goes on. */
  set(name: string, port: number | null): void;
  close(): Promise<void>;
}

interface Target {
  readonly name: string;
  readonly port: number;
  /** Milliseconds of the process's clock until which it is left alone, since nobody listened there. */
  deadUntil: number;
}

/** Most bytes of a request. It is read whole, so that it can be sent to another node. */
const mostBytes = 1_048_576;
/** How long a node that nobody listened on is left alone. */
const deadFor = 500;
/** How long a node may take for the head of its answer. */
const answerWithin = 15_000;

/** @param port where to listen; 0: on any free port */
export async function startBalancer(port: number): Promise<Balancer> {
  const agent = new Agent({ connect: { timeout: 2000 }, headersTimeout: answerWithin, bodyTimeout: answerWithin });
  let targets: readonly Target[] = [];
  let turn = 0;
  /** All of them, those that are thought dead last, beginning with another one each time. */
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
        outgoing.writeHead(answer.statusCode, { ...passedOn(answer.headers), "x-node": target.name });
        await pipeline(answer.body, outgoing);
        return;
      } catch (error) {
        if (outgoing.headersSent) return void outgoing.destroy();
        const { code } = error as { code?: string };
        const unreached = code === "ECONNREFUSED" || code === "UND_ERR_CONNECT_TIMEOUT";
        if (unreached) target.deadUntil = performance.now() + deadFor;
        // A node that got the request may have done what it says. Only a GET is asked again: a second does no more than the first.
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
    if (bytes > mostBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Headers of one connection, which are not for the next (RFC 9110, section 7.6.1); undici makes its own. */
const ofOneConnection: ReadonlySet<string> = new Set([
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

function passedOn(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofOneConnection.has(name)));
}

/** The client's own X-Forwarded-For is thrown away: nobody stands before this balancer who could vouch for it. */
function headersFor(incoming: IncomingMessage): IncomingHttpHeaders {
  return { ...passedOn(incoming.headers), "x-forwarded-for": incoming.socket.remoteAddress ?? "" };
}

function refuse(outgoing: ServerResponse, status: 413 | 502 | 503 | 504 | number): void {
  const body = JSON.stringify({ code: "BALANCER", message: "No node could answer." });
  outgoing.writeHead(status, { "content-type": "application/json", connection: "close" }).end(body);
}
