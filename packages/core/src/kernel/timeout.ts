/** Adds a timeout to work that might never finish. */

/**
 * Runs `work`. If it takes too long, aborts the signal and throws.
 *
 * @param milliseconds the timeout
 * @param subject starts the error's message, such as the host that didn't respond
 */
export async function withTimeout<T>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
  subject: string,
): Promise<T> {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const expire = (): void => {
      const error = new Error(`${subject} didn't respond within ${milliseconds} ms.`);
      reject(error);
      stop.abort(error);
    };
    timer = setTimeout(() => {
      // Wait one more turn. If the process was paused, the response may have arrived but not been read yet.
      timer = setTimeout(expire, 0);
    }, milliseconds);
  });
  try {
    return await Promise.race([work(stop.signal), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
