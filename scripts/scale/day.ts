/**
 * Simulates a day for a sample of people, who visit, read, sign in, and sign out, minute by minute. The calls of each
 * minute are scaled up to all users.
 */

/** A kind of call whose cost is measured. */
export type CallName = "signUp" | "signIn" | "readByCookie" | "readByDatabase" | "extend" | "update" | "signOut";

export interface DayPlan {
  /** Accounts, most of which are inactive on a given day. */
  readonly users: number;
  /** Accounts that are simulated. */
  readonly sample: number;
  /** Share of the accounts that visit on a day. */
  readonly activeShare: number;
  /** Average number of visits of an active person. */
  readonly visits: number;
  /** Average number of session reads in a visit. */
  readonly readsPerVisit: number;
  /** Average time between two reads of a visit, in seconds. */
  readonly secondsBetweenReads: number;
  /** Share of the visits that begin without a session. */
  readonly signInShare: number;
  /** Share of the visits that end with a sign-out. */
  readonly signOutShare: number;
  /** Share of the visits that change the user's own data. */
  readonly updateShare: number;
  /** New accounts on this day, as a share of all. */
  readonly newShare: number;
  /** How long a copy in a cookie is valid, in seconds. 0 turns the cookie cache off. */
  readonly cookieCacheSeconds: number;
  readonly seed: number;
}

export interface Day {
  /** Calls per second at the busiest minute, by kind, for all users. */
  readonly peak: Readonly<Record<CallName, number>>;
  /** Calls of the whole day, by kind, for all users. */
  readonly total: Readonly<Record<CallName, number>>;
  /** The busiest minute of the day, from 0 to 1439. */
  readonly busiest: number;
}

export const callNames = [
  "signUp",
  "signIn",
  "readByCookie",
  "readByDatabase",
  "extend",
  "update",
  "signOut",
] as const satisfies readonly CallName[];

const minutes = 1440;

export function simulateDay(plan: DayPlan): Day {
  const random = randomFrom(plan.seed);
  const counts: Record<CallName, Float64Array> = emptyCounts();
  for (let person = 0; person < plan.sample; person++) {
    const isNew = random() < plan.newShare;
    if (!isNew && random() >= plan.activeShare) continue;
    simulatePerson(plan, isNew, random, (call, second) => {
      const minute = Math.floor(second / 60) % minutes;
      counts[call][minute] = (counts[call][minute] as number) + 1;
    });
  }
  const scale = plan.users / plan.sample;
  const busiest = busiestMinute(counts);
  const peak = mapCalls((call) => (average(counts[call], busiest) * scale) / 60);
  const total = mapCalls((call) => counts[call].reduce((sum, one) => sum + one, 0) * scale);
  return { peak, total, busiest };
}

function simulatePerson(
  plan: DayPlan,
  isNew: boolean,
  random: () => number,
  record: (call: CallName, second: number) => void,
): void {
  // A session is extended once a day, by the first read that reaches the database.
  let isExtended = isNew;
  let copyUntil = Number.NEGATIVE_INFINITY;
  const visits = isNew ? 1 : 1 + poisson(plan.visits - 1, random);
  const begins = Array.from({ length: visits }, () => secondOfDay(random)).sort((a, b) => a - b);
  for (const begin of begins) {
    let now = begin;
    const signsIn = !isNew && random() < plan.signInShare;
    if (isNew) record("signUp", now);
    if (signsIn) record("signIn", now);
    if (isNew || signsIn) {
      copyUntil = now + plan.cookieCacheSeconds;
      isExtended = true;
    }
    const reads = 1 + poisson(plan.readsPerVisit - 1, random);
    for (let read = 0; read < reads; read++) {
      if (plan.cookieCacheSeconds > 0 && now < copyUntil) record("readByCookie", now);
      else {
        record(isExtended ? "readByDatabase" : "extend", now);
        isExtended = true;
        copyUntil = now + plan.cookieCacheSeconds;
      }
      now += -Math.log(1 - random()) * plan.secondsBetweenReads;
    }
    if (random() < plan.updateShare) {
      record("update", now);
      copyUntil = now + plan.cookieCacheSeconds;
    }
    if (random() < plan.signOutShare) {
      record("signOut", now);
      copyUntil = Number.NEGATIVE_INFINITY;
    }
  }
}

/**
 * A time of day. Most people live in a few time zones, so the busiest hour has about twice the average, and the
 * quietest a third of it.
 */
function secondOfDay(random: () => number): number {
  for (;;) {
    const second = random() * 86_400;
    const hour = second / 3600;
    const weight =
      1 + 0.7 * Math.sin(((hour - 13) / 24) * 2 * Math.PI) + 0.3 * Math.sin(((hour - 3) / 12) * 2 * Math.PI);
    if (random() * 2 < weight) return second;
  }
}

function busiestMinute(counts: Record<CallName, Float64Array>): number {
  let best = 0;
  const load = (minute: number): number => callNames.reduce((sum, call) => sum + average(counts[call], minute), 0);
  for (let minute = 1; minute < minutes; minute++) if (load(minute) > load(best)) best = minute;
  return best;
}

/** The average of ten minutes around this one, because a sample has few calls a minute. */
function average(counts: Float64Array, minute: number): number {
  let sum = 0;
  for (let offset = -5; offset < 5; offset++) sum += counts[(minute + offset + minutes) % minutes] as number;
  return sum / 10;
}

function mapCalls(value: (call: CallName) => number): Record<CallName, number> {
  return Object.fromEntries(callNames.map((call) => [call, value(call)])) as Record<CallName, number>;
}

function emptyCounts(): Record<CallName, Float64Array> {
  return Object.fromEntries(callNames.map((call) => [call, new Float64Array(minutes)])) as Record<
    CallName,
    Float64Array
  >;
}

function poisson(mean: number, random: () => number): number {
  const limit = Math.exp(-Math.max(0, mean));
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count++;
  return count;
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
