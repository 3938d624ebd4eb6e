/** better-auth's passkey client and ours, in Chromium with a virtual authenticator, against this server. */

import { existsSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { createAuth, memoryAdapter } from "@latchkey/core";
import { toNodeHandler } from "@latchkey/node";
import { passkey } from "@latchkey/passkey";
import { build } from "esbuild";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const executablePath = "/usr/bin/chromium";

const code = `
  import { passkeyClient } from "@better-auth/passkey/client";
  import { createAuthClient } from "better-auth/client";
  import { createAuthClient as createOwnClient } from "@latchkey/client";
  import { passkeyClient as ownPasskeyClient } from "@latchkey/passkey/client";
  const baseURL = location.origin + "/api/auth";
  window.peer = createAuthClient({ baseURL, plugins: [passkeyClient()] });
  window.own = createOwnClient({ baseURL: location.origin, plugins: [ownPasskeyClient()] });
`;

async function bundle(): Promise<string> {
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

const person = { name: "Ann", email: "ann@example.com", password: "correct horse battery" };

describe.skipIf(!existsSync(executablePath) && process.env.CI !== "true")("in Chromium", () => {
  let server: Server;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    const script = await bundle();
    server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const baseURL = `http://localhost:${port}`;
    const auth = createAuth({
      baseURL,
      secret: "Rt6wYp3nXk9mVb2qZc8sLh5dJf7gAe4U",
      database: memoryAdapter(),
      emailAndPassword: { enabled: true },
      logger: { disabled: true },
      plugins: [passkey({ signUp: "email" })],
    });
    await auth.migrate();
    const handle = toNodeHandler(auth);
    server.on("request", (request, response) => {
      if (request.url?.startsWith("/api/auth")) return void handle(request, response);
      const isScript = request.url === "/app.js";
      response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
      response.end(
        isScript ? script : '<!doctype html><input autocomplete="username webauthn"><script src="/app.js"></script>',
      );
    });
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
    page = await browser.newPage();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("WebAuthn.enable");
    await devtools.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.goto(baseURL);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  /** Runs an expression in the page, with `peer` and `own` for the clients. */
  const run = <T = any>(expression: string): Promise<T> => page.evaluate(expression) as Promise<T>;

  test("better-auth's client adds a passkey, signs in with it, renames it, and deletes it", async () => {
    const signedUp = await run(`peer.signUp.email(${JSON.stringify(person)})`);
    expect(signedUp.error).toBeNull();
    const added = await run(`peer.passkey.addPasskey({ name: "My laptop" })`);
    expect(added).toMatchObject({ error: null, data: { name: "My laptop", deviceType: expect.any(String) } });
    const again = await run(`peer.passkey.addPasskey({ name: "Again" })`);
    expect(again.error).toMatchObject({ code: "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED" });
    const listed = await run(`peer.passkey.listUserPasskeys()`);
    expect(listed.data).toMatchObject([{ id: added.data.id, name: "My laptop" }]);
    expect(await run(`peer.passkey.listUserPasskeys().then(({ data }) => data[0].createdAt instanceof Date)`)).toBe(
      true,
    );
    await run(`peer.signOut()`);
    const signedIn = await run(`peer.signIn.passkey()`);
    expect(signedIn).toMatchObject({ error: null, data: { user: { email: person.email }, session: {} } });
    expect((await run(`peer.getSession()`)).data).toMatchObject({ user: { email: person.email } });
    const renamed = await run(`peer.passkey.updatePasskey({ id: "${added.data.id}", name: "Phone" })`);
    expect(renamed.data).toMatchObject({ passkey: { name: "Phone" } });
    const deleted = await run(`peer.passkey.deletePasskey({ id: "${added.data.id}" })`);
    expect(deleted).toMatchObject({ error: null, data: { status: true } });
    await run(`peer.signOut()`);
    expect((await run(`peer.signIn.passkey()`)).error).toMatchObject({ status: 401 });
  });

  test("better-auth's client signs in from a form field", async () => {
    await run(`peer.signIn.email(${JSON.stringify(person)})`);
    await run(`peer.passkey.addPasskey()`);
    await run(`peer.signOut()`);
    const signedIn = await run(`peer.signIn.passkey({ autoFill: true })`);
    expect(signedIn).toMatchObject({ error: null, data: { user: { email: person.email } } });
    await run(`peer.signOut()`);
  });

  test("our client signs up, is told of an existing passkey, signs in, and proves", async () => {
    const created = await run(`own.signUp.passkey({ name: "Bob", email: "bob@example.com" })`);
    expect(created).toMatchObject({ error: null, data: { user: { name: "Bob" }, token: expect.any(String) } });
    expect((await run(`own.passkey.add()`)).error).toMatchObject({ code: "ALREADY_REGISTERED" });
    expect(await run(`own.passkey.reauthenticate()`)).toMatchObject({ error: null, data: { user: { name: "Bob" } } });
    await run(`own.signOut()`);
    expect(await run(`own.signIn.passkey()`)).toMatchObject({ error: null, data: { user: {} } });
    await run(`own.signOut()`);
    expect(await run(`own.signIn.passkey({ autoFill: true })`)).toMatchObject({ error: null, data: { user: {} } });
  });
});
