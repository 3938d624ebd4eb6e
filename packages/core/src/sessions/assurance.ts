/** How strongly a session is authenticated, and the guard that requires a stronger or more recent proof. */

import { fail } from "../http/errors.ts";
import { checkInteger, checkOneOf } from "../kernel/check-options.ts";
import type { RequestContext } from "../kernel/context.ts";
import { checkOptionNames } from "../kernel/option-names.ts";
import { defineGuard, type Guard } from "../plugin/guard.ts";
import {
  type ActiveSession,
  delegatedProof,
  latestProof,
  type Proofs,
  proofTimes,
  type SessionRow,
} from "../tables/session.ts";
import { changeSession, syncSessionCookies } from "./change.ts";
import { readSessionToken } from "./cookies.ts";
import { listEnrolledFactors } from "./enrolled-factors.ts";
import { readRequiredSession, type SessionErrorCode, sessionErrors } from "./guards.ts";

/** Assurance levels from weak to strong. `phr` is a passkey with user verification, which resists phishing. */
export const assuranceLevels = ["aal1", "aal2", "phr"] as const;

/** One factor, two factors, or a factor that resists phishing. */
export type AssuranceLevel = (typeof assuranceLevels)[number];

/** How a session is authenticated. */
export interface Assurance {
  /** The highest level whose factors are all proven. `null` if nothing is proven, such as while impersonating. */
  readonly acr: AssuranceLevel | null;
  /**
   * How the user was authenticated, with the names from RFC 8176. `email`, `fed`, and plugins' factors have their own
   * names.
   */
  readonly amr: readonly string[];
  /** When a factor was last proven. `null` if none was. */
  readonly authTime: Date | null;
  /** When each factor was last proven. */
  readonly proofs: Readonly<Record<string, Date>>;
}

/** What `requireAssurance` requires. All of the set requirements must be met. */
export interface AssuranceRequirement {
  /** One of these factors must be proven, such as `passkey` or `two-factor`. */
  readonly factors?: readonly string[] | undefined;
  /** The level that the proven factors must reach. */
  readonly acr?: AssuranceLevel | undefined;
  /** Maximum age of the proofs, in seconds. Default: any age. */
  readonly maxAge?: number | undefined;
  /**
   * Accepts each proof only once for this action, such as `transfer`. The user confirms every transfer, and a proof can
   * still be used for other actions.
   */
  readonly singleUse?: string | undefined;
}

/**
 * Requires the second factor instead of a confirmation from the current email, for users who lost access to that
 * mailbox. Each proof from the last 10 minutes confirms one change, by link or by code.
 */
export const emailChangeRequirement: AssuranceRequirement = {
  acr: "aal2",
  factors: ["two-factor"],
  maxAge: 600,
  singleUse: "change-email",
};

/** Returns how the session is authenticated. @param maxAge ignores older proofs, in seconds */
export function getAssurance(
  context: RequestContext,
  { session }: { readonly session: Pick<SessionRow, "proofs">; readonly user?: unknown },
  maxAge?: number,
): Assurance {
  const proofs = recentProofs(session.proofs, context.now(), { maxAge });
  const times = Object.values(proofs);
  return {
    acr: levelOf(proofs),
    amr: methodsOf(proofs, session.proofs),
    authTime: times.length === 0 ? null : new Date(Math.max(...times)),
    proofs: Object.fromEntries(Object.entries(proofs).map(([name, at]) => [name, new Date(at)])),
  };
}

/** Two factors in one: the passkey and its verification of the user. */
const levelFactors: Readonly<Record<AssuranceLevel, readonly string[]>> = {
  aal1: [],
  aal2: ["two-factor"],
  phr: ["passkey", "two-factor"],
};

function levelOf(proofs: Proofs): AssuranceLevel | null {
  if (Object.keys(proofs).length === 0) return null;
  return assuranceLevels.findLast((level) => levelFactors[level].every((name) => name in proofs)) ?? null;
}

function reaches(acr: AssuranceLevel | null, required: AssuranceLevel): boolean {
  return acr !== null && assuranceLevels.indexOf(acr) >= assuranceLevels.indexOf(required);
}

const methodNames: Readonly<Record<string, readonly string[]>> = {
  password: ["pwd"],
  phone: ["sms"],
  provider: ["fed"],
  passkey: ["pop", "user"],
};

function methodsOf(proofs: Proofs, details: Proofs | null): string[] {
  const methods = new Set<string>();
  for (const name of Object.keys(proofs)) {
    if (name !== "two-factor") for (const method of methodNames[name] ?? [name]) methods.add(method);
  }
  if ("two-factor" in proofs) {
    // If the second factor was a passkey, no kind of code is recorded.
    const isCode = Object.keys(details ?? {}).some((name) => name.startsWith("two-factor:"));
    if (isCode) methods.add("otp");
    else methods.add("pop");
    methods.add("mfa");
  }
  return [...methods];
}

/** Returns the proofs that are recent enough and newer than the last action that used them up. */
function recentProofs(proofs: Proofs | null, now: Date, { maxAge, singleUse }: AssuranceRequirement): Proofs {
  const since = maxAge === undefined ? Number.NEGATIVE_INFINITY : now.getTime() - maxAge * 1000;
  const usedAt = singleUse === undefined ? 0 : Math.max(proofs?.[useKey(singleUse)] ?? 0, proofs?.[allUsesKey] ?? 0);
  const isValid = (at: number): boolean => at > since && at > usedAt;
  return Object.fromEntries(Object.entries(proofTimes(proofs, now)).filter(([, at]) => isValid(at)));
}

/** The key of an action among a session's proofs. The colon keeps it from being mistaken for a factor. */
function useKey(action: string): string {
  return `used:${action}`;
}

/** Counts as a use by every action. No action can have this name. */
const allUsesKey = useKey("*");

/**
 * Returns the proofs for a session that continues this one. They count as used for every `singleUse`, because otherwise
 * the new session could use them again for the same action.
 */
export function transferredProofs(proofs: Proofs | null): Proofs {
  const latest = latestProof(proofs);
  return latest === 0 ? {} : { ...proofs, [allUsesKey]: latest };
}

/**
 * Returns the proofs for a session that this one creates on another device. They count for gates and assurance levels,
 * but not as fresh, because the person who holds the device has proven nothing.
 */
export function delegatedProofs(proofs: Proofs | null): Proofs {
  const latest = latestProof(proofs);
  return latest === 0 ? {} : { ...transferredProofs(proofs), [delegatedProof]: latest };
}

/** Whether the session meets the requirement. */
export function hasAssurance(
  context: RequestContext,
  { session }: ActiveSession,
  requirement: AssuranceRequirement,
): boolean {
  const { factors, acr = "aal1" } = requirement;
  const proofs = recentProofs(session.proofs, context.now(), requirement);
  return reaches(levelOf(proofs), acr) && (factors === undefined || factors.some((name) => name in proofs));
}

/**
 * Checks that the session meets the requirement. With `singleUse`, this uses up the session's proofs for that action.
 * This takes one query, and exactly one of any number of concurrent callers passes.
 *
 * @returns the session, which changes if proofs are used up
 * @throws {AuthError} `SESSION_NOT_FRESH`, with the user's factors that would help
 */
export async function checkAssurance(
  context: RequestContext,
  active: ActiveSession,
  requirement: AssuranceRequirement,
): Promise<ActiveSession> {
  if (!hasAssurance(context, active, requirement)) return failAssurance(context, active, requirement);
  const { singleUse } = requirement;
  if (singleUse === undefined) return active;
  try {
    const changed = await changeSession(context.db, active, (session) => {
      if (!hasAssurance(context, { ...active, session }, requirement)) throw new UsedUpError();
      // No earlier than the proofs, which an instance whose clock is ahead may have recorded.
      const usedAt = Math.max(context.now().getTime(), ...Object.values(proofTimes(session.proofs, context.now())));
      return { proofs: { ...session.proofs, [useKey(singleUse)]: usedAt } };
    });
    syncSessionCookies(context, changed);
    return changed;
  } catch (error) {
    if (error instanceof UsedUpError) return failAssurance(context, active, requirement);
    throw error;
  }
}

/** Another request used up the proofs first. */
class UsedUpError extends Error {}

/** @throws {AuthError} `SESSION_NOT_FRESH`, with what's required and the user's factors that would help */
export async function failAssurance(
  context: RequestContext,
  active: ActiveSession,
  requirement: AssuranceRequirement,
): Promise<never> {
  const { acr, maxAge } = requirement;
  const proof = (await listEnrolledFactors(context, active)).filter((name) => helpsWith(name, requirement));
  const details = { proof, ...(acr === undefined ? {} : { acr }), ...(maxAge === undefined ? {} : { maxAge }) };
  const isBearer = readSessionToken(context)?.source === "bearer";
  const headers = isBearer ? { "www-authenticate": bearerChallenge(requirement) } : {};
  return fail(sessionErrors, "SESSION_NOT_FRESH", { details, headers });
}

function helpsWith(factor: string, { factors, acr = "aal1" }: AssuranceRequirement): boolean {
  if (factors !== undefined && !factors.includes(factor)) return false;
  // A passkey that verifies its user counts as both factors.
  return acr === "aal1" || (acr === "aal2" ? ["two-factor", "passkey"] : ["passkey"]).includes(factor);
}

/** The challenge from RFC 9470, for programs that use OAuth. */
function bearerChallenge({ acr, maxAge }: AssuranceRequirement): string {
  const parts = [
    'error="insufficient_user_authentication"',
    'error_description="A stronger or newer proof is required"',
  ];
  if (acr !== undefined) parts.push(`acr_values="${acr}"`);
  if (maxAge !== undefined) parts.push(`max_age="${maxAge}"`);
  return `Bearer ${parts.join(", ")}`;
}

const requirementNames = { factors: true, acr: true, maxAge: true, singleUse: true } as const;

/**
 * Checks a requirement that an app defined.
 * @throws {Error} if the requirement is invalid. The message names the key.
 */
export function checkRequirement(requirement: AssuranceRequirement, where = "requireAssurance"): void {
  checkOptionNames(where, requirement, requirementNames);
  const { factors, acr, maxAge, singleUse } = requirement;
  if (factors?.length === 0) throw new Error(`${where}.factors is empty. Add a factor, such as "two-factor".`);
  if (acr !== undefined) checkOneOf(`${where}.acr`, acr, assuranceLevels);
  if (maxAge !== undefined) checkInteger(`${where}.maxAge`, maxAge, { min: 1 });
  if (singleUse !== undefined && !/^[a-z0-9][a-z0-9._-]{0,63}$/.test(singleUse)) {
    throw new Error(`${where}.singleUse is "${singleUse}". Use up to 64 lowercase letters, digits, ".", "-", or "_".`);
  }
}

/**
 * Requires a session in which the user has proven certain factors, or has done so recently. The error's `proof` lists
 * the user's factors that would help. Adds `session` and `user`.
 *
 * @example guards: [requireAssurance({ acr: "aal2", maxAge: 300, singleUse: "transfer" })]
 * @throws {Error} if the requirement is invalid
 */
export function requireAssurance(requirement: AssuranceRequirement): Guard<ActiveSession, SessionErrorCode> {
  checkRequirement(requirement);
  return defineGuard<ActiveSession, SessionErrorCode>({
    name: "requireAssurance",
    summary: "A user is signed in and recently proved the required factors.",
    errors: sessionErrors,
    check: async (context) => checkAssurance(context, await readRequiredSession(context), requirement),
  });
}
