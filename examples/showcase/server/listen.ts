/** Listening on a port that may be taken. */

import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** On the port, or on the next free one; gives the one it is. */
export function listen(server: Server, port: number, host?: string, triesLeft = 20): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EADDRINUSE" || triesLeft === 0) return reject(error);
      resolve(listen(server, port + 1, host, triesLeft - 1));
    });
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => {
      server.removeAllListeners("error");
      resolve((server.address() as AddressInfo).port);
    });
  });
}
