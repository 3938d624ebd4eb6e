/** An app that doesn't store users. They sign in with an OpenID provider. Sessions are kept in memory. */

import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type AppPage, signedInPage, signedOutPage } from "./pages.ts";
import { createProvider, type PendingSignIn, type Provider, type Registration, type SignedIn } from "./provider.ts";

/** Options for `startSecondApp`. */
export interface SecondAppOptions {
  /** Port to listen on, or the next free one. 0 chooses a free one. */
  readonly port: number;
}

/** A running second app. */
export interface RunningSecondApp {
  readonly url: string;
  /** Where the provider sends users back to. Register the client with it. */
  readonly redirectURI: string;
  /** Sets the provider. Requests wait until then. */
  use(registration: Registration): void;
  close(): Promise<void>;
}

/** The app's data about a browser. */
interface Visitor {
  pending?: PendingSignIn;
  user?: SignedIn;
}

/** Maximum number of browsers that the app remembers. After that, a new one replaces the oldest. */
const maxVisitors = 1000;
const cookieName = "scrapbook";

/** Starts the app. It only accepts connections from this machine. */
export async function startSecondApp({ port }: SecondAppOptions): Promise<RunningSecondApp> {
  const server = createServer();
  // Uses a different host name than the provider, because browsers share cookies between ports of the same host.
  const url = `http://127.0.0.1:${await listen(server, port)}`;
  const redirectURI = `${url}/callback`;
  let start: (registration: Registration) => void = () => {};
  const started = new Promise<Registration>((resolve) => (start = resolve));
  const app = started.then((registration) => createApp(registration, url, redirectURI));
  server.on("request", (request, response) => {
    void app
      .then((answer) => answer(request, response))
      .catch((error: unknown) => {
        console.error(error);
        send(response, signedOutPage("Something went wrong. Try again.", 500));
      });
  });
  return {
    url,
    redirectURI,
    use: start,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

function createApp(registration: Registration, url: string, redirectURI: string): Answer {
  const provider = createProvider(registration, redirectURI);
  const account = `${new URL(registration.issuer).origin}/account#apps`;
  const visitors = new Map<string, Visitor>();
  return async (request, response) => {
    const { pathname, search, searchParams } = new URL(request.url ?? "/", url);
    const id = readCookie(request);
    const visitor = visitors.get(id);
    const call = `${request.method} ${pathname}`;
    if (call === "GET /") return send(response, await showHome(provider, account, visitor));
    if (call === "GET /sign-in") {
      const scope = searchParams.has("organization") ? "openid profile email organization" : "openid profile email";
      const { url: target, pending } = await provider.start(scope);
      remember(visitors, response, { pending });
      return redirect(response, target.href);
    }
    if (call === "GET /callback") {
      visitors.delete(id);
      if (!visitor?.pending) return send(response, signedOutPage("Start the sign-in again.", 400));
      const user = await provider.finish(new URL(redirectURI + search), visitor.pending).catch(() => null);
      if (!user) return send(response, signedOutPage("You weren't signed in.", 400));
      // A new id, so that no one who knew the old one is signed in, too.
      remember(visitors, response, { user });
      return redirect(response, "/");
    }
    if (call === "POST /sign-out") {
      visitors.delete(id);
      return redirect(response, "/");
    }
    send(response, signedOutPage("This page doesn't exist.", 404));
  };
}

/** Asks the provider each time, so that the app notices when the user revokes its access. */
async function showHome(provider: Provider, account: string, visitor: Visitor | undefined): Promise<AppPage> {
  if (!visitor?.user) return signedOutPage();
  const profile = await provider.readProfile(visitor.user);
  if (profile) return signedInPage(profile, account);
  delete visitor.user;
  return signedOutPage("Scrapbook no longer has access to your account.");
}

function remember(visitors: Map<string, Visitor>, response: ServerResponse, visitor: Visitor): void {
  const [oldest] = visitors.keys();
  if (oldest !== undefined && visitors.size >= maxVisitors) visitors.delete(oldest);
  const id = randomBytes(32).toString("base64url");
  visitors.set(id, visitor);
  response.setHeader("set-cookie", `${cookieName}=${id}; HttpOnly; SameSite=Lax; Path=/`);
}

function readCookie({ headers }: IncomingMessage): string {
  const found = new RegExp(`(?:^|; )${cookieName}=([\\w-]+)`).exec(headers.cookie ?? "");
  return found?.[1] ?? "";
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location, "cache-control": "no-store" }).end();
}

function send(response: ServerResponse, { status, html }: AppPage): void {
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy":
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
  });
  response.end(html);
}

/** Listens on this machine only, on the port or the next free one. Returns the port. */
function listen(server: Server, port: number, triesLeft = 20): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EADDRINUSE" || triesLeft === 0) return reject(error);
      resolve(listen(server, port + 1, triesLeft - 1));
    });
    server.listen({ port, host: "127.0.0.1" }, () => {
      server.removeAllListeners("error");
      resolve((server.address() as AddressInfo).port);
    });
  });
}
