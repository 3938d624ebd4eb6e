/** Records what the cluster acknowledged, and every violation of it. */

/** Cookies by name. */
export type Jar = Map<string, string>;

/** A user whose sign-up was acknowledged. */
export interface Account {
  readonly email: string;
  readonly userId: string;
  /** The password. Has two entries while it's unknown whether a change took effect. */
  passwords: readonly string[];
  /** Passwords that were replaced. */
  readonly old: string[];
}

/** A session whose end was acknowledged. */
export interface EndedSession {
  /** Its cookies, including cached copies of the session. */
  readonly jar: Jar;
  readonly account: Account;
  /** When the end was acknowledged, in milliseconds on this process's clock. */
  readonly endedAt: number;
  readonly by: string;
}

/** An invitation whose creation was acknowledged. */
export interface OpenInvitation {
  readonly id: string;
  readonly organizationId: string;
}

/** A password reset email. */
export interface ResetMail {
  readonly token: string;
  readonly arrivedAt: number;
}

/** The records of a run. */
export interface Ledger {
  readonly accounts: Account[];
  readonly ended: EndedSession[];
  /** Pending invitations by email. */
  readonly openInvitations: Map<string, OpenInvitation[]>;
  /** The token of each invitation email, by the invitation's id. */
  readonly invitationTokens: Map<string, string>;
  /** The last reset email by recipient. */
  readonly resetMails: Map<string, ResetMail>;
  /** Number of checks, by description. */
  readonly checks: Map<string, number>;
  readonly violations: string[];
  /** Runs for each violation. */
  onViolation(text: string): void;
}

/** Creates an empty ledger. */
export function openLedger(onViolation: (text: string) => void = () => {}): Ledger {
  return {
    accounts: [],
    ended: [],
    openInvitations: new Map(),
    invitationTokens: new Map(),
    resetMails: new Map(),
    checks: new Map(),
    violations: [],
    onViolation,
  };
}

/**
 * Records a check and its result.
 * @param what a statement that must be true
 */
export function check(ledger: Ledger, what: string, isSo: boolean, details: () => string): void {
  ledger.checks.set(what, (ledger.checks.get(what) ?? 0) + 1);
  if (!isSo) violate(ledger, `not so: ${what}. ${details()}`);
}

/** Records a violation. */
export function violate(ledger: Ledger, text: string): void {
  ledger.violations.push(text);
  ledger.onViolation(text);
}
