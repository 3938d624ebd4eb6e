/** A size-limited cache for values that can be recomputed. */

/** Caches values by string key. Evicts the oldest entries when the total length of the keys exceeds the limit. */
export class BoundedCache<V> {
  readonly #values = new Map<string, V>();
  readonly #maxLength: number;
  #length = 0;

  /**
   * @param maxLength maximum length of all keys together, in characters. Values are assumed to be proportional to their
   *   keys.
   */
  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  get(key: string): V | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: V): void {
    if (!this.#values.has(key)) this.#length += key.length;
    this.#values.set(key, value);
    for (const oldest of this.#values.keys()) {
      if (this.#length <= this.#maxLength) return;
      this.#values.delete(oldest);
      this.#length -= oldest.length;
    }
  }
}
