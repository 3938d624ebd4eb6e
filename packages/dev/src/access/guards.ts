/** Guards of the console: a browser on this machine that came with the link from the terminal. */

import { AuthError } from "@latchkey/core";
import {
  type AuthContext,
  defineGuard,
  fail,
  type Guard,
  htmlResponse,
  messagePage,
  type RequestContext,
} from "@latchkey/core/plugin";
import { consolePath } from "../console/paths.ts";
import type { ConsoleErrorCode, LinkQuery } from "../contract.ts";
import { devErrors } from "../errors.ts";
import type { DevSettings } from "../options.ts";
import { isCrossSite, isLocal, localOrigin } from "./local.ts";
import { consoleCookie, hasConsoleCookie, isLinkToken, linkPath } from "./token.ts";

/** What a page's guard adds. */
export interface PageAccess {
  /** Sent in place of the page: a refusal, or the redirect that removes the token from the address bar. */
  readonly instead: Response | null;
}

/** The console's guards. */
export interface ConsoleGuards {
  /** For calls that answer with data. */
  readonly data: Guard<object, ConsoleErrorCode>;
  /** For pages: refuses with a page that says what to do. */
  readonly page: Guard<PageAccess, ConsoleErrorCode>;
}

/** Creates the guards. Calls on the server pass. */
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
  const shared = { summary: "A browser on this machine that has the console's token.", errors };
  return {
    data: defineGuard({
      ...shared,
      name: "requireConsoleAccess",
      check(context) {
        if (context.overHttp) check(context);
        return undefined;
      },
    }),
    page: defineGuard<PageAccess, ConsoleErrorCode>({
      ...shared,
      name: "requireConsolePageAccess",
      check(context, input) {
        if (!context.overHttp) return { instead: null };
        const { token } = input as LinkQuery;
        try {
          if (token === undefined) check(context);
          return { instead: token === undefined ? null : exchange(context, settings, token) };
        } catch (error) {
          if (!(error instanceof AuthError) || !wantsPage(context)) throw error;
          return { instead: refusalPage(context, error) };
        }
      },
    }),
  };
}

/** Prints the console's link in the terminal. */
export type LinkPrinter = (context: AuthContext & { readonly origin?: string }) => void;

/** Creates what prints the link at start, and again when a browser on this machine comes without the token: once a minute at most. */
export function linkPrinter({ printLink }: DevSettings): LinkPrinter {
  let printedAt = Number.NEGATIVE_INFINITY;
  return (context) => {
    // Without a `baseURL`, the origin comes from the request's `Host`: a stranger must not choose where the link leads.
    const origin = context.settings.origin ?? (context.origin === undefined ? undefined : localOrigin(context.origin));
    const now = context.now().getTime();
    if (!printLink || origin === undefined || now - printedAt < 60_000) return;
    printedAt = now;
    // Not through the app's logger, which may keep or pass on what it gets.
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

function exchange(context: RequestContext, { allow }: DevSettings, token: string): Response {
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

function wantsPage({ headers }: RequestContext): boolean {
  return headers.get("sec-fetch-mode") === "navigate" || (headers.get("accept") ?? "").includes("text/html");
}

const titles: Readonly<Record<ConsoleErrorCode, string>> = {
  DEV_CONSOLE_LOCAL_ONLY: "Open the dev console on the machine that runs the app",
  DEV_CONSOLE_TOKEN_REQUIRED: "Open the link from your terminal",
  DEV_CONSOLE_CROSS_SITE: "Paste the link into the address bar",
};

function refusalPage(context: RequestContext, { code, message, status }: AuthError): Response {
  const { appName } = context.settings;
  const title = titles[code as keyof typeof titles] ?? "Can't open the dev console";
  return htmlResponse(messagePage({ appName, title, text: message, code, home: `${context.origin}/` }), status);
}
