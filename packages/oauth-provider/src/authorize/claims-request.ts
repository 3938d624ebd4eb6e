/** Reads the `claims` parameter, which clients use to request individual claims. OpenID Connect Core, section 5.5. */

import { type AssuranceLevel, assuranceLevels } from "@latchkey/core/plugin";
import type { SignedInUser } from "./signed-in-user.ts";

/** The claims that a client requests in addition to those of its scopes. */
export interface ClaimsRequest {
  /** Names of claims for userinfo. */
  readonly userInfo: readonly string[];
  /** Names of claims for ID tokens. */
  readonly idToken: readonly string[];
  /** The `sub` values that the client accepts. `null` means any. */
  readonly subjects: readonly string[] | null;
  readonly acr: { readonly values: readonly string[]; readonly isEssential: boolean } | null;
  /** The `auth_time` values that the client accepts, in seconds since 1970. `null` means any. */
  readonly authTimes: readonly number[] | null;
}

interface SingleClaim {
  readonly isEssential: boolean;
  /** The values that the client accepts. `null` means any. */
  readonly values: readonly unknown[] | null;
}

const maxLength = 4096;
const maxClaims = 50;

/** Returns the claims that the client requests, or `null` if the parameter isn't valid. */
export function parseClaimsRequest(text: string): ClaimsRequest | null {
  if (text.length > maxLength) return null;
  try {
    return readClaimsRequest(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Returns the claims that the client requests, or `null` if the value isn't valid. Unknown members are ignored. */
export function readClaimsRequest(sent: unknown): ClaimsRequest | null {
  if (!isObject(sent)) return null;
  const userInfo = readMember(sent.userinfo);
  const idToken = readMember(sent.id_token);
  if (!userInfo || !idToken) return null;
  const subjects = [userInfo.get("sub")?.values, idToken.get("sub")?.values].filter((values) => values != null);
  const acr = idToken.get("acr");
  const authTime = idToken.get("auth_time");
  return {
    userInfo: [...userInfo.keys()],
    idToken: [...idToken.keys()],
    subjects: subjects.length === 0 ? null : intersection(subjects).filter((value) => typeof value === "string"),
    acr: acr?.values
      ? { values: acr.values.filter((value) => typeof value === "string"), isEssential: acr.isEssential }
      : null,
    authTimes:
      authTime?.values && authTime.isEssential ? authTime.values.filter((one) => typeof one === "number") : null,
  };
}

function intersection(lists: readonly (readonly unknown[])[]): readonly unknown[] {
  const [first = [], ...others] = lists;
  return first.filter((value) => others.every((list) => list.includes(value)));
}

function readMember(sent: unknown): ReadonlyMap<string, SingleClaim> | null {
  if (sent === undefined) return new Map();
  if (!isObject(sent) || Object.keys(sent).length > maxClaims) return null;
  const claims = new Map<string, SingleClaim>();
  for (const [name, value] of Object.entries(sent)) {
    const claim = readClaim(value);
    if (!claim || name.length > 255) return null;
    claims.set(name, claim);
  }
  return claims;
}

function readClaim(sent: unknown): SingleClaim | null {
  if (sent === null) return { isEssential: false, values: null };
  if (!isObject(sent)) return null;
  const { essential = false, value, values } = sent;
  if (typeof essential !== "boolean" || (values !== undefined && !Array.isArray(values))) return null;
  const all: readonly unknown[] | null = values ?? (value === undefined ? null : [value]);
  return { isEssential: essential, values: all };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the part of a request that remains if the user allows only some of the claims. */
export function narrowClaims(request: ClaimsRequest | null, allowed: ClaimsRequest): ClaimsRequest | null {
  if (!request) return null;
  return {
    ...request,
    userInfo: request.userInfo.filter((name) => allowed.userInfo.includes(name)),
    idToken: request.idToken.filter((name) => allowed.idToken.includes(name)),
  };
}

/**
 * Returns the user with the `acr` that the client gets: the highest requested level that the user's sign-in reaches, or
 * the user's own level if it reaches none. Returns `null` if the claim is essential and the user's level is too low.
 * Core, section 5.5.1.1.
 */
export function withAcr(request: ClaimsRequest | null, user: SignedInUser): SignedInUser | null {
  if (!request?.acr) return user;
  const { values, isEssential } = request.acr;
  const reached = assuranceLevels.slice(0, levelOf(user.acr) + 1).filter((level) => values.includes(level));
  const acr = reached.at(-1);
  if (acr === undefined) return isEssential ? null : user;
  return { ...user, acr };
}

function levelOf(acr: string | null): number {
  return assuranceLevels.indexOf(acr as AssuranceLevel);
}

/** Whether no sign-in can fulfill the request, because the app doesn't know any of the requested levels. */
export function isUnknownAcr(request: ClaimsRequest | null): boolean {
  return request?.acr?.isEssential === true && !assuranceLevels.some((level) => request.acr?.values.includes(level));
}

/** Whether the client accepts the time at which the user proved who they are. */
export function acceptsAuthTime(request: ClaimsRequest | null, { authTime }: SignedInUser): boolean {
  return !request?.authTimes || request.authTimes.includes(Math.floor(authTime / 1000));
}
