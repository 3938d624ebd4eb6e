/** One small HTTP server: the auth handler under its base path, the built app everywhere else. */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { createMailCatcher, type MailCatcher } from "@latchkey/dev/smtp";
import { toNodeHandler } from "@latchkey/node";
import sirv from "sirv";
import { createShowcaseAuth } from "./auth.ts";

export interface ShowcaseOptions {
  /** 0: any free port. */
  readonly port: number;
  readonly secret: string;
  readonly file: string;
  readonly trustedOrigins?: readonly string[];
}

export interface RunningShowcase {
  readonly url: string;
  /** Where its mail arrives. */
  readonly mail: MailCatcher;
  close(): Promise<void>;
}

const builtApp = fileURLToPath(new URL("../dist", import.meta.url));

/** Starts on the port, or on the next free one. */
export async function startShowcase({ port, ...options }: ShowcaseOptions): Promise<RunningShowcase> {
  const server = createServer();
  const url = `http://localhost:${await listen(server, port)}`;
  const mail = await createMailCatcher();
  const auth = toNodeHandler(await createShowcaseAuth({ baseURL: url, mail, ...options }));
  const files = sirv(builtApp, { single: true, etag: true });
  server.on("request", (request, response) => {
    if (request.url?.startsWith("/api/")) void auth(request, response);
    else files(request, response);
  });
  return {
    url,
    mail,
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await mail.close();
    },
  };
}

function listen(server: Server, port: number, triesLeft = 20): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EADDRINUSE" || triesLeft === 0) return reject(error);
      resolve(listen(server, port + 1, triesLeft - 1));
    });
    server.listen(port, () => {
      server.removeAllListeners("error");
      resolve((server.address() as AddressInfo).port);
    });
  });
}
