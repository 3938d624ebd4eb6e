/** A clock that stands still until it is moved. */

/** A clock that is moved by hand. */
export interface TestClock {
  /** Pass it as `clock` to `createAuth`. */
  readonly now: () => Date;
  /** Moves it, by seconds. Negative: back. */
  advance(seconds: number): void;
  set(date: Date): void;
}

/** A clock that stands still until it is moved. */
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
