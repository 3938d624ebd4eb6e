/** The OpenID Connect protocol: discovery, authorization requests, and ID tokens. Any client ID and secret work. */

import { createHash, createPrivateKey, createPublicKey, randomBytes } from "node:crypto";
import type { KeyPair } from "@latchkey/sso/saml";
import { exportJWK, SignJWT } from "jose";
import { attributesOf, type IdentityPerson } from "./person.ts";
import { checkDestination, InvalidRequest, type SignInRequest } from "./request.ts";

/** The OpenID Connect part of the identity provider. */
export interface OpenIdIssuer {
  readonly discovery: object;
  /** The public key, as a JWK set. */
  jwks(): Promise<object>;
  /** @throws {InvalidRequest} if it can't be read */
  readRequest(query: URLSearchParams): SignInRequest;
  /** Redeems a code. Each works once. */
  redeem(form: URLSearchParams, authorization: string | undefined): Promise<TokenResponse>;
}

/** A response from the token endpoint. */
export interface TokenResponse {
  readonly status: number;
  readonly body: object;
}

interface IssuedCode {
  readonly clientId: string;
  readonly redirectURI: string;
  readonly nonce: string | null;
  readonly challenge: string | null;
  readonly person: IdentityPerson;
}

const keyId = "development";
const lifetimeSeconds = 300;

/** Creates the OpenID Connect part. */
export function createOpenIdIssuer(issuer: string, keys: KeyPair, now: () => Date): OpenIdIssuer {
  const codes = new Map<string, IssuedCode>();
  return {
    discovery: {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
      token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
      code_challenge_methods_supported: ["S256"],
    },
    async jwks() {
      const key = await exportJWK(createPublicKey(keys.privateKey));
      return { keys: [{ ...key, kid: keyId, alg: "RS256", use: "sig" }] };
    },
    readRequest: (query) => readRequest(query, codes),
    async redeem(form, authorization) {
      const code = form.get("code") ?? "";
      const issued = codes.get(code);
      codes.delete(code);
      if (!issued || !wasIssuedTo(issued, form, authorization))
        return { status: 400, body: { error: "invalid_grant" } };
      const time = Math.floor(now().getTime() / 1000);
      const { person, nonce, clientId } = issued;
      const token = await new SignJWT({
        email_verified: true,
        ...attributesOf(person),
        ...(nonce === null ? {} : { nonce }),
      })
        .setProtectedHeader({ alg: "RS256", kid: keyId })
        .setIssuer(issuer)
        .setAudience(clientId)
        .setSubject(person.id ?? person.email)
        .setIssuedAt(time)
        .setExpirationTime(time + lifetimeSeconds)
        .sign(createPrivateKey(keys.privateKey));
      const access = { access_token: randomText(), token_type: "Bearer", expires_in: lifetimeSeconds };
      return { status: 200, body: { ...access, id_token: token } };
    },
  };
}

function readRequest(query: URLSearchParams, codes: Map<string, IssuedCode>): SignInRequest {
  const clientId = query.get("client_id") ?? "";
  const redirectURI = checkDestination(query.get("redirect_uri") ?? "", "redirect_uri");
  if (query.get("response_type") !== "code" || clientId === "") {
    throw new InvalidRequest("The request needs a client_id and response_type=code.");
  }
  return {
    app: clientId,
    destination: redirectURI,
    loginHint: query.get("login_hint") ?? "",
    async respond(person) {
      const url = new URL(redirectURI);
      const state = query.get("state");
      if (state !== null) url.searchParams.set("state", state);
      if (!person) {
        url.searchParams.set("error", "access_denied");
        return { url: url.href, fields: null };
      }
      const code = randomText();
      const [nonce, challenge] = [query.get("nonce"), query.get("code_challenge")];
      codes.set(code, { clientId, redirectURI, nonce, challenge, person });
      url.searchParams.set("code", code);
      return { url: url.href, fields: null };
    },
  };
}

/** Whether the client that redeems a code is the one that it was issued to. */
function wasIssuedTo(
  { clientId, redirectURI, challenge }: IssuedCode,
  form: URLSearchParams,
  authorization: string | undefined,
): boolean {
  const hash = createHash("sha256")
    .update(form.get("code_verifier") ?? "")
    .digest("base64url");
  return (
    form.get("grant_type") === "authorization_code" &&
    form.get("redirect_uri") === redirectURI &&
    (challenge === null || challenge === hash) &&
    (basicClientId(authorization) ?? form.get("client_id")) === clientId
  );
}

/** The client ID from HTTP Basic authentication, where it's form-encoded. RFC 6749, section 2.3.1. */
function basicClientId(authorization = ""): string | null {
  if (!/^Basic /i.test(authorization)) return null;
  const [id = ""] = Buffer.from(authorization.slice(6), "base64").toString().split(":");
  return new URLSearchParams(`id=${id}`).get("id");
}

function randomText(): string {
  return randomBytes(24).toString("base64url");
}
