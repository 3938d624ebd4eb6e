/** Code that the fake HTTP servers share. */

import type { IncomingMessage, Server } from "node:http";
import type { AddressInfo } from "node:net";

const maxBytes = 1_048_576;

/** Reads a request's body as text. `null` if it's larger than 1 MiB. */
export async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
  }
  return size > maxBytes ? null : Buffer.concat(chunks).toString("utf8");
}

/** Starts a server on loopback, and returns its port. 0 chooses a free one. */
export function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.removeListener("error", reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** Stops a server, and ends its open connections. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
