/** The provider's clock. It can be moved ahead and never returns the same time twice. */

/** Milliseconds in a day. */
export const day = 86_400_000;

export interface PlatformClock {
  now(): Date;
  /** A timestamp with microseconds, always later than the previous one, so that events can be ordered. */
  stamp(): string;
  /** How far the clock is ahead, in milliseconds. */
  readonly ahead: number;
  /** Moves the clock ahead to a time. A time in the past is ignored. */
  moveTo(moment: Date): void;
}

/**
 * @param source returns the real time
 * @param ahead how far the clock starts ahead, in milliseconds
 */
export function createClock(source: () => Date, ahead = 0): PlatformClock {
  let offset = ahead;
  let last = 0;
  const now = (): Date => new Date(source().getTime() + offset);
  return {
    now,
    stamp() {
      last = Math.max(now().getTime() * 1000, last + 1);
      const micros = String(last % 1000).padStart(3, "0");
      return new Date(Math.floor(last / 1000)).toISOString().replace("Z", `${micros}Z`);
    },
    get ahead() {
      return offset;
    },
    moveTo(moment) {
      offset += Math.max(0, moment.getTime() - now().getTime());
    },
  };
}

/** Adds one billing period in UTC. A day that the month doesn't have becomes its last day. */
export function periodAfter(start: Date, every: string): Date {
  const end = new Date(start);
  const day = end.getUTCDate();
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + (every === "year" ? 12 : 1));
  const last = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(day, last));
  return end;
}
