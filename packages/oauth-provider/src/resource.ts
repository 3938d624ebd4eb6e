/**
 * Public exports of `@latchkey/oauth-provider/resource`: protects an API or an MCP server with the provider's access
 * tokens. It can run in a separate service, and calls the provider only to read its public keys.
 */

import { createTokenVerifier, TokenVerificationError, type VerifiedClaims } from "@latchkey/jwt/verify";
import { proofAlgorithms, verifyProof } from "./proof.ts";
import { createProofMemory } from "./proof-memory.ts";

/** Options for `protect`. */
export interface ProtectionOptions {
  /** The provider's issuer, such as `https://example.com/api/auth`. */
  readonly issuer: string;
  /** The API's URL, the same as in the provider's `resources` option. */
  readonly resource: string;
  /** Scopes that a token must have. Default: none. */
  readonly scopes?: readonly string[];
  /** The URL of the provider's public keys. Default: `/jwks` under the issuer. */
  readonly jwksURL?: string;
  /** Whether to allow plain HTTP, for development and tests. Default: only on localhost. */
  readonly allowHttp?: boolean;
  readonly fetch?: typeof fetch;
  /** The current time. Default: the system's clock. */
  readonly now?: () => Date;
}

/** The caller and its access, according to the token. */
export interface Access {
  /** The user's ID, or the client's ID if it acts for itself. */
  readonly subject: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly claims: VerifiedClaims;
}

/** Handles a request that has a valid token. */
export type ProtectedHandler = (request: Request, access: Access) => Promise<Response> | Response;

/**
 * Returns a handler that responds with 401 to requests without a valid token and with 403 if the token lacks a scope,
 * and passes on the others. Its responses tell clients where to get a token. Create it once and reuse it, because it
 * caches the keys.
 * @throws {Error} if an option is invalid
 */
export function protect(
  handler: ProtectedHandler,
  options: ProtectionOptions,
): (request: Request) => Promise<Response> {
  const { issuer, resource, scopes = [], now = () => new Date() } = options;
  const { jwksURL = `${issuer.replace(/\/$/, "")}/jwks`, allowHttp, fetch: send } = options;
  const verifier = createTokenVerifier({
    issuer,
    audience: resource,
    type: "at+jwt",
    jwksURL,
    now,
    ...(allowHttp === undefined ? {} : { allowHttp }),
    ...(send === undefined ? {} : { fetch: send }),
  });
  const challenge = createChallenge(resource, scopes);
  const isNew = createProofMemory(now);
  return async (request) => {
    const found = /^(bearer|dpop) +([\w.~+/-]+=*)$/i.exec(request.headers.get("authorization") ?? "");
    const token = found?.[2];
    if (token === undefined) return challenge(401);
    let claims: VerifiedClaims;
    try {
      claims = await verifier.verify(token);
    } catch (error) {
      if (!(error instanceof TokenVerificationError)) throw error;
      return error.reason === "unavailable" ? new Response(null, { status: 503 }) : challenge(401, "invalid_token");
    }
    const isBound = found?.[1]?.toLowerCase() === "dpop";
    const key = boundKey(claims);
    if ((key !== null) !== isBound) return challenge(401, "invalid_token");
    if (key !== null) {
      const { pathname } = new URL(request.url);
      // Behind a proxy, the request's origin differs from the one that the client knows.
      const expected = { method: request.method, url: new URL(resource).origin + pathname, accessToken: token };
      const proof = await verifyProof(request.headers.get("dpop") ?? "", expected, now());
      if (proof?.thumbprint !== key || !isNew(key, proof.jti)) return challenge(401, "invalid_dpop_proof");
    }
    const granted = typeof claims.scope === "string" ? claims.scope.split(" ") : [];
    if (!scopes.every((scope) => granted.includes(scope))) return challenge(403, "insufficient_scope");
    const { sub: subject, client_id: clientId } = claims;
    if (typeof subject !== "string" || typeof clientId !== "string") return challenge(401, "invalid_token");
    return handler(request, { subject, clientId, scopes: granted, claims });
  };
}

/**
 * Returns the document that tells clients which provider the API trusts (RFC 9728). If the API isn't on the provider's
 * origin, serve it at `/.well-known/oauth-protected-resource`, followed by the resource's path.
 * @param options `scopes` are all the scopes that tokens for the API can have
 */
export function resourceMetadata({
  issuer,
  resource,
  scopes,
}: Pick<ProtectionOptions, "issuer" | "resource" | "scopes">): Response {
  const body = {
    resource,
    authorization_servers: [issuer],
    bearer_methods_supported: ["header"],
    ...(scopes === undefined ? {} : { scopes_supported: scopes }),
    dpop_signing_alg_values_supported: proofAlgorithms,
  };
  return Response.json(body, {
    headers: { "cache-control": "public, max-age=300", "access-control-allow-origin": "*" },
  });
}

/** RFC 6750, section 3; RFC 9449, section 7.1; RFC 9728, section 5.1. */
function createChallenge(resource: string, scopes: readonly string[]): (status: 401 | 403, error?: string) => Response {
  const { origin, pathname } = new URL(resource);
  const document = `${origin}/.well-known/oauth-protected-resource${pathname.replace(/\/$/, "")}`;
  const scope = scopes.length === 0 ? "" : `, scope="${scopes.join(" ")}"`;
  return (status, error) => {
    const parameters = `${error === undefined ? "" : `error="${error}", `}resource_metadata="${document}"${scope}`;
    const headers = new Headers({ "cache-control": "no-store" });
    headers.append("www-authenticate", `Bearer ${parameters}`);
    headers.append("www-authenticate", `DPoP ${parameters}, algs="${proofAlgorithms.join(" ")}"`);
    const body = { error: error ?? "invalid_token" };
    return Response.json(body, { status, headers });
  };
}

function boundKey({ cnf }: VerifiedClaims): string | null {
  const isObject = typeof cnf === "object" && cnf !== null && "jkt" in cnf;
  return isObject && typeof cnf.jkt === "string" ? cnf.jkt : null;
}
