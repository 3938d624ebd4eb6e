import { afterAll, beforeAll, beforeEach } from "vitest";
import type { FetchJsonInit, ProfileSource, ProviderTokens, SocialProvider } from "../src/features/social/provider.ts";
import { type BuiltInProviders, builtInProviders } from "../src/features/social/providers/built-in.ts";
import {
  facts,
  fill,
  type ProviderId,
  type ProviderServer,
  providerIds,
  startProviderServer,
} from "./recorded-provider.ts";

export const now = new Date("2026-11-05T12:00:00Z");
export const values = { clientId: "app-1", nonce: "n-7c1", state: "s-1", idToken: "header.payload.signature" };

/** The minimum options of each provider. */
export const least: BuiltInProviders = {
  ...(Object.fromEntries(providerIds.map((id) => [id, { clientId: "app-1", clientSecret: "secret-1" }])) as any),
  tiktok: { clientKey: "app-1", clientSecret: "secret-1" },
};

/** Responds like the recorded provider. */
export let server: ProviderServer;

/** Starts the server for the tests of a file. Call it at the top of the file. */
export function usePlayedProvider(): void {
  beforeAll(async () => {
    server = await startProviderServer();
  });
  afterAll(() => server.close());
  beforeEach(() => {
    server.seen.length = 0;
  });
}

export function declare<Id extends ProviderId>(id: Id, options: Partial<BuiltInProviders[Id]> = {}): SocialProvider {
  return builtInProviders[id]({ ...least[id], ...options });
}

export function claimsOf(id: ProviderId): Record<string, unknown> | null {
  return fill(facts[id].fixtures.idTokenClaims, values, now) as Record<string, unknown> | null;
}

export interface Played {
  readonly claims?: Readonly<Record<string, unknown>> | null;
  readonly raw?: Readonly<Record<string, unknown>>;
  readonly accessToken?: string;
  readonly callback?: Readonly<Record<string, string>>;
}

/** The data that the flow passes to the provider after the fixture's callback. */
export function sourceOf(id: ProviderId, played: Played = {}): ProfileSource {
  const { fixtures, profile } = facts[id];
  const raw = played.raw ?? (fixtures.tokenResponse.body as Record<string, unknown>);
  const fromToken = profile.source === "id_token" || raw.id_token === "{{idToken}}";
  const tokens: ProviderTokens = {
    accessToken: played.accessToken ?? String(raw.access_token),
    tokenType: "bearer",
    refreshToken: null,
    idToken: null,
    accessTokenExpiresAt: null,
    refreshTokenExpiresAt: null,
    scopes: String(raw.scope ?? "").split(/[ ,]/),
    raw,
  };
  const ask = async (url: string, init: FetchJsonInit = {}): Promise<Response> => {
    const { anonymous, ...request } = init;
    const headers = new Headers({ accept: "application/json", "user-agent": "latchkey", ...request.headers });
    if (!anonymous && !headers.has("authorization")) headers.set("authorization", `Bearer ${tokens.accessToken}`);
    const response = await server.fetch(url, { ...request, headers, redirect: "manual" });
    if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
    return response;
  };
  return {
    tokens,
    claims: played.claims !== undefined ? played.claims : fromToken ? claimsOf(id) : null,
    callback: played.callback ?? fixtures.callback.form ?? fixtures.callback.query ?? {},
    fetchJson: async (url, init) => (await ask(url, init)).json(),
    fetchBytes: async (url, init) => new Uint8Array(await (await ask(url, init)).arrayBuffer()),
  };
}

/** The fixture's user, with values set at paths of the profile. */
export function play(
  id: ProviderId,
  changes: Readonly<Record<string, unknown>> = {},
  played: Played = {},
): ProfileSource {
  server.answers = fill(facts[id].fixtures.userinfoResponses, values, now);
  const source = sourceOf(id, played);
  for (const [path, value] of Object.entries(changes)) {
    for (const { body } of server.answers) put(body, path, value);
    if (source.claims) put(source.claims, path, value);
  }
  return source;
}

/** If the path doesn't exist, nothing changes. */
export function put(target: any, path: string, value: unknown): void {
  const steps = path.split(/[.[\]]+/).filter(Boolean);
  const last = steps.pop() ?? "";
  const parent = steps.reduce((at, step) => at?.[step], target);
  if (typeof parent !== "object" || parent === null) return;
  if (value === undefined) delete parent[last];
  else parent[last] = value;
}
