/** The console's guards. They require a browser on this machine that opened the link from the terminal. */

import { AuthError } from "@latchkey/core";
import {
  type AuthContext,
  defineGuard,
  fail,
  type Guard,
  htmlResponse,
  type RequestContext,
  renderMessagePage,
} from "@latchkey/core/plugin";
import { consolePath } from "../console/paths.ts";
import type { ConsoleErrorCode, LinkQuery } from "../contract.ts";
import { devErrors } from "../errors.ts";
import type { DevSettings } from "../options.ts";
import { isCrossSite, isLocal, localOrigin } from "./local.ts";
import { consoleCookie, hasConsoleCookie, isLinkToken, linkPath } from "./token.ts";

/** What the page guard adds to the context. */
export interface PageAccess {
  /** Sent instead of the page: an error page, or the redirect that removes the token from the URL. */
  readonly response: Response | null;
}

/** The console's guards. */
export interface ConsoleGuards {
  /** For calls that return data. */
  readonly data: Guard<object, ConsoleErrorCode>;
  /** For pages. Shows errors as a page that says what to do. */
  readonly page: Guard<PageAccess, ConsoleErrorCode>;
}

/** Creates the guards. Server calls always pass. */
export function consoleGuards(settings: DevSettings, print: LinkPrinter): ConsoleGuards {
  const check = (context: RequestContext): void => {
    try {
      checkAccess(context, settings);
    } catch (error) {
      if (error instanceof AuthError && error.code === "DEV_CONSOLE_TOKEN_REQUIRED") print(context);
      throw error;
    }
  };
  const { USER_NOT_FOUND: _, ...errors } = devErrors;
  const common = { summary: "The browser is on this machine and has the console's token.", errors };
  return {
    data: defineGuard({
      ...common,
      name: "requireConsoleAccess",
      check(context) {
        if (context.isHttp) check(context);
        return undefined;
      },
    }),
    page: defineGuard<PageAccess, ConsoleErrorCode>({
      ...common,
      name: "requireConsolePageAccess",
      check(context, input) {
        if (!context.isHttp) return { response: null };
        const { token } = input as LinkQuery;
        try {
          if (token === undefined) check(context);
          return { response: token === undefined ? null : exchangeToken(context, settings, token) };
        } catch (error) {
          if (!(error instanceof AuthError) || !expectsPage(context)) throw error;
          return { response: errorPage(context, error) };
        }
      },
    }),
  };
}

/** Prints the console's link in the terminal. */
export type LinkPrinter = (context: AuthContext & { readonly origin?: string }) => void;

/** Returns a function that prints the link at startup, and at most once a minute when a local browser has no token. */
export function linkPrinter({ printLink }: DevSettings): LinkPrinter {
  let printedAt = Number.NEGATIVE_INFINITY;
  return (context) => {
    // Without a `baseURL`, the origin comes from the request's `Host`. A stranger must not choose where the link leads.
    const origin = context.settings.origin ?? (context.origin === undefined ? undefined : localOrigin(context.origin));
    const now = context.now().getTime();
    if (!printLink || origin === undefined || now - printedAt < 60_000) return;
    printedAt = now;
    // Doesn't use the app's logger, which could store or forward the token.
    console.log(`\n  Latchkey dev console: ${origin}${linkPath(context)}\n`);
  };
}

function checkAccess(context: RequestContext, { allow }: DevSettings): void {
  checkSender(context, allow);
  if (!hasConsoleCookie(context)) fail(devErrors, "DEV_CONSOLE_TOKEN_REQUIRED");
}

function checkSender(context: RequestContext, allow: DevSettings["allow"]): void {
  if (allow !== "any" && !isLocal(context)) fail(devErrors, "DEV_CONSOLE_LOCAL_ONLY");
  if (isCrossSite(context)) fail(devErrors, "DEV_CONSOLE_CROSS_SITE");
}

function exchangeToken(context: RequestContext, { allow }: DevSettings, token: string): Response {
  checkSender(context, allow);
  if (!isLinkToken(context, token)) fail(devErrors, "DEV_CONSOLE_TOKEN_REQUIRED");
  return new Response(null, {
    status: 302,
    headers: {
      location: consolePath(context),
      "set-cookie": consoleCookie(context),
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    },
  });
}

function expectsPage({ headers }: RequestContext): boolean {
  return headers.get("sec-fetch-mode") === "navigate" || (headers.get("accept") ?? "").includes("text/html");
}

const titles: Readonly<Record<ConsoleErrorCode, string>> = {
  DEV_CONSOLE_LOCAL_ONLY: "Open the dev console on the machine that runs the app",
  DEV_CONSOLE_TOKEN_REQUIRED: "Open the link from your terminal",
  DEV_CONSOLE_CROSS_SITE: "Paste the link into the address bar",
};

function errorPage(context: RequestContext, { code, message, status }: AuthError): Response {
  const { appName } = context.settings;
  const title = titles[code as keyof typeof titles] ?? "Can't open the dev console";
  return htmlResponse(renderMessagePage({ appName, title, text: message, code, home: `${context.origin}/` }), status);
}
