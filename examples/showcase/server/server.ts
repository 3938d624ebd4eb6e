/**
 * An HTTP server with the auth handler at its base path and the built app everywhere else. Also starts an OpenID
 * provider, a fake payment provider, a CAPTCHA service, and a second app whose users sign in with the showcase.
 */

import { existsSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createTextCatcher, type TextCatcher } from "@latchkey/dev";
import { createMailCatcher, type MailCatcher } from "@latchkey/dev/smtp";
import { toNodeHandler } from "@latchkey/node";
import type { McpOptions } from "@latchkey/oauth-provider";
import { startSecondApp } from "second-app";
import sirv from "sirv";
import { createShowcaseAuth } from "./auth.ts";
import { startLocalChallenge } from "./challenge.ts";
import { createDemo } from "./demo.ts";
import { registerSecondApp } from "./federation.ts";
import { answer } from "./http.ts";
import { startLocalIdentity } from "./identity/provider.ts";
import { listen } from "./listen.ts";
import { type PaymentProviderName, type Payments, startPayments } from "./payments.ts";
import { createPictureStore, picturesPath } from "./pictures.ts";
import { localProvider, providersOf } from "./providers.ts";

export interface ShowcaseOptions {
  /** Port to listen on. 0 chooses a free one. */
  readonly port: number;
  readonly secret: string;
  /** Path of the SQLite file. Uploaded pictures are stored next to it. */
  readonly file: string;
  /** The payment provider. Default: `polar`. */
  readonly paymentProvider?: PaymentProviderName;
  /** The file where the fake Polar keeps purchases. By default, they're lost at exit. */
  readonly paymentsFile?: string;
  readonly trustedOrigins?: readonly string[];
  /** Whether accounts with a different email can be linked. Default: false. */
  readonly allowDifferentEmails?: boolean;
  /** Whether users sign up with a passkey with or without an email. Default: `email`. */
  readonly passkeySignUp?: "email" | "without-email";
  /** An MCP server to issue tokens for. Default: none. */
  readonly mcpServer?: McpOptions;
  /** Environment variables with the credentials of real providers. Default: none. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

export interface RunningShowcase {
  readonly url: string;
  /** The dev console's link, with its token. */
  readonly consoleURL: string;
  /** Catches the app's email. */
  readonly mail: MailCatcher;
  /** Catches the app's text messages. */
  readonly texts: TextCatcher;
  /** Issuer of the local OpenID provider. */
  readonly issuer: string;
  /** URL of the second app. */
  readonly secondApp: string;
  /** URL of the local CAPTCHA service. */
  readonly challenge: string;
  /** The local payment provider. */
  readonly payments: Payments;
  close(): Promise<void>;
}

const builtApp = fileURLToPath(new URL("../dist", import.meta.url));
const builtGallery = fileURLToPath(new URL("../../gallery/dist", import.meta.url));
const galleryPath = "/gallery/";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts on the port, or on the next free one. The providers and the second app use the ports after it. */
export async function startShowcase(options: ShowcaseOptions): Promise<RunningShowcase> {
  if (process.env.NODE_ENV !== "development" && process.env.NODE_ENV !== "test") {
    throw new Error("The showcase has an admin whose password is published. Set NODE_ENV to development to start it.");
  }
  const { port, environment = {}, paymentsFile, paymentProvider = "polar", ...rest } = options;
  const server = createServer();
  // The payment provider sends its catalog as soon as it starts. Earlier requests wait until the app is ready.
  let ready: (answer: Answer) => void = () => {};
  const whenReady = new Promise<Answer>((resolve) => (ready = resolve));
  server.on("request", (request, response) => void whenReady.then((answer) => answer(request, response)));
  const url = `http://localhost:${await listen(server, port)}`;
  const nextPort = (after: number): number => (port === 0 ? 0 : Number(new URL(url).port) + after);
  const mail = await createMailCatcher();
  const texts = createTextCatcher();
  const identity = await startLocalIdentity({
    redirectURI: `${url}/api/auth/callback/local`,
    ssoRedirectURI: `${url}/api/auth/sso/callback`,
    port: nextPort(1),
  });
  const payments = await startPayments(paymentProvider, {
    port: nextPort(2),
    webhookURL: `${url}/api/auth/billing/webhooks`,
    file: paymentsFile,
  });
  const secondApp = await startSecondApp({ port: nextPort(3) });
  const challenge = await startLocalChallenge({ origin: url, port: nextPort(4) });
  const local = localProvider(identity);
  const socialProviders = providersOf(environment);
  const made = { baseURL: url, mail, texts, challenge, payments, socialProviders, providers: [local], ...rest };
  const { auth, consoleLink } = await createShowcaseAuth(made);
  const folder = dirname(options.file);
  const registered = await registerSecondApp(auth.api, join(folder, "second-app-client"), secondApp.redirectURI);
  const { client_id: clientId, client_secret: clientSecret = "" } = registered;
  secondApp.use({ issuer: `${url}/api/auth`, clientId, clientSecret });
  const urls = { secondApp: secondApp.url, challenge: challenge.url, identity: identity.issuer };
  ready(createRoutes({ auth, url, mail, texts, payments, consoleLink, folder, ...urls }));
  await payments.settled();
  // Meters and discounts have no webhook events, so read them once.
  await auth.api.billing.sync({ body: {} });
  return {
    url,
    consoleURL: await consoleLink(),
    mail,
    texts,
    issuer: identity.issuer,
    secondApp: secondApp.url,
    challenge: challenge.url,
    payments,
    async close() {
      await secondApp.close();
      await challenge.close();
      await payments.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await identity.close();
      await mail.close();
    },
  };
}

interface Routes {
  readonly auth: Awaited<ReturnType<typeof createShowcaseAuth>>["auth"];
  readonly url: string;
  readonly mail: MailCatcher;
  readonly texts: TextCatcher;
  readonly payments: Payments;
  readonly secondApp: string;
  readonly challenge: string;
  readonly identity: string;
  /** The folder for uploaded pictures. */
  readonly folder: string;
  consoleLink(): Promise<string>;
}

/** Routes requests to the auth handler, the demo, the pictures, and the built pages. */
function createRoutes({ auth, url, folder, ...rest }: Routes): Answer {
  const handleAuth = toNodeHandler(auth);
  const app = sirv(builtApp, { single: true, etag: true });
  const gallery = existsSync(join(builtGallery, "index.html")) ? sirv(builtGallery, { etag: true }) : null;
  const demo = createDemo({
    ...rest,
    origin: url,
    gallery: gallery && galleryPath,
  });
  const pictures = createPictureStore({
    folder: join(folder, "pictures"),
    origin: url,
    isSignedIn: async ({ headers }) =>
      (await auth.api.getSession({ headers: new Headers({ cookie: headers.cookie ?? "" }) })) !== null,
  });
  return (request, response) => {
    const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
    if (path === "/api/pictures" && request.method === "POST") answer(response, () => pictures.save(request, response));
    else if (/^\/api\/demo(\/|$)/.test(path)) answer(response, () => demo(request, response));
    // OAuth clients read the provider's metadata outside the base path, too.
    else if (/^\/(?:api|\.well-known)\//.test(path)) void handleAuth(request, response);
    else if (path.startsWith(picturesPath)) pictures.send(path, response);
    else if (gallery && path.startsWith(galleryPath)) {
      request.url = request.url?.slice(galleryPath.length - 1) ?? "/";
      gallery(request, response, () => void response.writeHead(404).end());
    } else app(request, response);
  };
}
