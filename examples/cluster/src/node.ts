/** One node: a process that serves the auth instance on a free port. Its settings are in an environment variable. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "@latchkey/node";
import { createNodeAuth } from "./auth.ts";
import type { NodeMessage, NodeSettings } from "./settings.ts";

const settings = JSON.parse(process.env.CLUSTER_NODE ?? "") as NodeSettings;
const sendMessage = (message: NodeMessage): void => void process.send?.(message);
const { auth, close } = createNodeAuth(settings, (mail) => sendMessage({ mail }));

const server = createServer(toNodeHandler(auth));
server.listen(0, "127.0.0.1", () => sendMessage({ port: (server.address() as AddressInfo).port }));

// Delivers email that a killed node left in the outbox.
const maintenance = setInterval(() => void auth.api.deliverOutbox({}).catch(() => {}), 2000);

/** Finishes pending requests, accepts no new ones, and exits. */
function stop(): void {
  clearInterval(maintenance);
  server.close(async () => {
    await close();
    process.exit(0);
  });
  server.closeIdleConnections();
}

process.once("SIGTERM", stop);
// The parent process has exited.
process.once("disconnect", stop);
// The terminal sends SIGINT to every process. The parent process decides when to stop.
process.on("SIGINT", () => {});
