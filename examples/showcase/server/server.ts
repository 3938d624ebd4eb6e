/** One small HTTP server: the auth handler under its base path, the built app everywhere else. Beside it, an OpenID provider. */

import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { createMailCatcher, type MailCatcher } from "@latchkey/dev/smtp";
import { toNodeHandler } from "@latchkey/node";
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
  readonly trustedOrigins?: readonly string[];
  /** An account with another address can be linked. Default: false. */
  readonly allowDifferentEmails?: boolean;
  /** Where the keys of real providers are. Default: none. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

export interface RunningShowcase {
  readonly url: string;
  /** Where its mail arrives. */
  readonly mail: MailCatcher;
  /** Issuer of the OpenID provider on this machine. */
  readonly issuer: string;
  close(): Promise<void>;
}

const builtApp = fileURLToPath(new URL("../dist", import.meta.url));

/** Starts on the port, or on the next free one. */
export async function startShowcase({ port, environment = {}, ...options }: ShowcaseOptions): Promise<RunningShowcase> {
  const server = createServer();
  const url = `http://localhost:${await listen(server, port)}`;
  const mail = await createMailCatcher();
  const identity = await startLocalIdentity({
    redirectURI: `${url}/api/auth/callback/local`,
    port: port === 0 ? 0 : Number(new URL(url).port) + 1,
  });
  const local = localProvider(identity);
  const socialProviders = providersOf(environment);
  const offer = JSON.stringify(offered(socialProviders, local));
  const auth = toNodeHandler(
    await createShowcaseAuth({ baseURL: url, mail, socialProviders, providers: [local], ...options }),
  );
  const files = sirv(builtApp, { single: true, etag: true });
  server.on("request", (request, response) => {
    if (request.url === "/api/providers") response.setHeader("content-type", "application/json").end(offer);
    else if (request.url?.startsWith("/api/")) void auth(request, response);
    else files(request, response);
  });
  return {
    url,
    mail,
    issuer: identity.issuer,
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await identity.close();
      await mail.close();
    },
  };
}
