/** Listens on a port, or the next free one if it's taken. */

import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Listens on this machine only, on the port or the next free one. Returns the port. */
export function listen(server: Server, port: number, triesLeft = 20): Promise<number> {
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
