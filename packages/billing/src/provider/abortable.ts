/** Stops waiting for a call whose client doesn't take a signal. */

/**
 * Waits for a call until the signal is aborted. Removes its listener afterward, because many calls can share a signal.
 * @throws the signal's reason, if it's aborted first
 */
export async function abortable<T>(signal: AbortSignal, start: () => PromiseLike<T>): Promise<T> {
  signal.throwIfAborted();
  let stop = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([start(), aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
