/** Reads a web-standard stream with a size limit and a time limit. */

/** Why reading stopped early. */
export type ReadFailure = "tooLarge" | "timedOut";

/**
 * Reads all bytes. Stops reading once there are more than `limit`. Joining the chunks briefly takes twice their size.
 * Rejects if the stream fails.
 * @param timeoutMs timeout in milliseconds; default: none
 */
export async function readStream(
  stream: ReadableStream<Uint8Array>,
  limit: number,
  timeoutMs?: number,
): Promise<Uint8Array | ReadFailure> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  let timedOut = false;
  const cancel = (): void => void reader.cancel().catch(() => {});
  const stop = (): void => {
    timedOut = true;
    cancel();
  };
  const timer = timeoutMs === undefined ? undefined : setTimeout(stop, timeoutMs);
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      size += next.value.byteLength;
      if (size > limit) {
        cancel();
        return "tooLarge";
      }
      chunks.push(next.value);
    }
  } finally {
    clearTimeout(timer);
  }
  return timedOut ? "timedOut" : join(chunks, size);
}

function join(chunks: readonly Uint8Array[], size: number): Uint8Array {
  if (chunks.length === 1) return chunks[0] as Uint8Array;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}
