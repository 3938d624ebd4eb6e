/** A certified OpenID provider with the app under test as its only client, and a simulated user. */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, vi } from "vitest";

const servers: Server[] = [];

/** Hides the provider's warnings that its defaults aren't for production, and closes its servers after each test. */
export function silenceProvider(): void {
  beforeEach(() => {
    for (const kind of ["info", "warn"] as const) vi.spyOn(console, kind).mockImplementation(() => {});
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
}

/** The client's redirect URI and secret. */
export const appRedirectURI = "http://app.test/api/auth/callback/op";
export const appSecret = "a secret / with + signs of 32 characters";

type Handler = Parameters<typeof createServer>[1];

/** Starts a server. Returns its origin. */
export async function listen(handle: (issuer: string) => Handler): Promise<string> {
  const server = createServer();
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.on("request", handle(issuer) as never);
  return issuer;
}

/** Starts the provider. Returns its issuer. */
export async function startOidcProvider(
  client: object = {},
  wrap: (handler: NonNullable<Handler>) => Handler = (handler) => handler,
): Promise<string> {
  const { default: Provider } = (await import("oidc-provider" as string)) as {
    default: new (issuer: string, settings: object) => { callback(): NonNullable<Handler> };
  };
  return listen((issuer) =>
    wrap(
      new Provider(issuer, {
        clients: [
          {
            client_id: "app",
            client_secret: appSecret,
            redirect_uris: [appRedirectURI],
            grant_types: ["authorization_code", "refresh_token"],
            ...client,
          },
        ],
        claims: { email: ["email", "email_verified"], profile: ["name", "picture"] },
        scopes: ["openid", "offline_access", "profile", "email"],
        findAccount: (_: unknown, id: string) => ({
          accountId: id,
          claims: () => ({ sub: id, email: `${id}@example.com`, email_verified: true, name: `The ${id}` }),
        }),
        cookies: { keys: ["k"] },
        pkce: { required: () => true },
        issueRefreshToken: () => true,
        rotateRefreshToken: true,
      }).callback(),
    ),
  );
}

/** What the provider returned to the app. */
export interface Returned {
  readonly url: URL;
  /** The fields of the page that posts the response, with `response_mode=form_post`. */
  readonly posted: Readonly<Record<string, string>> | null;
  /** The provider's prompts, in order, such as `login` and `consent`. */
  readonly prompts: readonly string[];
}

/**
 * Acts as the user at the provider: enters a name, gives consent, and signs out if asked.
 *
 * @param cookies the user's cookies at the provider, if they come back later
 */
export async function visitProvider(url: URL, name: string, cookies = new Map<string, string>()): Promise<Returned> {
  let at = url;
  let init: RequestInit = {};
  const prompts: string[] = [];
  for (let step = 0; step < 12; step++) {
    const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join("; ");
    const response = await fetch(at, { ...init, redirect: "manual", headers: { ...init.headers, cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    const location = response.headers.get("location");
    init = {};
    if (location) {
      at = new URL(location, at);
      if (at.origin === "http://app.test") return { url: at, posted: null, prompts };
      continue;
    }
    const page = await response.text();
    const action = /<form[^>]+action="([^"]+)"/.exec(page)?.[1];
    if (!action) throw new Error(`The provider shows ${response.status}: ${page.slice(0, 500)}`);
    at = new URL(action, at);
    const hidden = [...page.matchAll(/<input[^>]+name="(\w+)"[^>]+value="([^"]*)"/g)];
    const fields = Object.fromEntries(hidden.map(([, key = "", value = ""]) => [key, value]));
    if (at.origin === "http://app.test") return { url: at, posted: fields, prompts };
    if (fields.prompt) prompts.push(fields.prompt);
    const body = { prompt: "login", ...fields, login: name, password: "x", logout: "yes" };
    init = { method: "POST", body: new URLSearchParams(body) };
  }
  throw new Error("The provider redirects in a loop.");
}

/** Signs in at the provider as the user. Returns the URL of the redirect back. */
export async function agree(url: URL, name: string): Promise<URL> {
  return (await visitProvider(url, name)).url;
}
