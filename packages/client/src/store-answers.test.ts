// @vitest-environment jsdom

import { describe, expect, test, vi } from "vitest";
import { answerWith, type Data, data, listen, open, reads, settle, useOpenedStores } from "../test/opened-store.ts";
import { networkError, type Result, resultOf } from "./result.ts";
import type { LiveStore } from "./store.ts";

useOpenedStores();

const refusal = (status: number): Result<unknown> => resultOf({ ok: false, status, statusText: "" }, null);

describe("responses", () => {
  const after = async (next: Result<unknown>): Promise<LiveStore<Data>> => {
    const store = open();
    listen(store);
    await settle();
    answerWith(next);
    await store.get().refetch();
    return store;
  };

  test("a 401 response clears the data", async () => {
    const store = await after(refusal(401));
    expect(store.get()).toMatchObject({ data: null, error: { status: 401 }, isPending: false, isRefetching: false });
  });

  test.each([
    ["too many requests", refusal(429)],
    ["a server error", refusal(500)],
    ["a bad gateway", refusal(502)],
    ["a refusal", refusal(403)],
    ["no network", networkError("unreachable", "")],
  ])("%s keeps the data and shows the error", async (_, result) => {
    const store = await after(result);
    expect(store.get()).toMatchObject({
      data: data("ann"),
      error: result.error,
      isPending: false,
      isRefetching: false,
    });
    answerWith({ data: data("ann"), error: null });
    await store.get().refetch();
    expect(store.get().error).toBeNull();
  });

  test("an error in the first response ends the pending state", async () => {
    answerWith(refusal(429));
    const store = open();
    listen(store);
    await settle();
    expect(store.get()).toMatchObject({ data: null, error: { status: 429 }, isPending: false });
  });

  test("data keeps its identity until its content changes", async () => {
    const store = await after({ data: data("ann"), error: null });
    const { data: first } = store.get();
    answerWith({ data: { at: "one", user: { name: "ann", id: "ann" } }, error: null });
    await store.get().refetch();
    expect(store.get().data).toBe(first);
    answerWith({ data: data("ann", "two"), error: null });
    await store.get().refetch();
    expect(store.get().data).not.toBe(first);
    expect(store.get().data?.user).toBe(first?.user);
  });

  test("data is updated before listeners are notified", async () => {
    const order: unknown[] = [];
    const store = open({ onData: (before, next) => order.push(["onData", before?.at, next?.at]) });
    listen(store, () => store.get().data && order.push("listener"));
    await settle();
    answerWith({ data: data("ann", "two"), error: null });
    await store.get().refetch();
    expect(order.filter((one, i) => one !== order[i - 1])).toEqual([
      ["onData", undefined, "one"],
      "listener",
      ["onData", "one", "two"],
      "listener",
    ]);
  });

  test("a reset clears the data and reloads it", async () => {
    const store = await after({ data: data("ann"), error: null });
    store.reset();
    expect(store.get()).toMatchObject({ data: null, error: null, isPending: true });
    await vi.advanceTimersByTimeAsync(10);
    expect(store.get()).toMatchObject({ data: data("ann"), isPending: false });
  });
});

describe("initial data", () => {
  test.each([
    ["given at creation", () => open({ initial: { at: "2026-11-20T10:00:00.000Z" } })],
    [
      "seeded",
      () => {
        const store = open();
        store.seed({ at: "2026-11-20T10:00:00.000Z" });
        return store;
      },
    ],
  ])("%s: nothing is pending, and the first listener sends no request", async (_, make) => {
    const store = make();
    expect(store.get()).toMatchObject({ data: { at: new Date("2026-11-20T10:00:00.000Z") }, isPending: false });
    const leave = listen(store);
    await vi.advanceTimersByTimeAsync(500);
    expect(reads).toHaveLength(0);
    leave();
    await vi.advanceTimersByTimeAsync(1000);
    listen(store);
    await settle();
    expect(reads).toHaveLength(1);
  });

  test("null as initial data also needs no request", async () => {
    const store = open({ initial: null });
    listen(store);
    await settle();
    expect([store.get().isPending, store.get().data, reads.length]).toEqual([false, null, 0]);
  });

  test("initial data doesn't overwrite existing data", async () => {
    const store = open({ initial: data("ann") });
    expect(store.seed(data("bob")).data).toEqual(data("bob"));
    expect(store.get().data).toEqual(data("ann"));
  });

  test("the initial data can be frozen", async () => {
    const frozen = Object.freeze({ ...data("ann"), user: Object.freeze({ id: "ann", name: "ann" }) });
    const store = open({ initial: frozen });
    await store.get().refetch();
    expect(store.get().data).toEqual(data("ann"));
  });
});
