/** Tests the client without a window: server rendering, scripts, and workers. */

import { expect, test } from "vitest";
import { pause, sessionOf, startTestServer } from "../test/server.ts";
import { createAuthClient } from "./create-client.ts";

const server = startTestServer();

test("the store stays pending and sends no request", async () => {
  expect(typeof window).toBe("undefined");
  const { $stores } = createAuthClient({ baseURL: server.baseURL, refetchInterval: 10 });
  const states: unknown[] = [];
  const leave = $stores.session.subscribe((state) => states.push(state));
  await $stores.session.get().refetch();
  await pause(40);
  leave();
  expect(states).toMatchObject([{ data: null, error: null, isPending: true, isRefetching: false }]);
  expect(server.asked).toHaveLength(0);
});

test("calls work, and leave no data that another request could see", async () => {
  server.on("/get-session", { json: sessionOf("ann") });
  const client = createAuthClient({ baseURL: server.baseURL });
  expect((await client.getSession({ fetchOptions: { headers: { cookie: "session_token=1" } } })).data?.user.id).toBe(
    "ann",
  );
  await client.signIn.email({ email: "ann@example.com", password: "x" });
  await client.signOut();
  client.$stores.session.seed(sessionOf("bob"));
  expect(client.$stores.session.get()).toMatchObject({ data: null, isPending: true });
});

test("a client created for one request can have the request's session", () => {
  const { $stores } = createAuthClient({ baseURL: server.baseURL, initialSession: sessionOf("ann") });
  expect($stores.session.get()).toMatchObject({ data: { user: { id: "ann" } }, isPending: false });
});
