/** What the doctor finds. */

/**
 * `error`: locks people out, or is unsafe. `warning`: will hurt some day. `note`: good to know.
 */
export type Severity = "error" | "warning" | "note";

/** One thing that was found. */
export interface Finding {
  /** Stays the same from release to release: `data.accounts-without-user`. */
  readonly id: string;
  readonly severity: Severity;
  /** What is so, in one sentence. */
  readonly title: string;
  /** What it means, where that does not go without saying. */
  readonly detail?: string;
  /** What to do: a command, a statement, a change of a named option. */
  readonly step: string;
}

/** "1 user", "2 users". */
export function counted(count: number, one: string, several: string = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}
