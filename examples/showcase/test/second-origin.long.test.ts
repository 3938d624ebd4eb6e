/** Tests which calls the browser allows if the client runs on another origin. */

import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningShowcase, startShowcase } from "../server/server.ts";
import { findChromium, launch } from "./browser.ts";
import { bundleClient } from "./bundle-client.ts";
import { solveChallenge } from "./solve-challenge.ts";

const chromiumPath = findChromium();

/** Runs in the page and returns the client's result of each call. */
const calls = `async (baseURL, captcha) => {
  const client = window.createAuthClient({ baseURL });
  const account = { email: "ann@example.com", password: "correct horse battery", name: "Ann" };
  const up = await client.signUp.email(account, { headers: { "x-captcha-response": captcha } });
  const session = await client.getSession();
  const list = await client.listSessions();
  const out = await client.signOut();
  const after = await client.getSession();
  return [up.error?.code ?? "ok", session.data?.user.email ?? session.error?.code ?? null, list.data?.length ?? list.error?.code, out.error?.code ?? "ok", after.data];
}`;

describe.skipIf(!chromiumPath)("the client on a second origin", () => {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-origin-"));
  const pages: Server[] = [];
  let browser: Browser;
  let app: RunningShowcase;
  let script: string;

  const servePage = async (): Promise<string> => {
    const server = createServer((request, response) => {
      const isScript = request.url === "/client.js";
      response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
      response.end(isScript ? script : '<!doctype html><script type="module" src="/client.js"></script>');
    });
    pages.push(server);
    await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
    return `http://localhost:${(server.address() as AddressInfo).port}`;
  };
  beforeAll(async () => {
    script = await bundleClient(folder);
    browser = await launch(chromiumPath as string);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
    for (const server of pages) server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("CSRF-17: a trusted origin can sign up, read the session, list sessions, and sign out; an untrusted origin can't read or change anything", async () => {
    const [trusted, foreign] = [await servePage(), await servePage()];
    const secret = "nW4bT8qLz2XvK6cRm9HsJ3dYg7FpA5eU";
    app = await startShowcase({ port: 0, secret, file: join(folder, "test.db"), trustedOrigins: [trusted] });
    const run = async (origin: string): Promise<unknown> => {
      const page = await (await browser.newContext()).newPage();
      await page.goto(origin);
      await page.waitForFunction("window.createAuthClient");
      return page.evaluate(`(${calls})(${JSON.stringify(app.url)}, ${JSON.stringify(await solveChallenge(app))})`);
    };
    expect(await run(foreign)).toEqual(["NETWORK_ERROR", "NETWORK_ERROR", "NETWORK_ERROR", "NETWORK_ERROR", null]);
    expect(await run(trusted)).toEqual(["ok", "ann@example.com", 1, "ok", null]);
  });
});
