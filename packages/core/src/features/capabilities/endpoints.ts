/** Endpoints that tell screens what to show, so that they don't offer what the server would reject. */

import { findCredential } from "../../accounts/password.ts";
import { sha256Base64Url } from "../../crypto/digest.ts";
import type { AccountState, PendingEmail } from "../../kernel/capabilities.ts";
import type { AuthContext, RequestContext } from "../../kernel/context.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import { requireSession } from "../../sessions/guards.ts";
import { describePendingSignIn } from "../../sessions/pending.ts";
import { emailChangeToken, newEmailToken } from "../../tokens/kinds.ts";
import { findNewestToken } from "../../tokens/store.ts";
import type { CapabilitiesCalls } from "./contract.ts";
import { accountStateOutput, capabilitiesOutput, pendingSignInOutput } from "./outputs.ts";

/**
 * Returns what the server offers. Reads neither a session nor the database, so the response is public and any cache can
 * store it.
 */
export const capabilities: EndpointOf<CapabilitiesCalls["capabilities"]> = defineEndpoint({
  method: "GET",
  path: "/capabilities",
  summary: "Get the server's capabilities",
  output: capabilitiesOutput,
  queryBudget: 0,
  rateLimit: false,
  handle: (_, context) => (context.isHttp ? cacheableResponse(context) : context.capabilities),
});

function cacheableResponse(context: RequestContext): Response {
  const { text, etag } = renderCapabilities(context);
  const headers = {
    etag,
    "cache-control": "public, max-age=60, stale-while-revalidate=600",
    // A cached response without CORS headers would otherwise be reused for a page on another origin.
    vary: "origin",
    "x-content-type-options": "nosniff",
  };
  if (hasEtag(context.header("if-none-match") ?? "", etag)) return new Response(null, { status: 304, headers });
  return new Response(text, { headers: { ...headers, "content-type": "application/json" } });
}

/** The comparison is weak (RFC 9110, section 13.1.2), because proxies that compress a response weaken its tag. */
function hasEtag(header: string, etag: string): boolean {
  return header.split(",").some((tag) => ["*", etag, `W/${etag}`].includes(tag.trim()));
}

interface RenderedCapabilities {
  readonly text: string;
  readonly etag: string;
}

const renderedKey: unique symbol = Symbol("capabilities");

function renderCapabilities({ appCache, capabilities }: AuthContext): RenderedCapabilities {
  const cached = appCache.get(renderedKey) as RenderedCapabilities | undefined;
  if (cached) return cached;
  const text = JSON.stringify(capabilities);
  const rendered = { text, etag: `"${sha256Base64Url(text).slice(0, 22)}"` };
  appCache.set(renderedKey, rendered);
  return rendered;
}

/** Returns what the caller's account has and can do. Plugins add to it, and can send their own queries. */
export const accountState: EndpointOf<CapabilitiesCalls["accountState"]> = defineEndpoint({
  method: "GET",
  path: "/account-state",
  summary: "Get the state of the caller's account",
  output: accountStateOutput,
  guards: [requireSession],
  queryBudget: 3,
  async handle(_, context) {
    const { user, extensions } = context;
    const [credential, pendingEmail, ...parts] = await Promise.all([
      findCredential(context.db, user.id),
      findPendingEmail(context, user.id),
      ...extensions.accountState.map((read) => read(context, user)),
    ]);
    const coreState = { hasPassword: credential?.password != null, pendingEmail };
    return Object.assign({}, ...parts, coreState) as AccountState;
  },
});

async function findPendingEmail(context: AuthContext, userId: string): Promise<PendingEmail | null> {
  const newest = await findNewestToken(context.db, context, [newEmailToken, emailChangeToken], userId);
  if (newest?.data.newEmail === undefined) return null;
  const { newEmail: email, confirmWith = null } = newest.data;
  return { email, expiresAt: newest.expiresAt, confirmWith };
}

/**
 * Returns the sign-in that's waiting for another factor. Plugins add the factors, and can send their own queries.
 * Responds with 200 and `null` if there is none, because pages call this to find out.
 */
export const pendingSignIn: EndpointOf<CapabilitiesCalls["pendingSignIn"]> = defineEndpoint({
  method: "GET",
  path: "/pending-sign-in",
  summary: "Get the sign-in that's waiting for a second factor",
  output: pendingSignInOutput,
  queryBudget: 2,
  handle: (_, context) => describePendingSignIn(context),
});
