/** The findings of `latchkey doctor`. */

/** `error`: locks users out or is unsafe. `warning`: will cause problems later. `note`: good to know. */
export type Severity = "error" | "warning" | "note";

/** A single finding. */
export interface Finding {
  /** Stable across releases, such as `data.accounts-without-user`. */
  readonly id: string;
  readonly severity: Severity;
  /** The problem, in one sentence. */
  readonly title: string;
  /** What the problem causes, if that isn't obvious. */
  readonly detail?: string;
  /** How to fix it: a command, a statement, or an option to change. */
  readonly step: string;
}

/** Formats a count with its noun, such as "1 user" or "2 users". */
export function pluralize(count: number, one: string, several: string = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}
