import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from "jose";

const keys = await generateKeyPair("ES256", { extractable: true });

/** An issuer's claims about a user in the next sign-in. */
export interface Said {
  /** Claims of the ID token, in addition to the usual ones. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly userinfo?: Readonly<Record<string, unknown>>;
  readonly unsigned?: boolean;
  readonly noIdToken?: boolean;
}

/** Creates an identity provider on the public internet whose responses a test controls. */
export function createIssuer(issuer = "https://idp.acme.test") {
  const requests: string[] = [];
  /** The claims and request parameters, by code. */
  const said = new Map<string, Said & { readonly nonce: string; readonly clientId: string }>();
  const document: Record<string, unknown> = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    userinfo_endpoint: `${issuer}/userinfo`,
  };
  const idToken = async (code: string) => {
    const { claims, nonce, clientId, unsigned } = said.get(code) ?? { nonce: "", clientId: "" };
    const now = Math.floor(Date.now() / 1000);
    const payload = { iss: issuer, aud: clientId, iat: now, exp: now + 300, nonce, ...claims };
    if (unsigned) return new UnsecuredJWT(payload).encode();
    return new SignJWT(payload).setProtectedHeader({ alg: "ES256", kid: "k" }).sign(keys.privateKey);
  };
  const fetch = (async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = String(input);
    requests.push(url);
    if (url === `${issuer}/.well-known/openid-configuration`) return Response.json(document);
    if (url === `${issuer}/keys`)
      return Response.json({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: "k", alg: "ES256" }] });
    if (url === `${issuer}/token`) {
      const code = new URLSearchParams(String(init?.body)).get("code") ?? "";
      const token = said.get(code)?.noIdToken ? {} : { id_token: await idToken(code) };
      return Response.json({ access_token: `access-${code}`, token_type: "Bearer", ...token });
    }
    if (url === `${issuer}/userinfo`) {
      const code = new Headers(init?.headers).get("authorization")?.replace("Bearer access-", "") ?? "";
      const { claims, userinfo } = said.get(code) ?? {};
      return Response.json({ ...claims, ...userinfo });
    }
    return new Response("", { status: 404 });
  }) as typeof globalThis.fetch;
  /** Lets a user sign in. Returns the parameters of the redirect back. */
  const agree = (authorization: string, words: Said): string => {
    const { searchParams } = new URL(authorization);
    const code = `code-${said.size}`;
    const [nonce, clientId, state] = ["nonce", "client_id", "state"].map((name) => searchParams.get(name) ?? "");
    said.set(code, { nonce: nonce ?? "", clientId: clientId ?? "", ...words });
    return new URLSearchParams({ code, state: state ?? "" }).toString();
  };
  return { issuer, document, requests, fetch, agree };
}
