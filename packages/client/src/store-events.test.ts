// @vitest-environment jsdom

import { describe, expect, test, vi } from "vitest";
import { held, listen, open, reads, settle, useOpenedStores } from "../test/opened-store.ts";
import { tabStorageKey } from "./tabs.ts";

useOpenedStores();

describe("events", () => {
  test("focus reloads, at most every 5 s", async () => {
    const store = open();
    listen(store);
    await settle();
    const focus = async (): Promise<number> => {
      window.dispatchEvent(new Event("focus"));
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
      await settle();
      return reads.length;
    };
    expect(await focus()).toBe(2);
    expect(await focus()).toBe(2);
    await vi.advanceTimersByTimeAsync(4999);
    expect(await focus()).toBe(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(await focus()).toBe(3);
  });

  test("a hidden tab sends no requests", async () => {
    const store = open({ interval: 60_000 });
    listen(store);
    await settle();
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    await vi.advanceTimersByTimeAsync(180_000);
    expect(reads).toHaveLength(1);
    hidden.mockReturnValue(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reads).toHaveLength(2);
    hidden.mockRestore();
  });

  test("coming online reloads", async () => {
    listen(open());
    await settle();
    window.dispatchEvent(new Event("online"));
    await settle();
    expect(reads).toHaveLength(2);
  });

  test("a cleared store has no data, drops the response in flight, and reads nothing", async () => {
    const store = open();
    listen(store);
    await settle();
    void store.get().refetch();
    await Promise.resolve();
    store.clear();
    await settle();
    expect(store.get()).toMatchObject({ data: null, error: null, isPending: false, isRefetching: false });
    const before = reads.length;
    await vi.advanceTimersByTimeAsync(1000);
    expect(reads).toHaveLength(before);
  });

  test("an interval refetches while there's a listener", async () => {
    const leave = listen(open({ interval: 30_000 }));
    await vi.advanceTimersByTimeAsync(90_000);
    expect(reads).toHaveLength(4);
    leave();
    await vi.advanceTimersByTimeAsync(90_000);
    expect(reads).toHaveLength(4);
  });

  test("a change in another tab reloads", async () => {
    listen(open());
    await settle();
    const tell = async (key: string): Promise<number> => {
      window.dispatchEvent(new StorageEvent("storage", { key, newValue: "0.1" }));
      await vi.advanceTimersByTimeAsync(10);
      return reads.length;
    };
    expect(await tell("theme")).toBe(1);
    expect(await tell(tabStorageKey)).toBe(2);
  });

  test("events don't reload while a request is running", async () => {
    const { send } = held();
    listen(open());
    await settle();
    window.dispatchEvent(new Event("focus"));
    window.dispatchEvent(new Event("online"));
    await settle();
    expect(reads).toHaveLength(1);
    send({ data: null, error: null });
  });
});
