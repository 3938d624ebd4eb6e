/** Stores with a fake server and fake timers. They're stopped after each test. */

import { afterEach, beforeEach, vi } from "vitest";
import type { Result } from "../src/result.ts";
import { createStore, type LiveStore, type StoreOptions } from "../src/store.ts";

export interface Data {
  readonly user: { readonly id: string; readonly name: string };
  readonly at: string;
}

export const data = (name: string, at = "one"): Data => ({ user: { id: name, name }, at });

type Answer = Result<unknown> | ((signal: AbortSignal) => Promise<Result<unknown>>);

let answer: Answer;
/** The abort signal of each request. */
export const reads: AbortSignal[] = [];
const stops: (() => void)[] = [];

/** Uses fake timers in a file's tests, and stops the file's stores. Call it at the top of the file. */
export function useOpenedStores(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    answerWith({ data: data("ann"), error: null });
    reads.length = 0;
  });

  afterEach(async () => {
    for (const stop of stops.splice(0)) stop();
    await vi.advanceTimersByTimeAsync(2000);
    vi.useRealTimers();
  });
}

/** Sets the server's next responses. Default: Ann's data. */
export function answerWith(next: Answer): void {
  answer = next;
}

/** Holds requests until `send` is called with the response to the oldest one. */
export function held(): { send(result: Result<unknown>): void } {
  const waiting: ((result: Result<unknown>) => void)[] = [];
  answerWith(() => new Promise((resolve) => waiting.push(resolve)));
  return { send: (result) => waiting.shift()?.(result) };
}

export function open(options: Partial<StoreOptions<Data>> = {}): LiveStore<Data> {
  return createStore<Data>({
    read: async (signal) => {
      reads.push(signal);
      return typeof answer === "function" ? answer(signal) : answer;
    },
    ...options,
  });
}

/** Listens until the test ends, or until the returned function is called. */
export function listen(store: LiveStore<Data>, listener: () => void = () => {}): () => void {
  const stop = store.listen(listener);
  stops.push(stop);
  return stop;
}

export const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
