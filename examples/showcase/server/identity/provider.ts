/**
 * A local OpenID provider, so that provider sign-in works without an account elsewhere. Anyone can sign in as any user,
 * so never use it outside of this app.
 */

import { createHash, generateKeyPairSync, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { listen } from "../listen.ts";
import { type Identity, identityPage, notFoundPage, startPage } from "./page.ts";

export interface LocalIdentity {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  close(): Promise<void>;
}

export interface LocalIdentityOptions {
  /** URL that users are redirected to after sign-in. */
  readonly redirectURI: string;
  /** Prefix of the URLs that users are redirected to after they sign in through an organization's single sign-on. */
  readonly ssoRedirectURI: string;
  /** Port to listen on. 0 chooses a free one. */
  readonly port: number;
}

interface Client {
  readonly clientId: string;
  redirectUriAllowed(uri: string): boolean;
}

/** Types for the parts of `oidc-provider` that this file uses. The package has none. */
interface Provider {
  callback(): RequestListener;
  interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<{ readonly uid: string }>;
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  readonly Client: { readonly prototype: Client };
  readonly Grant: new (about: {
    accountId: string;
    clientId: string;
  }) => {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  };
}

const clientId = "showcase";
/**
 * The client that an organization configures for this provider. It never changes, because the organization stores it.
 */
const ssoClient = { id: "acme", secret: "local-identity-signs-in-anyone" } as const;
/** Number of previous users to choose from. */
const mostShown = 5;
const scope = "openid profile email";

/** Starts on a different host, like a real provider. Browsers treat 127.0.0.1 and localhost as different sites. */
export async function startLocalIdentity({ port, ...urls }: LocalIdentityOptions): Promise<LocalIdentity> {
  const server = createServer();
  const issuer = `http://127.0.0.1:${await listen(server, port)}`;
  const clientSecret = randomBytes(32).toString("base64url");
  // Previous users can be chosen again.
  const people = new Map<string, Identity>();
  for (const person of defaultIdentities) people.set(subjectOf(person), person);
  const provider = await createProvider(issuer, { ...urls, clientSecret, people });
  const protocol = provider.callback();
  server.on("request", (request, response) => {
    if (request.url === "/") return void sendPage(response, startPage({ issuer, ...ssoClient }));
    if (!request.url?.startsWith("/who/")) return void protocol(request, response);
    handleInteraction(provider, people, request, response).catch(() => {
      // The sign-in expired, was already used, or was opened in another browser.
      response.writeHead(404, { "content-type": "text/html; charset=utf-8" }).end(notFoundPage());
    });
  });
  return {
    issuer,
    clientId,
    clientSecret,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const defaultIdentities: readonly Identity[] = [
  { email: "ada@local.example", name: "Ada Local", emailVerified: true },
  { email: "bo@local.example", name: "Bo Local", emailVerified: true },
];

/** Derived from the email, so that a user keeps the same id after a restart. */
function subjectOf({ email }: Identity): string {
  return createHash("sha256").update(email).digest("hex").slice(0, 24);
}

interface Settings {
  readonly redirectURI: string;
  readonly ssoRedirectURI: string;
  readonly clientSecret: string;
  readonly people: ReadonlyMap<string, Identity>;
}

async function createProvider(issuer: string, settings: Settings): Promise<Provider> {
  const { redirectURI, ssoRedirectURI, clientSecret, people } = settings;
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const provider: Provider = await make(issuer, {
    clients: [
      { client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectURI] },
      { client_id: ssoClient.id, client_secret: ssoClient.secret, redirect_uris: [`${ssoRedirectURI}/`] },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256" }] },
    cookies: { keys: [randomBytes(32).toString("base64url")] },
    claims: { email: ["email", "email_verified"], profile: ["name"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/who/${uid}` },
    pkce: { required: () => true },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    findAccount: (_: unknown, id: string) => {
      const { email, name, emailVerified } = people.get(id) ?? {};
      return { accountId: id, claims: () => ({ sub: id, name, email, email_verified: emailVerified }) };
    },
    // Choosing an identity counts as consent, so that there's one page instead of two.
    loadExistingGrant: async ({ oidc }: { oidc: { session: { accountId: string }; client: { clientId: string } } }) => {
      const grant = new provider.Grant({ accountId: oidc.session.accountId, clientId: oidc.client.clientId });
      grant.addOIDCScope(scope);
      await grant.save();
      return grant;
    },
  });
  // Each provider of an organization has its own redirect URL. The showcase generates the last part of it.
  const { redirectUriAllowed } = provider.Client.prototype;
  provider.Client.prototype.redirectUriAllowed = function (this: Client, uri: string): boolean {
    return (
      redirectUriAllowed.call(this, uri) || (this.clientId === ssoClient.id && uri.startsWith(`${ssoRedirectURI}/`))
    );
  };
  return provider;
}

function sendPage(response: ServerResponse, page: string): void {
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.end(page);
}

/** Silences warnings about in-memory storage and newer versions of Node.js, because both are fine for a demo. */
async function make(issuer: string, settings: object): Promise<Provider> {
  const { warn } = console;
  console.warn = () => {};
  try {
    const { default: OpenIDProvider } = (await import("oidc-provider" as string)) as {
      default: new (issuer: string, settings: object) => Provider;
    };
    return new OpenIDProvider(issuer, settings);
  } finally {
    console.warn = warn;
  }
}

/** Shows the page and handles its form. */
async function handleInteraction(
  provider: Provider,
  people: Map<string, Identity>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // Checks the cookie, so that no one can complete another browser's sign-in.
  await provider.interactionDetails(request, response);
  const form = request.method === "POST" ? await readForm(request) : null;
  if (form?.has("deny")) {
    return provider.interactionFinished(request, response, {
      error: "access_denied",
      error_description: "The user denied the request",
    });
  }
  const chosen = form ? chosenOf(form, people) : null;
  if (!chosen) {
    return sendPage(response, identityPage([...people].slice(-mostShown).reverse(), form !== null));
  }
  const accountId = subjectOf(chosen);
  people.delete(accountId);
  people.set(accountId, chosen);
  return provider.interactionFinished(request, response, { login: { accountId } });
}

function chosenOf(form: URLSearchParams, people: ReadonlyMap<string, Identity>): Identity | null {
  const known = people.get(form.get("person") ?? "");
  if (known) return known;
  const email = (form.get("email") ?? "").trim().toLowerCase();
  const name = (form.get("name") ?? "").trim();
  return /^[^\s@]+@[^\s@]+$/.test(email) ? { email, name: name || email, emailVerified: form.has("verified") } : null;
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = "";
  for await (const chunk of request) {
    text += chunk;
    if (text.length > 4096) throw new Error("The form is too large.");
  }
  return new URLSearchParams(text);
}
