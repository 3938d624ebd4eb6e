/** An app with one provider, and a user with a browser who signs in with it. */

import { defineProvider, type ProviderOptions, type SocialProvider } from "@latchkey/core";
import { createTestClock, startAuth, type TestBrowser, type TestReply } from "@latchkey/test-kit";
import type { ConfiguredProvider } from "../src/features/social/connection.ts";
import { clientId, clientSecret, type ProviderServer, type Subject, startProvider } from "./provider-server.ts";

export const ann: Subject = { sub: "ann-1", name: "Ann", email: "Ann@example.com", email_verified: true };

/** A plain OpenID provider at the server's URLs, modified by the test. */
export function testProvider(
  options: Partial<ProviderOptions> = {},
  changes: Partial<SocialProvider> = {},
): ConfiguredProvider {
  const issuer = "https://idp.test";
  return defineProvider({
    id: "idp",
    name: "Test provider",
    options: { clientId, clientSecret, ...options },
    authorization: { endpoint: `${issuer}/authorize?tenant=1`, scopes: ["openid", "email"], pkce: true, nonce: true },
    token: { endpoint: `${issuer}/token`, auth: "client_secret_basic", refresh: "rotates" },
    idToken: { issuer, jwksUri: `${issuer}/jwks`, algorithms: ["RS256"], nonce: "exact", allowsDirectSignIn: true },
    missingEmail: "reject",
    async fetchProfile({ claims, fetchJson }) {
      const raw = (claims ?? (await fetchJson(`${issuer}/userinfo`))) as Record<string, unknown>;
      return {
        id: raw.sub as string,
        name: (raw.name as string) ?? "",
        email: (raw.email as string) ?? null,
        emailVerified: raw.email_verified === true,
        image: (raw.picture as string) ?? null,
        raw,
      };
    },
    ...changes,
  });
}

export interface RoundTrip {
  /** The URL that the app redirected the browser to. */
  readonly url: URL;
  /** Returns with a code for this user, or with other parameters. */
  back(subject: Subject | Record<string, string>, from?: TestBrowser): Promise<TestReply>;
}

export interface SocialApp extends Awaited<ReturnType<typeof startAuth>> {
  readonly idp: ProviderServer;
  /** Starts the sign-in. */
  begin(person: TestBrowser, fields?: object, path?: string): Promise<RoundTrip>;
  /** The whole flow. Returns the browser's final URL. */
  signIn(person: TestBrowser, subject: Subject, fields?: object): Promise<URL>;
}

const servers: ProviderServer[] = [];

/** The paths and the field of better-auth 1.6 for each call that starts at a provider. */
const genericPaths: Readonly<Record<string, string>> = {
  "/sign-in/social": "/sign-in/oauth2",
  "/link-social": "/oauth2/link",
};

let usesGenericPaths = false;

/**
 * Makes apps serve better-auth 1.6 paths, and browsers start there. Use it only in a test file that runs in its own
 * process.
 */
export function useGenericPaths(): void {
  usesGenericPaths = true;
}

/** Stops the providers that were started. For `afterEach`. */
export async function closeProviders(): Promise<void> {
  for (const server of servers.splice(0)) await server.close();
}

/** The URL that the provider redirects browsers to. */
export function callbackAddress(): string {
  return `http://app.test/api/auth${usesGenericPaths ? "/oauth2" : ""}/callback/idp`;
}

export async function startSocial(
  options: object = {},
  provider: ConfiguredProvider = testProvider(),
): Promise<SocialApp> {
  const clock = createTestClock();
  const idp = await startProvider(clock.now);
  servers.push(idp);
  const generic = usesGenericPaths ? { genericOAuthPaths: true } : {};
  const app = await startAuth({
    clock: clock.now,
    providers: [provider],
    fetch: idp.fetch,
    ...generic,
    ...options,
  } as never);
  const begin: SocialApp["begin"] = async (person, fields = {}, path = "/sign-in/social") => {
    const own = usesGenericPaths ? genericPaths[path] : undefined;
    const { provider: named = provider.id, ...rest } = fields as { readonly provider?: string };
    const input = own === undefined ? { provider: named, ...rest } : { providerId: named, ...rest };
    const { body, status } = await person.post<{ url: string }>(own ?? path, input);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
    const url = new URL(body.url);
    return {
      url,
      back(given, from = person) {
        const state = url.searchParams.get("state") as string;
        const nonce = url.searchParams.get("nonce") ?? undefined;
        const parameters =
          "sub" in given ? { state, code: idp.authorize(given as Subject, nonce) } : { state, ...given };
        const path = new URL(url.searchParams.get("redirect_uri") as string).pathname.replace("/api/auth", "");
        return from.get(`${path}?${new URLSearchParams(parameters as Record<string, string>)}`);
      },
    };
  };
  return {
    ...(app as unknown as Awaited<ReturnType<typeof startAuth>>),
    clock,
    idp,
    begin,
    async signIn(person, subject, fields) {
      const reply = await (await begin(person, fields)).back(subject);
      return new URL(reply.headers.get("location") as string);
    },
  };
}
