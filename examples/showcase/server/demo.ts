/** The endpoints for the Demo button and the header. Development only, like the whole server. */

import type { IncomingMessage, ServerResponse } from "node:http";
import type { TextCatcher } from "@latchkey/dev";
import type { MailCatcher } from "@latchkey/dev/smtp";
import { RefusedRequest, readBody, requireOwnPage, sendJson } from "./http.ts";
import type { Payments } from "./payments.ts";
import { type DemoPerson, people } from "./people.ts";

/** Response from `/api/demo`. */
export interface DemoFacts {
  readonly people: readonly DemoPerson[];
  /** URL of the payment provider's controls. */
  readonly controls: string;
  /** URL of the app whose users sign in with the showcase. */
  readonly secondApp: string;
  /** URL of the CAPTCHA service, for its widget. */
  readonly challenge: string;
  /** URL of the identity provider. Its start page shows what an organization needs to connect to it. */
  readonly identity: string;
  /** Path of the gallery. `null` if it isn't built. */
  readonly gallery: string | null;
}

/** Response from `/api/demo/mail`. */
export interface MailCount {
  /** When the newest email or text arrived, in milliseconds. */
  readonly newest: number;
  /** Emails and texts that arrived after the time in `?after=`. */
  readonly unread: number;
}

export interface DemoOptions {
  readonly origin: string;
  readonly mail: MailCatcher;
  readonly texts: TextCatcher;
  readonly payments: Payments;
  readonly secondApp: string;
  readonly challenge: string;
  readonly identity: string;
  readonly gallery: string | null;
  /** Returns a link that opens the dev console. */
  consoleLink(): Promise<string>;
}

export type DemoHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Handles everything below `/api/demo`. */
export function createDemo({
  origin,
  mail,
  texts,
  payments,
  secondApp,
  challenge,
  identity,
  gallery,
  consoleLink,
}: DemoOptions): DemoHandler {
  const facts: DemoFacts = { people, controls: payments.controls, secondApp, challenge, identity, gallery };
  const countMail = (after: number): MailCount => {
    const times = [...mail.list(), ...texts.list()].map(({ date }) => date.getTime());
    return { newest: Math.max(0, ...times), unread: times.filter((time) => time > after).length };
  };
  return async (request, response) => {
    requireOwnPage(request, origin);
    const { pathname, searchParams } = new URL(request.url ?? "/", origin);
    const call = `${request.method} ${pathname}`;
    if (call === "GET /api/demo") return sendJson(response, facts);
    if (call === "GET /api/demo/mail") return sendJson(response, countMail(Number(searchParams.get("after") ?? 0)));
    if (call === "GET /api/demo/console") {
      // The link contains the console's token, so the page never gets it.
      response.writeHead(303, { location: await consoleLink(), "cache-control": "no-store" }).end();
      return;
    }
    if (call !== "POST /api/demo/time") throw new RefusedRequest(404, "Not found.");
    const days = Number((await readBody(request, 20)).toString());
    if (!Number.isInteger(days) || days < 1 || days > 366) throw new RefusedRequest(400, "Send 1 to 366 days.");
    await payments.advance(days);
    sendJson(response, { days });
  };
}
