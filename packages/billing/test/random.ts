/** Random numbers that are the same in every run. */

export interface Random {
  /** A number from 0 up to, but not including, 1. */
  next(): number;
  /** An integer below `bound`. */
  below(bound: number): number;
  pick<T>(from: readonly T[]): T;
  chance(probability: number): boolean;
  shuffled<T>(list: readonly T[]): T[];
}

/** Returns the same numbers for the same seed. Uses the Mulberry32 algorithm. */
export function seeded(seed: number): Random {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  return {
    next,
    below,
    pick: (from) => from[below(from.length)] as never,
    chance: (probability) => next() < probability,
    shuffled(list) {
      const mixed = [...list];
      for (let at = mixed.length - 1; at > 0; at--) {
        const other = below(at + 1);
        [mixed[at], mixed[other]] = [mixed[other] as never, mixed[at] as never];
      }
      return mixed;
    },
  };
}
