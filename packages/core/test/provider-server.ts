/**
 * A sign-in provider that runs as a real server on this machine. It responds correctly unless a test changes the
 * response.
 */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";

/** The provider's data about a user. */
export interface Subject {
  readonly sub: string;
  readonly name?: string;
  readonly email?: string;
  readonly email_verified?: unknown;
  readonly picture?: string;
}

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly form: URLSearchParams;
}

/** Sends a response instead of the regular one. */
export type Answer = (request: ReceivedRequest, response: ServerResponse) => void | Promise<void>;

export interface ProviderServer {
  readonly issuer: string;
  readonly origin: string;
  /** Requests by path, in order. */
  readonly requests: ReceivedRequest[];
  /** Replacement responses, by path. */
  readonly answers: Map<string, Answer>;
  /** Additional fields for token responses. */
  tokenAnswer: Record<string, unknown>;
  /** Sets the user who authorizes next, with the request's nonce. Returns the code. */
  authorize(subject: Subject, nonce?: string): string;
  /** An ID token. The claims override the regular ones. */
  idToken(claims: JWTPayload, options?: { key?: CryptoKey; kid?: string; alg?: string }): Promise<string>;
  readonly keys: { readonly privateKey: CryptoKey; readonly publicKey: CryptoKey };
  count(path: string): number;
  /** A `fetch` that sends requests for the issuer's https host to this server. */
  readonly fetch: typeof fetch;
  close(): Promise<void>;
}

export const clientId = "app-1";
export const clientSecret = "s3cret/of the app";

// Creating an RSA key takes up to a second of CPU time, so all providers in a process share one.
let keyPair: ReturnType<typeof generateKeyPair> | undefined;

/** @param now the app's clock, for the times in tokens */
export async function startProvider(now: () => Date): Promise<ProviderServer> {
  const issuer = "https://idp.test";
  keyPair ??= generateKeyPair("RS256", { extractable: true });
  const keys = await keyPair;
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: "k1", alg: "RS256", use: "sig" };
  const people = new Map<string, { readonly subject: Subject; readonly nonce: string | undefined }>();
  const tokens = new Map<string, Subject>();
  const requests: ReceivedRequest[] = [];
  const answers = new Map<string, Answer>();
  let issued = 0;

  const issue = async (subject: Subject, nonce: string | undefined) => {
    const accessToken = `at-${++issued}`;
    tokens.set(accessToken, subject);
    const claims = { ...subject, ...(nonce === undefined ? {} : { nonce }) };
    return {
      access_token: accessToken,
      token_type: "Bearer",
      expires_in: 3600,
      refresh_token: `rt-${issued}`,
      scope: "openid email",
      id_token: await provider.idToken(claims),
      ...provider.tokenAnswer,
    };
  };

  const honest: Record<string, Answer> = {
    "/jwks": (_, response) => json(response, { keys: [jwk] }),
    "/userinfo": ({ headers }, response) => {
      const subject = tokens.get(String(headers.authorization).replace("Bearer ", ""));
      json(response, subject ?? { error: "invalid_token" }, subject ? 200 : 401);
    },
    "/token": async ({ form }, response) => {
      const code = form.get("code") ?? "";
      if (form.get("grant_type") === "refresh_token") return json(response, await issue({ sub: "any" }, undefined));
      const found = people.get(code);
      people.delete(code);
      if (!found) return json(response, { error: "invalid_grant", error_description: "no such code" }, 400);
      return json(response, await issue(found.subject, found.nonce));
    },
  };

  const server: Server = createServer((request, response) => {
    void receive(request).then((received) => {
      requests.push(received);
      const answer = answers.get(received.path) ?? honest[received.path];
      if (answer) return answer(received, response);
      return json(response, {}, 404);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const provider: ProviderServer = {
    issuer,
    origin,
    requests,
    answers,
    keys,
    tokenAnswer: {},
    authorize(subject, nonce) {
      const code = `code-${people.size}-${++issued}`;
      people.set(code, { subject, nonce });
      return code;
    },
    idToken(claims, { key = keys.privateKey, kid = "k1", alg = "RS256" } = {}) {
      const seconds = Math.floor(now().getTime() / 1000);
      const all = { iss: issuer, aud: clientId, iat: seconds, exp: seconds + 3600, ...claims };
      return new SignJWT(all).setProtectedHeader({ alg, kid }).sign(key);
    },
    count: (path) => requests.filter((request) => request.path === path).length,
    fetch: (input, init) => {
      const address = String(input instanceof Request ? input.url : input);
      if (!address.startsWith(issuer)) throw new Error(`Asked ${address}, which is not the provider.`);
      return fetch(address.replace(issuer, origin), init);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return provider;
}

export function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

async function receive(request: IncomingMessage): Promise<ReceivedRequest> {
  let body = "";
  for await (const chunk of request) body += chunk;
  const { pathname } = new URL(request.url ?? "/", "http://x");
  return { path: pathname, headers: request.headers, form: new URLSearchParams(body) };
}
