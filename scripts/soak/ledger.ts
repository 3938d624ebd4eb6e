/** What the load knows to be so, since it was acknowledged; and what turned out otherwise. */

/** Cookies by name. */
export type Jar = Map<string, string>;

/** Somebody whose sign-up was acknowledged. */
export interface Account {
  readonly email: string;
  readonly userId: string;
  /** The password. Two while it is not known whether a change was made. */
  passwords: readonly string[];
  /** Passwords that were replaced. */
  readonly old: string[];
}

/** A session whose end was acknowledged. */
export interface EndedSession {
  /** Cookies of it, copies of the session and all. */
  readonly jar: Jar;
  readonly account: Account;
  /** When the end was acknowledged, in milliseconds of this process's clock. */
  readonly endedAt: number;
  readonly by: string;
}

/** An invitation whose making was acknowledged. */
export interface OpenInvitation {
  readonly id: string;
  readonly organizationId: string;
}

/** A mail that asks for a new password. */
export interface ResetMail {
  readonly token: string;
  readonly arrivedAt: number;
}

/** The books of a run. */
export interface Ledger {
  readonly accounts: Account[];
  readonly ended: EndedSession[];
  /** Open invitations by address. */
  readonly invited: Map<string, OpenInvitation[]>;
  /** The last mail by address. */
  readonly resetMails: Map<string, ResetMail>;
  /** How often something was held against what is known. */
  readonly checks: Map<string, number>;
  readonly violations: string[];
  /** Told of each violation when it is found. */
  onViolation(text: string): void;
}

/** Books with nothing in them. */
export function openLedger(onViolation: (text: string) => void = () => {}): Ledger {
  return {
    accounts: [],
    ended: [],
    invited: new Map(),
    resetMails: new Map(),
    checks: new Map(),
    violations: [],
    onViolation,
  };
}

/** Holds one thing against what is known. @param what a sentence that must be true */
export function check(ledger: Ledger, what: string, isSo: boolean, details: () => string): void {
  ledger.checks.set(what, (ledger.checks.get(what) ?? 0) + 1);
  if (!isSo) violate(ledger, `not so: ${what}. ${details()}`);
}

/** Writes down what must not be. */
export function violate(ledger: Ledger, text: string): void {
  ledger.violations.push(text);
  ledger.onViolation(text);
}
