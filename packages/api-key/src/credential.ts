/** Reads the key from a request, and determines what it gives access to. */

import {
  type AuthErrorOptions,
  type CredentialSession,
  defineEndpoint,
  type EndpointOf,
  type RequestContext,
  readSession,
  requireHeaders,
  type SessionRow,
  sessionCookies,
  userTable,
} from "@latchkey/core/plugin";
import type { ApiKeyCalls } from "./contract.ts";
import { failWith, pickErrors } from "./errors.ts";
import { isKey } from "./format.ts";
import type { KeyConfigs } from "./options.ts";
import { principalOutput } from "./outputs.ts";
import { type Rejection, takeKey, type UsedKey } from "./verify.ts";

/**
 * Returns the key from its own header, or from a bearer token. Keys in the query aren't read, because servers log
 * those.
 */
function readKey(context: RequestContext, { headers, all }: KeyConfigs): string | null {
  for (const name of headers) {
    const value = context.header(name);
    if (value !== null) return value;
  }
  const bearer = /^bearer +(\S+)$/i.exec(context.header("authorization") ?? "")?.[1];
  if (bearer === undefined || !isKey(bearer)) return null;
  // better-auth's keys have no check digits, so only their prefix distinguishes them from a session's token.
  const hasPrefix = [...all.values()].some(({ defaultPrefix }) => bearer.startsWith(defaultPrefix));
  return hasPrefix || /[0-9A-Za-z]{49}$/.test(bearer) ? bearer : null;
}

/** @throws {AuthError} 401, or 429 with the seconds to wait */
function failRejected({ code, details }: Rejection): never {
  const wait = details ? Math.max(1, Math.ceil(details.tryAgainIn / 1000)) : 60;
  const isLimit = code === "RATE_LIMITED" || code === "USAGE_EXCEEDED";
  const headers: Record<string, string> = isLimit
    ? { "retry-after": String(wait) }
    : { "www-authenticate": 'Bearer error="invalid_token"' };
  const options: AuthErrorOptions = { headers, ...(details ? { details } : {}) };
  return failWith(code, options);
}

/** Counts the use of the key. @throws {AuthError} if it can't be used */
async function requireKey(context: RequestContext, configs: KeyConfigs, key: string): Promise<UsedKey> {
  const used = await takeKey(context, configs, key);
  return "code" in used ? failRejected(used) : used;
}

/**
 * How long a session lasts if its key has no expiry, in milliseconds. Each request with a key gets a new session.
 */
const sessionLifetime = 7 * 86_400_000;

/**
 * Returns the session that a user's key represents.
 * @throws {AuthError} `NOT_ALLOWED_WITH_API_KEY` at endpoints that don't allow keys, without counting a use
 */
export async function readKeySession(context: RequestContext, configs: KeyConfigs): Promise<CredentialSession | null> {
  const key = readKey(context, configs);
  if (key === null) return null;
  if (!configs.hasSessions) return null;
  if (!context.endpoint.principals?.includes("api-key")) return failWith("NOT_ALLOWED_WITH_API_KEY");
  const { row, principal, user: known } = await requireKey(context, configs, key);
  const user = known === undefined ? await context.db.findOne(userTable, { where: { id: row.referenceId } }) : known;
  if (!user) return failWith("NOT_ALLOWED_WITH_API_KEY");
  const now = context.now();
  const session: SessionRow & Record<string, unknown> = {
    id: row.id,
    token: `api-key:${row.id}`,
    userId: user.id,
    expiresAt: row.expiresAt ?? new Date(now.getTime() + sessionLifetime),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    ipAddress: null,
    userAgent: null,
    proofs: {},
    revision: 0,
    remembered: false,
    verifiedEmail: null,
    signInAccountId: null,
    endsAt: null,
  };
  return { active: { session, user }, limits: principal.permissions };
}

/** Returns who sent the headers. A session cookie takes precedence over a key. */
export function getPrincipal(configs: KeyConfigs): EndpointOf<ApiKeyCalls["getPrincipal"]> {
  return defineEndpoint({
    method: "GET",
    path: "/api-key/principal",
    summary: "Identify a request's sender from its key or session",
    output: principalOutput,
    errors: pickErrors("INVALID_API_KEY", "KEY_DISABLED", "KEY_EXPIRED", "USAGE_EXCEEDED", "RATE_LIMITED"),
    serverOnly: true,
    principals: ["api-key"],
    queryBudget: 3,
    async handle(_, context) {
      requireHeaders(context);
      const { cookies, settings } = context;
      const key = cookies.has(settings.cookie(sessionCookies.token).name) ? null : readKey(context, configs);
      if (key !== null) return (await requireKey(context, configs, key)).principal;
      const active = await readSession(context);
      const limits = context.loadedSession?.limits;
      // A session that another credential represents can be limited, too.
      const permissions = limits
        ? Object.fromEntries(Object.entries(limits).map(([to, may]) => [to, may ?? []]))
        : null;
      return active && { kind: "user", id: active.user.id, permissions };
    },
  });
}

/** Adds the key to what `/get-session` returns. */
export function describeKeySession(output: unknown, context: RequestContext): unknown {
  const { loadedSession } = context;
  if (!output || !loadedSession?.active || loadedSession.limits === undefined) return undefined;
  return { ...output, apiKey: { id: loadedSession.active.session.id, permissions: loadedSession.limits } };
}
