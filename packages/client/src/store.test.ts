// @vitest-environment jsdom

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { networkError, type Result, resultOf } from "./result.ts";
import { createStore, type LiveStore, type StoreOptions } from "./store.ts";
import { tabKey } from "./tabs.ts";

interface Data {
  readonly user: { readonly id: string; readonly name: string };
  readonly at: string;
}

const data = (name: string, at = "one"): Data => ({ user: { id: name, name }, at });

/** What the server says, and how often it was asked. */
let answer: Result<unknown> | ((signal: AbortSignal) => Promise<Result<unknown>>);
let reads: AbortSignal[];
const stops: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  answer = { data: data("ann"), error: null };
  reads = [];
});

afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  await vi.advanceTimersByTimeAsync(2000);
  vi.useRealTimers();
});

function open(options: Partial<StoreOptions<Data>> = {}): LiveStore<Data> {
  return createStore<Data>({
    read: async (signal) => {
      reads.push(signal);
      return typeof answer === "function" ? answer(signal) : answer;
    },
    isTouchedBy: (path) => path === "/touched",
    ...options,
  });
}

/** Listens until the test ends, or until the returned function is called. */
function listen(store: LiveStore<Data>, listener: () => void = () => {}): () => void {
  const stop = store.listen(listener);
  stops.push(stop);
  return stop;
}

const refusal = (status: number): Result<unknown> => resultOf({ ok: false, status, statusText: "" }, null);

/** An answer that is sent later. */
function held(): { send(result: Result<unknown>): void } {
  const waiting: ((result: Result<unknown>) => void)[] = [];
  answer = () => new Promise((resolve) => waiting.push(resolve));
  return { send: (result) => waiting.shift()?.(result) };
}

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

describe("life", () => {
  test("reads at the first listener, not before, and not for the second", async () => {
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

  test("looking at it starts nothing", async () => {
    const store = open();
    store.get();
    await vi.advanceTimersByTimeAsync(2000);
    expect(reads).toHaveLength(0);
  });

  test("rests 1000 ms after the last listener left, and reads again for the next", async () => {
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

  test("50 listeners that come and go in one moment make one request", async () => {
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

describe("events", () => {
  test("focus reads again, at most each 5 s", async () => {
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

  test("a tab that is left reads nothing", async () => {
    const store = open({ interval: 60_000 });
    listen(store);
    await settle();
    const hidden = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    await vi.advanceTimersByTimeAsync(180_000);
    expect(reads).toHaveLength(1);
    hidden.mockReturnValue("visible");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reads).toHaveLength(2);
    hidden.mockRestore();
  });

  test("coming online reads again", async () => {
    listen(open());
    await settle();
    window.dispatchEvent(new Event("online"));
    await settle();
    expect(reads).toHaveLength(2);
  });

  test("an interval reads again while somebody listens", async () => {
    const leave = listen(open({ interval: 30_000 }));
    await vi.advanceTimersByTimeAsync(90_000);
    expect(reads).toHaveLength(4);
    leave();
    await vi.advanceTimersByTimeAsync(90_000);
    expect(reads).toHaveLength(4);
  });

  test("another tab's call reads again if it concerns this store", async () => {
    listen(open());
    await settle();
    const tell = async (key: string, newValue: string | null): Promise<number> => {
      window.dispatchEvent(new StorageEvent("storage", { key, newValue }));
      await vi.advanceTimersByTimeAsync(10);
      return reads.length;
    };
    expect(await tell(tabKey, "/other 0.1")).toBe(1);
    expect(await tell("theme", "/touched 0.1")).toBe(1);
    expect(await tell(tabKey, null)).toBe(1);
    expect(await tell(tabKey, "/touched 0.1")).toBe(2);
  });

  test("nothing is read for events while a read is under way", async () => {
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

describe("a toggle", () => {
  test("reads 10 ms later, once for all that come in between", async () => {
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

  test("reads in the second after the last listener left, so that the next one sees what is true", async () => {
    const store = open();
    const leave = listen(store);
    await settle();
    leave();
    answer = { data: data("bob"), error: null };
    store.toggle();
    await vi.advanceTimersByTimeAsync(100);
    listen(store);
    expect(store.get().data).toEqual(data("bob"));
  });

  test("reads nothing while the store rests", async () => {
    const store = open();
    store.toggle();
    await vi.advanceTimersByTimeAsync(100);
    expect(reads).toHaveLength(0);
  });

  test("makes an answer worthless that was under way", async () => {
    const { send } = held();
    const store = open();
    listen(store);
    await settle();
    store.toggle();
    store.put(null);
    send({ data: data("ann"), error: null });
    await settle();
    expect(store.get()).toMatchObject({ data: null, isPending: false });
    expect(reads[0]?.aborted).toBe(true);
    answer = { data: data("bob"), error: null };
    await vi.advanceTimersByTimeAsync(10);
    expect(store.get().data).toEqual(data("bob"));
  });
});

describe("refetch", () => {
  test("resolves when the answer was taken in", async () => {
    const store = open();
    await store.get().refetch();
    expect(store.get().data).toEqual(data("ann"));
  });

  test("is the same function for the life of the store", async () => {
    const store = open();
    const { refetch } = store.get();
    await refetch();
    expect(store.get().refetch).toBe(refetch);
  });

  test("gives up a request that had left before, and waits for the newer one", async () => {
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

describe("answers", () => {
  const after = async (next: Result<unknown>): Promise<LiveStore<Data>> => {
    const store = open();
    listen(store);
    await settle();
    answer = next;
    await store.get().refetch();
    return store;
  };

  test("a 401 empties the data", async () => {
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
    answer = { data: data("ann"), error: null };
    await store.get().refetch();
    expect(store.get().error).toBeNull();
  });

  test("an error at the beginning ends the pending state", async () => {
    answer = refusal(429);
    const store = open();
    listen(store);
    await settle();
    expect(store.get()).toMatchObject({ data: null, error: { status: 429 }, isPending: false });
  });

  test("data changes identity only when its content does", async () => {
    const store = await after({ data: data("ann"), error: null });
    const { data: first } = store.get();
    answer = { data: { at: "one", user: { name: "ann", id: "ann" } }, error: null };
    await store.get().refetch();
    expect(store.get().data).toBe(first);
    answer = { data: data("ann", "two"), error: null };
    await store.get().refetch();
    expect(store.get().data).not.toBe(first);
    expect(store.get().data?.user).toBe(first?.user);
  });

  test("a change of data is told before listeners are", async () => {
    const order: unknown[] = [];
    const store = open({ onData: (before, next) => order.push(["onData", before?.at, next?.at]) });
    listen(store, () => store.get().data && order.push("listener"));
    await settle();
    answer = { data: data("ann", "two"), error: null };
    await store.get().refetch();
    expect(order.filter((one, i) => one !== order[i - 1])).toEqual([
      ["onData", undefined, "one"],
      "listener",
      ["onData", "one", "two"],
      "listener",
    ]);
  });

  test("after a reset nothing is known, and it is read again", async () => {
    const store = await after({ data: data("ann"), error: null });
    store.reset();
    expect(store.get()).toMatchObject({ data: null, error: null, isPending: true });
    await vi.advanceTimersByTimeAsync(10);
    expect(store.get()).toMatchObject({ data: data("ann"), isPending: false });
  });
});

describe("known from the start", () => {
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
  ])("%s: nothing is pending, and the first listener reads nothing", async (_, make) => {
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

  test("nobody is known too", async () => {
    const store = open({ initial: null });
    listen(store);
    await settle();
    expect([store.get().isPending, store.get().data, reads.length]).toEqual([false, null, 0]);
  });

  test("a seed does not go over what is known", async () => {
    const store = open({ initial: data("ann") });
    expect(store.seed(data("bob")).data).toEqual(data("bob"));
    expect(store.get().data).toEqual(data("ann"));
  });

  test("what was handed in may be frozen", async () => {
    const frozen = Object.freeze({ ...data("ann"), user: Object.freeze({ id: "ann", name: "ann" }) });
    const store = open({ initial: frozen });
    await store.get().refetch();
    expect(store.get().data).toEqual(data("ann"));
  });
});
