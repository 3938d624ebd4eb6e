/** The platform's clock: may be moved ahead, and never gives a time twice. */

/** Milliseconds in a day. */
export const day = 86_400_000;

export interface PlatformClock {
  now(): Date;
  /** A moment for the wire, to the microsecond, later than all before: what happened later is known by it. */
  stamp(): string;
  /** How far ahead it is, in milliseconds. */
  readonly ahead: number;
  /** Moves it ahead to a moment; one that has been changes nothing. */
  moveTo(moment: Date): void;
}

/** @param source the time without any moving; @param ahead milliseconds */
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

/** One period later by the calendar, in UTC. A day that a month does not have is its last. */
export function periodAfter(start: Date, every: string): Date {
  const end = new Date(start);
  const day = end.getUTCDate();
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + (every === "year" ? 12 : 1));
  const last = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(day, last));
  return end;
}
