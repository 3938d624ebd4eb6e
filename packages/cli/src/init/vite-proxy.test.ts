/** Tests the proxy that `init` writes in a real Vite dev server that is open to the network. */

import { mkdirSync, symlinkSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, request } from "node:http";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { devConsole } from "@latchkey/dev";
import { toNodeHandler } from "@latchkey/node";
import { startAuth } from "@latchkey/test-kit";
import { afterEach, describe, expect, test } from "vitest";
import { freePort } from "../../../../scripts/shared/free-port.ts";
import { place } from "../../test/terminal.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A non-loopback address of this machine, which identifies the client that uses it. */
const network = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .find(({ internal, family }) => !internal && family === "IPv4")?.address;

const vite = fileURLToPath(new URL("../../node_modules/vite", import.meta.url));

/** An app created by `init`, with its API and Vite's dev server started as by `vite --host`. */
async function start(change: (config: string) => string = (config) => config) {
  const [apiPort, port] = [await freePort(), await freePort()];
  const one = place({
    "package.json": JSON.stringify({
      name: "shop",
      type: "module",
      dependencies: { express: "5", vite: "8", typescript: "5" },
    }),
    "vite.config.ts": `import { defineConfig } from "vite";\nexport default defineConfig({\n  plugins: [],\n});\n`,
    "server/index.ts": `import express from "express";\nexport const app = express();\napp.listen(${apiPort});\n`,
    "index.html": "<!doctype html>",
  });
  closing.push(() => one.remove());
  expect((await one.run("init", "--yes")).code).toBe(0);
  one.write("vite.config.ts", change(one.read("vite.config.ts")));
  mkdirSync(join(one.folder, "node_modules"), { recursive: true });
  symlinkSync(vite, join(one.folder, "node_modules", "vite"));

  const app = await startAuth({ baseURL: `http://localhost:${port}`, plugins: [devConsole()] });
  const api = createServer(toNodeHandler(app.auth));
  await new Promise<void>((resolve) => api.listen(apiPort, "localhost", resolve));
  closing.push(() => {
    api.closeAllConnections();
    return new Promise((resolve) => api.close(resolve));
  });
  const dev = await (await import("vite")).createServer({
    root: one.folder,
    configFile: join(one.folder, "vite.config.ts"),
    logLevel: "silent",
    optimizeDeps: { noDiscovery: true },
    server: { host: true, port, strictPort: true, hmr: false, watch: null },
  });
  await dev.listen();
  closing.push(() => dev.close());
  return { app, port };
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends a request. Unlike `fetch`, this can send any `Host`. */
function ask(url: string, headers: Record<string, string> = {}, body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? "GET" : "POST";
    const sent = request(url, { method, headers: { accept: "application/json", ...headers } }, async (response) => {
      let text = "";
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

const signInAs = (base: string, port: number, userId: string, headers: Record<string, string> = {}): Promise<Answer> =>
  ask(
    `${base}/api/auth/dev/sign-in-as`,
    { "content-type": "application/json", origin: `http://localhost:${port}`, ...headers },
    JSON.stringify({ userId }),
  );

describe("the dev console behind Vite's dev server", () => {
  test("opens for a browser on this machine that has the link", async () => {
    const { app, port } = await start();
    const { user } = (await app.browser().signUp("ann@example.com")).body;
    const { url } = await app.auth.api.devConsoleLink();
    const opened = await ask(url);
    expect([opened.status, opened.headers.location]).toEqual([302, "/api/auth/dev"]);
    const cookie = opened.headers["set-cookie"]?.[0]?.split(";")[0] as string;
    const page = await ask(`http://localhost:${port}/api/auth/dev`, { cookie });
    expect([page.status, page.text]).toEqual([200, expect.stringContaining("ann@example.com")]);
    const signedIn = await signInAs(`http://localhost:${port}`, port, user.id, { cookie });
    expect(JSON.parse(signedIn.text)).toMatchObject({ signedIn: true, userId: user.id });
  });

  test.skipIf(network === undefined)(
    "CONS-06: can't be opened from the network with any Host header, even with the cookie",
    async () => {
      const { app, port } = await start();
      const { user } = (await app.browser().signUp("ann@example.com")).body;
      const { url, path } = await app.auth.api.devConsoleLink();
      const cookie = (await ask(url)).headers["set-cookie"]?.[0]?.split(";")[0] as string;
      const base = `http://${network}:${port}`;
      for (const host of [`${network}:${port}`, `localhost:${port}`, "127.0.0.1"]) {
        for (const headers of [{ host }, { host, cookie }, { host, cookie, "x-forwarded-for": "127.0.0.1" }]) {
          for (const below of ["/api/auth/dev", "/api/auth/dev/mail", "/api/auth/dev/users", path]) {
            const { status, text } = await ask(base + below, headers);
            expect([below, headers, status, JSON.parse(text).code]).toEqual([
              below,
              headers,
              403,
              "DEV_CONSOLE_LOCAL_ONLY",
            ]);
          }
          const { status, headers: got } = await signInAs(base, port, user.id, headers);
          expect([status, got["set-cookie"]]).toEqual([403, undefined]);
        }
      }
    },
  );

  test.skipIf(network === undefined)(
    "CONS-01: stays closed without the token if the proxy hides the client",
    async () => {
      // Older versions and many guides use a plain URL, which rewrites Host and hides the client's address.
      const { app, port } = await start((config) => config.replace(/\{ target: ("[^"]+"), xfwd: true \}/, "$1"));
      const { user } = (await app.browser().signUp("ann@example.com")).body;
      const base = `http://${network}:${port}`;
      for (const below of ["", "/mail", "/users", "/sessions", "/requests", "/reference", "/mail/1"]) {
        const { status, text } = await ask(`${base}/api/auth/dev${below}`);
        expect([below, status, JSON.parse(text).code]).toEqual([below, 403, "DEV_CONSOLE_TOKEN_REQUIRED"]);
      }
      const { status, headers } = await signInAs(base, port, user.id);
      expect([status, headers["set-cookie"]]).toEqual([403, undefined]);
    },
  );
});
