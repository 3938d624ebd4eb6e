/**
 * An OpenID provider on this machine, so that signing in by a provider needs no account anywhere. Whoever comes may be
 * anybody: for this app alone.
 */

import { createHash, generateKeyPairSync, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { listen } from "../listen.ts";
import { identityPage, notFoundPage } from "./page.ts";

/** What the provider says of somebody. */
export interface Identity {
  readonly email: string;
  readonly name: string;
  /** Whether it vouches for the address. */
  readonly emailVerified: boolean;
}

export interface LocalIdentity {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  close(): Promise<void>;
}

export interface LocalIdentityOptions {
  /** Where people may be sent back to. */
  readonly redirectURI: string;
  /** 0: any free port. */
  readonly port: number;
}

/** What is used of `oidc-provider`, which brings no types. */
interface Provider {
  callback(): RequestListener;
  interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<{ readonly uid: string }>;
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  readonly Grant: new (about: {
    accountId: string;
    clientId: string;
  }) => {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  };
}

const clientId = "showcase";
/** How many of those who came before can be picked. */
const mostShown = 5;
const scope = "openid profile email";

/** Starts on a host of its own, as a real provider would be: to the browser, 127.0.0.1 is another site than localhost. */
export async function startLocalIdentity({ redirectURI, port }: LocalIdentityOptions): Promise<LocalIdentity> {
  const server = createServer();
  const issuer = `http://127.0.0.1:${await listen(server, port)}`;
  const clientSecret = randomBytes(32).toString("base64url");
  // Who came before can be picked again.
  const people = new Map<string, Identity>();
  for (const person of beginners) people.set(subjectOf(person), person);
  const provider = await createProvider(issuer, { redirectURI, clientSecret, people });
  const protocol = provider.callback();
  server.on("request", (request, response) => {
    if (!request.url?.startsWith("/who/")) return void protocol(request, response);
    askWho(provider, people, request, response).catch(() => {
      // Too late, used, or opened in another browser.
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

const beginners: readonly Identity[] = [
  { email: "ada@local.example", name: "Ada Local", emailVerified: true },
  { email: "bo@local.example", name: "Bo Local", emailVerified: true },
];

/** The same person has the same id after a restart. */
function subjectOf({ email }: Identity): string {
  return createHash("sha256").update(email).digest("hex").slice(0, 24);
}

interface Settings {
  readonly redirectURI: string;
  readonly clientSecret: string;
  readonly people: ReadonlyMap<string, Identity>;
}

async function createProvider(issuer: string, { redirectURI, clientSecret, people }: Settings): Promise<Provider> {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const provider: Provider = await make(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectURI] }],
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
    // Who says who they are has agreed to be told: one page, not two.
    loadExistingGrant: async ({ oidc }: { oidc: { session: { accountId: string } } }) => {
      const grant = new provider.Grant({ accountId: oidc.session.accountId, clientId });
      grant.addOIDCScope(scope);
      await grant.save();
      return grant;
    },
  });
  return provider;
}

/** It warns that it forgets everybody when it ends, and of newer Nodes than this: both are right for a demo. */
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

/** Shows the page; takes its answer. */
async function askWho(
  provider: Provider,
  people: Map<string, Identity>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // Known by a cookie: nobody answers for another browser.
  await provider.interactionDetails(request, response);
  const form = request.method === "POST" ? await readForm(request) : null;
  if (form?.has("deny")) {
    return provider.interactionFinished(request, response, {
      error: "access_denied",
      error_description: "They said no",
    });
  }
  const chosen = form ? chosenOf(form, people) : null;
  if (!chosen) {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(identityPage([...people].slice(-mostShown).reverse(), form !== null));
    return;
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
    if (text.length > 4096) throw new Error("This is no answer of the page.");
  }
  return new URLSearchParams(text);
}
