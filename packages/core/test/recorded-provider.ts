/** A real server for tests. It behaves like each provider as documented in `fixtures/providers.json`. */

import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { BuiltInProviders } from "../src/features/social/providers/built-in.ts";

export type ProviderId = keyof BuiltInProviders;

/** The documented facts about a provider that tests use. */
export interface ProviderFacts {
  readonly displayName: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly jwksUri: string | null;
  readonly scopes: { readonly default: readonly string[]; readonly separator: string };
  readonly pkce: { readonly sendByDefault: boolean };
  readonly clientAuth: {
    readonly preferred: string;
    readonly allowed: readonly string[];
    readonly clientIdParam: string;
  };
  readonly responseMode: string;
  readonly authorizeParams: readonly { readonly name: string; readonly sentByDefault: string | null }[];
  readonly idToken: {
    readonly returnedByCodeFlow: boolean;
    readonly directSignIn: boolean;
    readonly algorithms: readonly string[];
    readonly issuers: readonly string[];
    readonly nonce: { readonly rule: string } | null;
    readonly maxAgeSeconds: number | null;
    readonly acceptsOpaqueAccessToken: boolean;
  };
  readonly profile: { readonly source: "id_token" | "userinfo" };
  readonly mapping: Readonly<Record<"id" | "emailVerified", { readonly path: string | null }>>;
  readonly email: {
    readonly whenAbsent: { readonly policy: "reject" | "placeholder"; readonly pattern?: string };
    readonly verifiedTrust: "trusted" | "conditional" | "never";
  };
  readonly refresh: { readonly supported: boolean; readonly rotation: string };
  readonly fixtures: ProviderFixtures;
}

export interface ProviderFixtures {
  readonly callback: {
    readonly method: "GET" | "POST";
    readonly query?: Readonly<Record<string, string>>;
    readonly form?: Readonly<Record<string, string>>;
  };
  readonly tokenResponse: Answer;
  readonly tokenErrorResponse: Answer;
  readonly refreshResponse: Answer | null;
  readonly idTokenClaims: Readonly<Record<string, unknown>> | null;
  readonly userinfoResponses: readonly UserinfoAnswer[];
  readonly expectedUser: {
    readonly id: string;
    readonly email: string | null;
    readonly emailVerified: boolean;
    readonly name: string;
    readonly image: string | null;
  };
}

/** The responses from a test's provider. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export interface UserinfoAnswer extends Answer {
  readonly method: string;
  /** Without its query. */
  readonly url: string;
  readonly whenQuery?: Readonly<Record<string, string>>;
}

interface FactsFile {
  readonly providerOrder: readonly ProviderId[];
  readonly providers: Readonly<Record<ProviderId, ProviderFacts>>;
}

const file: FactsFile = JSON.parse(readFileSync(new URL("../fixtures/providers.json", import.meta.url), "utf8"));

export const providerIds: readonly ProviderId[] = file.providerOrder;
export const facts: Readonly<Record<ProviderId, ProviderFacts>> = file.providers;

/** Replaces `{{name}}` with values. `{{now}}` and `{{now+3600}}` become numbers. */
export function fill<T>(value: T, values: Readonly<Record<string, string>>, now: Date): T {
  const text = JSON.stringify(value)
    .replace(/"\{\{now(?:\+(\d+))?\}\}"/g, (_, plus = "0") => String(Math.floor(now.getTime() / 1000) + Number(plus)))
    .replace(/\{\{(\w+)\}\}/g, (_, name: string) => JSON.stringify(values[name] ?? "").slice(1, -1));
  return JSON.parse(text);
}

/** A request as the server received it, with its intended URL. */
export interface SeenRequest {
  readonly method: string;
  /** Without its query. */
  readonly url: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface ProviderServer {
  readonly seen: SeenRequest[];
  /** The responses, which tests can change. */
  answers: readonly UserinfoAnswer[];
  /** A `fetch` that sends all requests to this server, whatever their host. */
  readonly fetch: typeof fetch;
  close(): Promise<void>;
}

/** Listens on a free port of this machine. */
export async function startProviderServer(): Promise<ProviderServer> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    void readRequest(request).then((asked) => {
      seen.push(asked);
      const { status, body } = started.answers.find((answer) => fits(answer, asked)) ?? missing;
      const isBytes = body instanceof Uint8Array;
      response.writeHead(status, { "content-type": isBytes ? "image/jpeg" : "application/json" });
      response.end(isBytes ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const started: ProviderServer = {
    seen,
    answers: [],
    fetch: (input, init) => {
      const meant = new URL(input instanceof Request ? input.url : input);
      const headers = new Headers(init?.headers);
      headers.set("x-meant-origin", meant.origin);
      return fetch(`http://127.0.0.1:${port}${meant.pathname}${meant.search}`, { ...init, headers });
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return started;
}

const missing: Answer = { status: 404, body: { error: "not_found" } };

async function readRequest(request: IncomingMessage): Promise<SeenRequest> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const url = new URL(`${request.headers["x-meant-origin"]}${request.url}`);
  return {
    method: request.method ?? "",
    url: `${url.origin}${url.pathname}`,
    query: Object.fromEntries(url.searchParams),
    headers: request.headers,
    body: Buffer.concat(chunks).toString("utf8"),
  };
}

function fits({ method, url, whenQuery = {} }: UserinfoAnswer, asked: SeenRequest): boolean {
  if (method !== asked.method || url !== asked.url) return false;
  return Object.entries(whenQuery).every(([name, value]) => asked.query[name] === value);
}
