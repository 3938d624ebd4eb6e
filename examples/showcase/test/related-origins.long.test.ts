/** Tests in Chromium, over TLS, that a passkey for one domain works on another domain that the first domain lists. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAuth, memoryAdapter } from "@latchkey/core";
import { toNodeHandler } from "@latchkey/node";
import { passkey } from "@latchkey/passkey";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findChromium, launch } from "./browser.ts";
import { bundleClient } from "./bundle-client.ts";
import { addAuthenticator } from "./passkey-steps.ts";

const chromiumPath = findChromium();

const [home, related, foreign] = ["https://acme.test", "https://acme-shop.test", "https://other.test"] as const;
const person = { name: "Ann", email: "ann@example.com", password: "correct horse battery" };

describe.skipIf(!chromiumPath)("passkeys on related domains", () => {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-related-"));
  const asked: string[] = [];
  let server: Server;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    const script = await bundleClient(folder);
    const database = memoryAdapter();
    /** Starts the app on one of its domains. All domains share the same users. */
    const appAt = async (baseURL: string) => {
      const auth = createAuth({
        baseURL,
        secret: "Rt6wYp3nXk9mVb2qZc8sLh5dJf7gAe4U",
        database,
        emailAndPassword: { enabled: true },
        logger: { disabled: true },
        plugins: [
          // The foreign domain's server accepts its own origin, so only the browser can reject it.
          passkey({ rpID: "acme.test", relatedOrigins: baseURL === foreign ? [related, foreign] : [related] }),
        ],
        trustedOrigins: [home, related, foreign],
      });
      await auth.migrate();
      return toNodeHandler(auth);
    };
    const apps = new Map<string, Awaited<ReturnType<typeof appAt>>>();
    for (const origin of [home, related, foreign]) apps.set(new URL(origin).host, await appAt(origin));
    server = createServer(createCertificate(folder), (request, response) => {
      const host = request.headers.host ?? "";
      const path = request.url ?? "/";
      asked.push(host + path);
      if (/^\/(api|\.well-known)\//.test(path)) return void apps.get(host)?.(request, response);
      const isScript = path === "/client.js";
      response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
      response.end(isScript ? script : '<!doctype html><script type="module" src="/client.js"></script>');
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    browser = await launch(chromiumPath as string, [
      `--host-resolver-rules=MAP * 127.0.0.1:${port}`,
      "--ignore-certificate-errors",
    ]);
    page = await browser.newPage();
    await addAuthenticator(page);
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
    server?.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Opens a domain and runs an expression there, with `client` for the client. */
  async function run<T>(origin: string, expression: string): Promise<T> {
    if (!page.url().startsWith(`${origin}/`)) {
      await page.goto(`${origin}/`);
      await page.waitForFunction("window.createAuthClient");
      await page.evaluate("window.client = createAuthClient({ plugins: [passkeyClient()] })");
    }
    return page.evaluate<T>(expression);
  }

  test("PKEY-05: a passkey signs in on the listed domain, and the browser rejects an unlisted domain", async () => {
    const signedUp = await run(home, `client.signUp.email(${JSON.stringify(person)})`);
    expect(signedUp).toMatchObject({ error: null });
    expect(await run(home, "client.passkey.add()")).toMatchObject({ error: null });
    expect(asked).not.toContain("acme.test/.well-known/webauthn");

    const signedIn = await run(related, "client.signIn.passkey()");
    expect(signedIn).toMatchObject({ error: null, data: { user: { email: person.email } } });
    expect(asked).toContain("acme.test/.well-known/webauthn");
    expect(await run(related, "client.getSession()")).toMatchObject({ data: { user: { email: person.email } } });

    const refused = await run(foreign, "client.signIn.passkey()");
    expect(refused).toMatchObject({ error: { code: "AUTH_CANCELLED" } });
    expect(asked.filter((one) => one === "other.test/api/auth/passkey/verify-authentication")).toEqual([]);
    expect(await run(foreign, "client.getSession()")).toMatchObject({ data: null });
  });
});

/** Creates a self-signed certificate. The browser is configured to accept it. */
function createCertificate(folder: string): { readonly key: Buffer; readonly cert: Buffer } {
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const options = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=acme.test";
  execFileSync("openssl", [...options.split(" "), "-keyout", key, "-out", cert], { stdio: "ignore" });
  return { key: readFileSync(key), cert: readFileSync(cert) };
}
