// @vitest-environment jsdom

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startTestServer, until } from "../test/server.ts";
import { type Capabilities, capabilitiesStore } from "./capabilities.ts";
import { createAuthClient } from "./create-client.ts";

const server = startTestServer();
beforeEach(() => sessionStorage.clear());
// Otherwise, components in other tests would start with the stored response.
afterEach(() => sessionStorage.clear());

const some = { version: 1, appName: "Acme" } as Capabilities;
const other = { version: 1, appName: "Other" } as Capabilities;
const key = "latchkey.capabilities";
const clientOf = () => createAuthClient({ baseURL: server.baseURL });
const stored = (): unknown => JSON.parse(sessionStorage.getItem(key) ?? "null");

test("several listeners share one request, and the response is kept for the next page", async () => {
  server.on("/capabilities", { json: some });
  const client = clientOf();
  const seen: unknown[] = [];
  capabilitiesStore(client).subscribe((value) => seen.push(value));
  capabilitiesStore(client).listen((value) => seen.push(value));
  await until(() => expect(seen).toEqual([undefined, some, some]));
  expect(server.count("/capabilities")).toBe(1);
  expect(stored()).toEqual(some);
});

test("the next page starts with the stored response, and then gets the server's", async () => {
  sessionStorage.setItem(key, JSON.stringify(some));
  server.on("/capabilities", { json: other, delay: 20 });
  const store = capabilitiesStore(clientOf());
  expect(store.get()).toBeUndefined();
  store.listen(() => {});
  expect(store.get()).toEqual(some);
  await until(() => expect(store.get()).toEqual(other));
  expect(stored()).toEqual(other);
});

test("an unchanged response doesn't notify anyone", async () => {
  sessionStorage.setItem(key, JSON.stringify(some));
  server.on("/capabilities", { json: some });
  const store = capabilitiesStore(clientOf());
  const listener = vi.fn();
  store.listen(listener);
  await until(() => expect(server.count("/capabilities")).toBe(1));
  await until(() => expect(stored()).toEqual(some));
  expect(listener.mock.calls.length).toBeLessThanOrEqual(1);
  expect(store.get()).toEqual(some);
});

test.each([
  ["without the call", { status: 404, json: { code: "NOT_FOUND", message: "Not found" } }],
  ["that responds with something else", { json: { hello: "world" } }],
  ["of another version", { json: { ...some, version: 2 } }],
])("a server %s sets the store to null", async (_, reply) => {
  sessionStorage.setItem(key, JSON.stringify(some));
  server.on("/capabilities", reply);
  const store = capabilitiesStore(clientOf());
  store.listen(() => {});
  await until(() => expect(store.get()).toBeNull());
  expect(stored()).toBeNull();
});

test.each([404, 500])("a %d response isn't passed to the app's error handler", async (status) => {
  server.on("/capabilities", { status, json: { code: "NOT_FOUND", message: "Not found" } });
  const onError = vi.fn();
  const client = createAuthClient({ baseURL: server.baseURL, onError });
  const store = capabilitiesStore(client);
  store.listen(() => {});
  await until(() => expect(store.get()).toBeNull());
  expect(onError).not.toHaveBeenCalled();
  await client.$fetch("/capabilities", { method: "GET" });
  expect(onError).toHaveBeenCalledOnce();
});

test("an error keeps the last response, and invalid stored data is ignored", async () => {
  sessionStorage.setItem(key, JSON.stringify(some));
  server.on("/capabilities", { status: 500, json: {} });
  const store = capabilitiesStore(clientOf());
  store.listen(() => {});
  await until(() => expect(server.count("/capabilities")).toBe(1));
  expect(store.get()).toEqual(some);
  sessionStorage.setItem(key, "{");
  const next = capabilitiesStore(clientOf());
  next.listen(() => {});
  expect(next.get()).toBeUndefined();
  await until(() => expect(next.get()).toBeNull());
  expect(server.count("/capabilities")).toBe(2);
});

test("capabilities from server rendering need no request", async () => {
  const store = capabilitiesStore(clientOf());
  store.seed(some);
  store.listen(() => {});
  await new Promise((done) => setTimeout(done, 30));
  expect(store.get()).toEqual(some);
  expect(server.count("/capabilities")).toBe(0);
});

test("the store can unmount after the page is gone, as in other tests that run in jsdom", async () => {
  server.on("/capabilities", { json: some });
  const store = capabilitiesStore(clientOf());
  const seen: unknown[] = [];
  const stop = store.listen((value) => seen.push(value));
  await until(() => expect(seen).toEqual([some]));
  vi.useFakeTimers();
  vi.stubGlobal("window", undefined);
  try {
    stop();
    expect(vi.getTimerCount()).toBe(1);
    vi.runAllTimers();
  } finally {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  }
});

test("after a failed request, the client retries when the browser is back online, until the server responds", async () => {
  server.on("/capabilities", { status: 503, json: { code: "SERVICE_UNAVAILABLE", message: "" } });
  const client = clientOf();
  const store = capabilitiesStore(client);
  store.listen(() => {});
  await until(() => expect(store.get()).toBeNull());
  server.on("/capabilities", { json: some });
  server.on("/last", { json: {} });
  window.dispatchEvent(new Event("online"));
  await until(() => expect(store.get()).toEqual(some));
  const asked = server.count("/capabilities");
  window.dispatchEvent(new Event("online"));
  await client.$fetch("/last", { method: "GET" });
  expect(server.count("/capabilities")).toBe(asked);
});
