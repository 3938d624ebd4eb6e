import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { memberTable } from "@latchkey/organization";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { startSso } from "../../test/app.ts";

// The provider logs long warnings that its defaults aren't for production.
beforeEach(() => {
  for (const kind of ["info", "warn"] as const) vi.spyOn(console, kind).mockImplementation(() => {});
});
afterEach(() => void vi.restoreAllMocks());

const clientSecret = "a secret / with + signs of 32 characters";

/** Starts the certified implementation, with this app as its only client. */
async function startProvider(client: object): Promise<string> {
  const { default: Provider } = (await import("oidc-provider" as string)) as {
    default: new (issuer: string, settings: object) => { callback(): RequestListener };
  };
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = {
    clients: [{ client_id: "latchkey", client_secret: clientSecret, ...client }],
    claims: { email: ["email", "email_verified"], profile: ["name"], groups: ["groups"] },
    scopes: ["openid", "profile", "email", "groups"],
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, email: `${id}@acme.test`, email_verified: true, name: id, groups: ["it", "admins"] }),
    }),
    cookies: { keys: ["k"] },
    pkce: { required: () => true },
  };
  server.on("request", new Provider(issuer, settings).callback());
  return issuer;
}

/** Acts as the user at the provider: enters a name and agrees. Returns the URL of the redirect back. */
async function agree(url: string, name: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let at = new URL(url);
  let init: RequestInit = {};
  for (let step = 0; step < 12; step++) {
    const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join("; ");
    const response = await fetch(at, { ...init, redirect: "manual", headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    const location = response.headers.get("location");
    init = {};
    if (location) {
      at = new URL(location, at);
      if (at.origin === "http://app.test") return at;
      continue;
    }
    const page = await response.text();
    const action = /<form[^>]+action="([^"]+)"/.exec(page)?.[1];
    if (!action) throw new Error(`The provider shows ${response.status}: ${page.slice(0, 500)}`);
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? "login";
    at = new URL(action, at);
    init = { method: "POST", body: new URLSearchParams({ prompt, login: name, password: "x" }) };
  }
  throw new Error("The provider's redirects never end.");
}

test("a user signs in with a certified provider, and gets the role of a group", async () => {
  const redirect_uris = ["http://app.test/api/auth/sso/callback/acme-idp"];
  const issuer = await startProvider({ redirect_uris });
  const { auth, olga, acme, browser, prove } = await startSso({ allowPrivateURLs: true }, { clock: () => new Date() });
  await prove("acme.test");
  const made = await olga.browser.post("/sso/register", {
    ...{ providerId: "acme-idp", issuer, domain: "acme.test" },
    oidcConfig: { clientId: "latchkey", clientSecret, scopes: ["groups"] },
    roleMapping: [{ claim: "groups", equals: "admins", role: "admin" }],
  });
  expect(made.status).toBe(200);
  const ann = browser();
  const start = { email: "ann@acme.test", callbackURL: "/app", newUserCallbackURL: "/welcome" };
  const { body } = await ann.post<{ url: string }>("/sign-in/sso", start);
  const back = await agree(body.url, "ann");
  const reply = await ann.get(`${back.pathname.replace("/api/auth", "")}${back.search}`);
  expect(reply.headers.get("location")).toBe("http://app.test/welcome");
  const session = await ann.get<{ user: { id: string } }>("/get-session");
  expect(session.body.user).toMatchObject({ email: "ann@acme.test", emailVerified: true, name: "ann" });
  const where = { organizationId: acme, userId: session.body.user.id };
  expect(await auth.$context.db.findOne(memberTable, { where })).toMatchObject({ role: "admin" });
});
