// @vitest-environment jsdom

import { describe, expect, test, vi } from "vitest";
import { answerWith, data, held, listen, open, reads, settle, useOpenedStores } from "../test/opened-store.ts";

useOpenedStores();

describe("lifecycle", () => {
  test("loads for the first listener, but not before it or for the second listener", async () => {
    const store = open();
    expect(store.get()).toMatchObject({ data: null, error: null, isPending: true, isRefetching: false });
    await vi.advanceTimersByTimeAsync(5000);
    expect(reads).toHaveLength(0);
    listen(store);
    listen(store);
    await settle();
    expect(reads).toHaveLength(1);
    expect(store.get()).toMatchObject({ data: data("ann"), error: null, isPending: false, isRefetching: false });
  });

  test("reading its value sends no request", async () => {
    const store = open();
    store.get();
    await vi.advanceTimersByTimeAsync(2000);
    expect(reads).toHaveLength(0);
  });

  test("stops 1000 ms after the last listener leaves, and reloads for the next listener", async () => {
    const store = open();
    const leave = listen(store);
    await settle();
    leave();
    await vi.advanceTimersByTimeAsync(999);
    const leaveAgain = listen(store);
    await settle();
    expect(reads).toHaveLength(1);
    leaveAgain();
    await vi.advanceTimersByTimeAsync(1000);
    window.dispatchEvent(new Event("online"));
    await settle();
    expect(reads).toHaveLength(1);
    listen(store);
    expect(store.get()).toMatchObject({ data: data("ann"), isPending: false, isRefetching: true });
    await settle();
    expect(reads).toHaveLength(2);
  });

  test("adding and removing 50 listeners in a row sends one request", async () => {
    const store = open();
    for (let i = 0; i < 50; i++) {
      listen(store)();
      listen(store);
      void store.get().refetch();
    }
    await settle();
    expect(reads).toHaveLength(1);
  });
});

describe("a toggle", () => {
  test("reloads after 10 ms, once for all toggles until then", async () => {
    const store = open();
    listen(store);
    await settle();
    store.toggle();
    await vi.advanceTimersByTimeAsync(9);
    store.toggle();
    expect(reads).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(reads).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(100);
    expect(reads).toHaveLength(2);
  });

  test("reloads within a second after the last listener leaves, so that the next listener gets current data", async () => {
    const store = open();
    const leave = listen(store);
    await settle();
    leave();
    answerWith({ data: data("bob"), error: null });
    store.toggle();
    await vi.advanceTimersByTimeAsync(100);
    listen(store);
    expect(store.get().data).toEqual(data("bob"));
  });

  test("doesn't reload while the store is stopped", async () => {
    const store = open();
    store.toggle();
    await vi.advanceTimersByTimeAsync(100);
    expect(reads).toHaveLength(0);
  });

  test("discards the response to a running request", async () => {
    const { send } = held();
    const store = open();
    listen(store);
    await settle();
    store.toggle();
    store.setData(null);
    send({ data: data("ann"), error: null });
    await settle();
    expect(store.get()).toMatchObject({ data: null, isPending: false });
    expect(reads[0]?.aborted).toBe(true);
    answerWith({ data: data("bob"), error: null });
    await vi.advanceTimersByTimeAsync(10);
    expect(store.get().data).toEqual(data("bob"));
  });
});

describe("refetch", () => {
  test("resolves after the response is applied", async () => {
    const store = open();
    await store.get().refetch();
    expect(store.get().data).toEqual(data("ann"));
  });

  test("is the same function for the store's lifetime", async () => {
    const store = open();
    const { refetch } = store.get();
    await refetch();
    expect(store.get().refetch).toBe(refetch);
  });

  test("aborts the earlier request and waits for the newer one", async () => {
    const { send } = held();
    const store = open();
    listen(store);
    await settle();
    const done = vi.fn();
    void store.get().refetch().then(done);
    await settle();
    expect(reads.map(({ aborted }) => aborted)).toEqual([true, false]);
    send({ data: data("old"), error: null });
    await settle();
    expect([store.get().data, done.mock.calls.length]).toEqual([null, 0]);
    send({ data: data("new"), error: null });
    await settle();
    expect([store.get().data, done.mock.calls.length]).toEqual([data("new"), 1]);
  });
});
