/** Sends a request over a socket and to a handler, and returns responses that can be compared. */

import { request as send } from "node:http";

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

export interface Received {
  readonly status: number;
  /** Without connection headers, sorted. One entry per cookie. */
  readonly headers: readonly string[];
  readonly body: string;
}

/** @param target path and query, sent unchanged */
export function overSocket(
  port: number,
  host: string,
  target: string,
  { method, headers, body }: Sent,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const options = { port, host: "127.0.0.1", path: target, method: method ?? "GET", agent: false };
    const outgoing = send({ ...options, headers: { host, ...copied(headers) } }, (incoming) => {
      let text = "";
      incoming.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      incoming.on("end", () => {
        const raw = incoming.rawHeaders;
        const pairs = raw.flatMap((name, at) => (at % 2 ? [] : [[name, raw[at + 1] as string] as const]));
        resolve(comparable(incoming.statusCode ?? 0, pairs, text));
      });
      incoming.on("error", reject);
    });
    outgoing.on("error", reject).end(body);
  });
}

export async function throughHandler(
  handler: (request: Request, info: { remoteAddress: string }) => Promise<Response>,
  url: string,
  { method = "GET", headers = {}, body }: Sent,
): Promise<Received> {
  const given = new Headers();
  for (const [name, values] of Object.entries(headers)) for (const one of [values].flat()) given.append(name, one);
  // A body without a content type must stay without one.
  const init = body === undefined ? {} : { body: typeof body === "string" ? new TextEncoder().encode(body) : body };
  const response = await handler(new Request(url, { method, headers: given, ...init }), { remoteAddress: "127.0.0.1" });
  const text = method === "HEAD" ? "" : await response.text();
  return comparable(response.status, [...response.headers], text);
}

const ofTheConnection = new Set(["connection", "content-length", "date", "keep-alive", "transfer-encoding"]);

function comparable(status: number, headers: readonly (readonly [string, string])[], body: string): Received {
  const kept = headers.filter(([name]) => !ofTheConnection.has(name.toLowerCase()));
  const lines = kept.map(([name, value]) => `${name.toLowerCase()}: ${withoutSecrets(value)}`);
  return { status, headers: lines.sort(), body: withoutSecrets(body) };
}

/** Ids and tokens differ between two runs of one request. */
function withoutSecrets(text: string): string {
  return text.replace(/[\w-]{20,}(?:\.[\w%-]+)?/g, "…");
}

function copied(headers: Sent["headers"] = {}): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === "string" ? value : [...value]]),
  );
}
