/** Two samples of times, compared by rank: no shape of distribution is assumed. */

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/**
 * How often a guess by time is right, given one of each: 0.5 is chance. The Mann-Whitney U statistic over its greatest
 * value, the better of both directions.
 */
export function advantage(one: readonly number[], other: readonly number[]): number {
  let wins = 0;
  for (const a of one) for (const b of other) wins += a > b ? 1 : a === b ? 0.5 : 0;
  const share = wins / (one.length * other.length);
  return Math.max(share, 1 - share);
}
