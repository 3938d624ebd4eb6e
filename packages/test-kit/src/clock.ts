/** A clock that only moves when a test moves it. */

/** A clock that only moves when a test moves it. */
export interface TestClock {
  /** Pass it as `clock` to `createAuth`. */
  readonly now: () => Date;
  /** Moves the clock by this many seconds. Negative values move it back. */
  advance(seconds: number): void;
  set(date: Date): void;
}

/** Creates a test clock. Default start: 2030-01-01T12:00:00Z. */
export function createTestClock(start: Date = new Date("2030-01-01T12:00:00.000Z")): TestClock {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    advance: (seconds) => {
      at += seconds * 1000;
    },
    set: (date) => {
      at = date.getTime();
    },
  };
}
