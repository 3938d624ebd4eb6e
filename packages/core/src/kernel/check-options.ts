/** Checks of options. Each error names the option, its value, and what to set it to. */

/** The values that a number option can have. */
export interface IntegerRange {
  readonly min: number;
  /** Default: no maximum. */
  readonly max?: number;
  readonly unit?: "seconds" | "milliseconds";
}

/**
 * Checks a number option and returns its value.
 *
 * @param option the option's full name: `admin.defaultBanExpiresIn`
 * @throws {Error} if it isn't a whole number within the range
 */
export function checkInteger(option: string, value: number, { min, max, unit }: IntegerRange): number {
  if (Number.isSafeInteger(value) && value >= min && value <= (max ?? value)) return value;
  const range = max === undefined ? `of ${min} or more` : `from ${min} to ${max}`;
  throw new Error(`${option} is ${show(value)}. Set it to a whole number${unit ? ` of ${unit}` : ""} ${range}.`);
}

/**
 * Checks an option that must be one of the given words, and returns its value.
 *
 * @throws {Error} if it isn't one of `words`
 */
export function checkOneOf<T extends string>(option: string, value: T, words: readonly T[]): T {
  if (words.includes(value)) return value;
  throw new Error(`${option} is ${show(value)}. Set it to ${words.map(show).join(" or ")}.`);
}

function show(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

/** Calls `make` and returns its result. If it throws, the error's message is prefixed with the option's name. */
export function withOptionName<T>(option: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw new Error(`${option}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
