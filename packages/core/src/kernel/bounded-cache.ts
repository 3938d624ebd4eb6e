/** A size-limited cache for values that can be recomputed. */

interface Entry<V> {
  readonly value: V;
  readonly size: number;
}

/** Caches values by string key. Evicts the oldest entries when the total size exceeds the limit. */
export class BoundedCache<V> {
  readonly #entries = new Map<string, Entry<V>>();
  readonly #maxSize: number;
  #size = 0;

  /** @param maxSize maximum total size of the values, in the unit that `set` uses */
  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  get(key: string): V | undefined {
    return this.#entries.get(key)?.value;
  }

  set(key: string, value: V, size: number): void {
    this.#size += size - (this.#entries.get(key)?.size ?? 0);
    this.#entries.set(key, { value, size });
    for (const [oldest, entry] of this.#entries) {
      if (this.#size <= this.#maxSize) return;
      this.#entries.delete(oldest);
      this.#size -= entry.size;
    }
  }
}
