/** Clients of a test server, each with a loaded session. They're stopped after each test. */

import { afterEach, beforeEach, expect } from "vitest";
import { createAuthClient } from "../src/create-client.ts";
import type { ClientPlugin } from "../src/plugin.ts";
import { pause, sessionOf, startTestServer, type TestServer, until } from "./server.ts";

export let server: TestServer;

export type Plain = ReturnType<typeof createAuthClient>;
export const stops: (() => void)[] = [];

/** Starts the server, and stops a file's clients after each test. Call it at the top of the file. */
export function useSessionClients(): void {
  server = startTestServer();
  beforeEach(() => server.on("/get-session", { json: sessionOf("ann") }));
  afterEach(async () => {
    for (const stop of stops.splice(0)) stop();
    // Wait for reads that a test triggered, because they would count in the next test.
    for (let seen = -1; seen < server.asked.length; await pause(50)) seen = server.asked.length;
    localStorage.clear();
  });
}

/** Creates a client with a session subscriber, and waits for its first read. */
export async function open(plugins: readonly ClientPlugin[] = []): Promise<Plain> {
  const client = createAuthClient({ baseURL: server.baseURL, plugins });
  stops.push(client.$stores.session.listen(() => {}));
  await until(() => expect(client.$stores.session.get().isPending).toBe(false));
  server.asked.length = 0;
  return client;
}

export const userOf = (client: Plain): string | undefined => client.$stores.session.get().data?.user.id;
