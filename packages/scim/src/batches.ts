/** Rows per query. */
const batchSize = 500;

/** Splits a list into parts that fit in a query. */
export function batches<T>(all: readonly T[]): readonly (readonly T[])[] {
  const count = Math.ceil(all.length / batchSize);
  return Array.from({ length: count }, (_, at) => all.slice(at * batchSize, (at + 1) * batchSize));
}
