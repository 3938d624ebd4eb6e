/** Forwards TCP connections to one server at a time. Stands in for a virtual IP or a proxy. */

import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface Relay {
  readonly port: number;
  /** Forwards new connections to this port. */
  leadTo(port: number): void;
  /** Stops forwarding but keeps the connections open, as a broken network would. Data in transit is lost. */
  stall(): void;
  /** Closes the connections, and refuses new ones until `leadTo` is called again. */
  cut(): void;
  end(): Promise<void>;
}

export async function startRelay(first: number): Promise<Relay> {
  let target: number | null = first;
  const open = new Set<Socket>();
  const server = createServer((incoming) => {
    if (target === null) {
      incoming.destroy();
      return;
    }
    const outgoing = connect(target, "127.0.0.1");
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      open.add(one);
      one.setNoDelay(true);
      one.on("error", () => {});
      one.on("close", () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const endAll = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(port) {
      target = port;
    },
    stall() {
      for (const socket of open) socket.unpipe().resume();
    },
    cut() {
      target = null;
      endAll();
    },
    async end() {
      endAll();
      server.close();
      await once(server, "close");
    },
  };
}
