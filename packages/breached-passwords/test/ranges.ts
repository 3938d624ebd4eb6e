/** The breached password service, as a real server on this machine. It records every byte that it gets. */

import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as it was received. */
export interface Asked {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export interface RangeService {
  readonly asked: Asked[];
  /** Breached passwords, and how often each was seen. */
  readonly breached: Map<string, number>;
  /** Replaces the regular response. */
  fail: ((response: ServerResponse) => void) | null;
  /** Called when the app's `fetch` gets a request. */
  onAsk: () => void;
  /** A `fetch` that sends requests for the service's host to this server. */
  readonly fetch: typeof fetch;
  close(): Promise<void>;
}

export const digestOf = (password: string): string => createHash("sha1").update(password).digest("hex").toUpperCase();

export async function startRanges(host = "api.pwnedpasswords.com"): Promise<RangeService> {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    service.asked.push({ path: request.url ?? "", headers: request.headers, body });
    if (service.fail) return service.fail(response);
    return response.writeHead(200, { "content-type": "text/plain" }).end(rangeOf(request.url?.slice(-5) ?? ""));
  });

  const rangeOf = (prefix: string): string => {
    const padding = Array.from({ length: 800 }, (_, at) => `${digestOf(`${prefix}-${at}`).slice(5)}:0`);
    const known = [...service.breached]
      .filter(([password]) => digestOf(password).startsWith(prefix))
      .map(([password, count]) => `${digestOf(password).slice(5)}:${count}`);
    return [...padding, ...known].sort().join("\r\n");
  };

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service: RangeService = {
    asked: [],
    breached: new Map(),
    fail: null,
    onAsk: () => {},
    fetch: (input, init) => {
      service.onAsk();
      const url = String(input);
      if (!url.startsWith(`https://${host}/`)) throw new Error(`Asked ${url}, which is not the service.`);
      return fetch(url.replace(`https://${host}`, origin), init);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return service;
}
