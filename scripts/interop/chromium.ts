/** A page in Chromium that runs clients against an app, with a virtual authenticator. */

import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { toNodeHandler } from "@latchkey/node";
import { build } from "esbuild";
import { type CDPSession, chromium, type Page } from "playwright-core";

const executablePath = "/usr/bin/chromium";

/** Whether to skip the tests, because there's no browser. CI has one. */
export const isWithoutChromium: boolean = !existsSync(executablePath) && process.env.CI !== "true";

/** A page that runs clients against an app. */
export interface ClientPage {
  readonly page: Page;
  /** Chromium's protocol, for the virtual authenticator. */
  readonly devtools: CDPSession;
  /** Runs an expression in the page, and returns its JSON. */
  run<T>(expression: string): Promise<T>;
  /** Adds an authenticator that confirms everything, and returns its id. */
  addAuthenticator(options?: object): Promise<string>;
  close(): Promise<void>;
}

/**
 * Serves a page with the app's handler on a free port of localhost.
 * @param code a module that puts clients on `window`
 * @param start starts the app at this URL
 */
export async function openClientPage(
  code: string,
  start: (baseURL: string) => Promise<Parameters<typeof toNodeHandler>[0]>,
): Promise<ClientPage> {
  const script = await bundle(code);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseURL = `http://localhost:${(server.address() as AddressInfo).port}`;
  const handle = toNodeHandler(await start(baseURL));
  server.on("request", (request, response) => {
    if (request.url?.startsWith("/api/auth")) return void handle(request, response);
    const isScript = request.url === "/app.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.end(
      isScript ? script : '<!doctype html><input autocomplete="username webauthn"><script src="/app.js"></script>',
    );
  });
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const page = await browser.newPage();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await page.goto(baseURL);
  return {
    page,
    devtools,
    run: (expression) => page.evaluate(expression),
    async addAuthenticator(options = {}) {
      const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
        options: {
          protocol: "ctap2",
          transport: "internal",
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
          ...options,
        },
      });
      return authenticatorId;
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
}

async function bundle(code: string): Promise<string> {
  const folder = fileURLToPath(new URL("..", import.meta.url));
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: folder, loader: "ts" },
    tsconfig: `${folder}../tsconfig.json`,
    bundle: true,
    format: "iife",
    platform: "browser",
    define: { "process.env.NODE_ENV": '"production"' },
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}
