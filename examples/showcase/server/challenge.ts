/**
 * A local CAPTCHA service that speaks Turnstile's protocol, so that sign-up has a CAPTCHA without Cloudflare. It
 * considers everyone human, so never use it outside of this app.
 */

import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { answer, RefusedRequest, readBody, sendJson } from "./http.ts";
import { listen } from "./listen.ts";

/** A running CAPTCHA service. */
export interface LocalChallenge {
  readonly url: string;
  readonly secretKey: string;
  /** The verification URL for the plugin, which only accepts https. */
  readonly verifyURL: string;
  /** A `fetch` that sends requests for `verifyURL` to this service, and all others to their own servers. */
  readonly fetch: typeof fetch;
  close(): Promise<void>;
}

export interface LocalChallengeOptions {
  /** Origin of the pages that show the widget. */
  readonly origin: string;
  /** Port to listen on. 0 chooses a free one. */
  readonly port: number;
}

/** Response from `POST /challenge`. */
export interface SolvedChallenge {
  readonly response: string;
  /** How long the response is valid, in seconds. */
  readonly expiresIn: number;
}

/** How long a response is valid, in seconds. The same as Turnstile's. */
const expiresIn = 300;
/** Maximum number of unused responses. The oldest ones are dropped, so that a page in a loop can't fill the memory. */
const mostOpen = 10_000;
const verifyURL = "https://challenge.showcase.test/siteverify";

/** Starts on a different host, like a real service. Browsers treat 127.0.0.1 and localhost as different sites. */
export async function startLocalChallenge({ origin, port }: LocalChallengeOptions): Promise<LocalChallenge> {
  const secretKey = randomBytes(32).toString("base64url");
  const service = createService(origin, secretKey);
  const server = createServer((request, response) => answer(response, () => service(request, response)));
  const url = `http://127.0.0.1:${await listen(server, port)}`;
  return {
    url,
    secretKey,
    verifyURL,
    fetch: (input, init) => fetch(input === verifyURL ? `${url}/siteverify` : input, init),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function createService(origin: string, secretKey: string) {
  /** When each unused response expires, in milliseconds, oldest first. */
  const open = new Map<string, number>();
  const solve = (): SolvedChallenge => {
    const response = randomBytes(32).toString("base64url");
    open.set(response, Date.now() + expiresIn * 1000);
    for (const oldest of open.keys()) if (open.size > mostOpen) open.delete(oldest);
    return { response, expiresIn };
  };
  const verify = (form: URLSearchParams): object => {
    const failed = (code: string): object => ({ success: false, "error-codes": [code] });
    if (form.get("secret") !== secretKey) return failed("invalid-input-secret");
    const response = form.get("response") ?? "";
    const expiresAt = open.get(response);
    open.delete(response);
    if (expiresAt === undefined || expiresAt <= Date.now()) return failed("timeout-or-duplicate");
    return { success: true, hostname: new URL(origin).hostname, "error-codes": [] };
  };
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const call = `${request.method} ${request.url}`;
    if (call === "POST /siteverify") {
      return sendJson(response, verify(new URLSearchParams((await readBody(request, 16_384)).toString())));
    }
    if (call !== "POST /challenge") throw new RefusedRequest(404, "Not found.");
    if (request.headers.origin !== origin) throw new RefusedRequest(403, `Only pages of ${origin} can do this.`);
    response.setHeader("access-control-allow-origin", origin);
    sendJson(response, solve());
  };
}
