/** Compares two samples of times by rank, without assuming a distribution. */

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/**
 * How often a guess from one time of each sample is right, where 0.5 is chance. This is the Mann-Whitney U statistic
 * divided by its maximum, in the better of both directions.
 */
export function distinguishability(one: readonly number[], other: readonly number[]): number {
  let wins = 0;
  for (const a of one) for (const b of other) wins += a > b ? 1 : a === b ? 0.5 : 0;
  const share = wins / (one.length * other.length);
  return Math.max(share, 1 - share);
}
