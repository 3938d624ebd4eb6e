/**
 * One small HTTP server: the auth handler under its base path, the built app everywhere else. Beside it, an OpenID provider
 * and a payment platform.
 */

import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import { createMailCatcher, type MailCatcher } from "@latchkey/dev/smtp";
import { toNodeHandler } from "@latchkey/node";
import { type RunningPaymentPlatform, startPaymentPlatform } from "payment-platform";
import sirv from "sirv";
import { createShowcaseAuth } from "./auth.ts";
import { startLocalIdentity } from "./identity/provider.ts";
import { listen } from "./listen.ts";
import { localProvider, offered, providersOf } from "./providers.ts";

export interface ShowcaseOptions {
  /** 0: any free port. */
  readonly port: number;
  readonly secret: string;
  readonly file: string;
  /** Where the payment platform keeps what was bought. Default: it forgets all of it with the process. */
  readonly paymentsFile?: string;
  readonly trustedOrigins?: readonly string[];
  /** An account with another address can be linked. Default: false. */
  readonly allowDifferentEmails?: boolean;
  /** Where the keys of real providers are. Default: none. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

export interface RunningShowcase {
  readonly url: string;
  /** The dev console's link, with its token. */
  readonly consoleURL: string;
  /** Where its mail arrives. */
  readonly mail: MailCatcher;
  /** Issuer of the OpenID provider on this machine. */
  readonly issuer: string;
  /** The payment platform on this machine. */
  readonly payments: RunningPaymentPlatform;
  close(): Promise<void>;
}

const builtApp = fileURLToPath(new URL("../dist", import.meta.url));

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts on the port, or on the next free one; its neighbours on those that follow. */
export async function startShowcase(options: ShowcaseOptions): Promise<RunningShowcase> {
  if (process.env.NODE_ENV !== "development" && process.env.NODE_ENV !== "test") {
    throw new Error("The showcase has an admin whose password is published. Set NODE_ENV to development to start it.");
  }
  const { port, environment = {}, paymentsFile, ...rest } = options;
  const server = createServer();
  // The payment platform tells what is sold as soon as it is there: who comes too early waits.
  let ready: (answer: Answer) => void = () => {};
  const whenReady = new Promise<Answer>((resolve) => (ready = resolve));
  server.on("request", (request, response) => void whenReady.then((answer) => answer(request, response)));
  const url = `http://localhost:${await listen(server, port)}`;
  const neighbour = (after: number): number => (port === 0 ? 0 : Number(new URL(url).port) + after);
  const mail = await createMailCatcher();
  const identity = await startLocalIdentity({ redirectURI: `${url}/api/auth/callback/local`, port: neighbour(1) });
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  const platform = await startPaymentPlatform({
    port: neighbour(2),
    webhookURL: `${url}/api/auth/billing/webhooks`,
    secret,
    ...(paymentsFile === undefined ? {} : { file: paymentsFile }),
  });
  const local = localProvider(identity);
  const socialProviders = providersOf(environment);
  const payments = { platform, secret };
  const made = { baseURL: url, mail, payments, socialProviders, providers: [local], ...rest };
  const { auth, consoleURL } = await createShowcaseAuth(made);
  const handleAuth = toNodeHandler(auth);
  const files = sirv(builtApp, { single: true, etag: true });
  const facts: Readonly<Record<string, unknown>> = {
    "/api/providers": offered(socialProviders, local),
    "/api/payments": { control: `${platform.url}/control` },
  };
  ready((request, response) => {
    const fact = facts[request.url ?? ""];
    if (fact) response.setHeader("content-type", "application/json").end(JSON.stringify(fact));
    else if (request.url?.startsWith("/api/")) void handleAuth(request, response);
    else files(request, response);
  });
  await platform.settled();
  return {
    url,
    consoleURL,
    mail,
    issuer: identity.issuer,
    payments: platform,
    async close() {
      await platform.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await identity.close();
      await mail.close();
    },
  };
}
