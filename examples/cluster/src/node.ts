/** One node: a process that serves the auth on a free port of this machine. Its settings are in the environment. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "@latchkey/node";
import { createNodeAuth } from "./auth.ts";
import type { NodeMessage, NodeSettings } from "./settings.ts";

const settings = JSON.parse(process.env.CLUSTER_NODE ?? "") as NodeSettings;
const tell = (message: NodeMessage): void => void process.send?.(message);
const { auth, close } = createNodeAuth(settings, (mail) => tell({ mail }));

const server = createServer(toNodeHandler(auth));
server.listen(0, "127.0.0.1", () => tell({ port: (server.address() as AddressInfo).port }));

// Mail that a killed node had promised is delivered by whoever looks first.
const upkeep = setInterval(() => void auth.api.deliverOutbox({}).catch(() => {}), 2000);

/** Answers what has come, takes nothing new, and ends. */
function stop(): void {
  clearInterval(upkeep);
  server.close(async () => {
    await close();
    process.exit(0);
  });
  server.closeIdleConnections();
}

process.once("SIGTERM", stop);
// Nobody is left to serve for.
process.once("disconnect", stop);
// The terminal sends this to every process; the one that started the nodes decides.
process.on("SIGINT", () => {});
