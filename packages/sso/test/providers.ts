import type { TestBrowser } from "@latchkey/test-kit";
import type { RegisteredSsoProvider } from "../src/call-types.ts";
import type { SsoOptions } from "../src/options.ts";
import { startSso } from "./app.ts";
import { createIssuer, type Said } from "./issuer.ts";

export const clientSecret = "the secret of the client";

/** Starts an app where Acme has verified acme.test, and its identity provider is `acme-idp`. */
export async function startWithProvider(options: SsoOptions = {}, authOptions: object = {}, organizationOptions = {}) {
  const idp = createIssuer();
  const refused: string[] = [];
  const it = await startSso(
    options,
    {
      publicFetch: idp.fetch,
      // This function must never be used for organizations' providers.
      fetch: async (url: unknown) => {
        refused.push(String(url));
        throw new Error("Organizations' servers must not be reached with this fetch.");
      },
      // Tokens are checked with the machine's clock.
      clock: () => new Date(),
      ...authOptions,
    },
    organizationOptions,
  );
  await it.prove("acme.test");
  const provider = {
    providerId: "acme-idp",
    issuer: idp.issuer,
    domain: "acme.test",
    oidcConfig: { clientId: "client-12345678", clientSecret },
  };
  const register = async (input: object = {}, { browser } = it.olga) => {
    const { status, body } = await browser.post<RegisteredSsoProvider & { readonly code?: string }>("/sso/register", {
      ...provider,
      ...input,
    });
    return { status, ...body };
  };
  const begin = async (browser: TestBrowser, input: object = { providerId: "acme-idp" }) => {
    const { status, body } = await browser.post<{ url: string; code?: string }>("/sign-in/sso", {
      callbackURL: "/app",
      ...input,
    });
    return { status, ...body };
  };
  const finish = async (browser: TestBrowser, url: string, said: Said, providerId = "acme-idp") => {
    const reply = await browser.get(`/sso/callback/${providerId}?${idp.agree(url, said)}`);
    const location = new URL(reply.headers.get("location") ?? "http://none.test");
    return location.searchParams.get("error") ?? location.pathname;
  };
  /** Signs in a user of the provider. Returns the path or the error that the browser ends up with. */
  const signIn = async (name: string, said: Said = {}, browser = it.browser(), providerId = "acme-idp") => {
    const { url } = await begin(browser, { providerId });
    const claims = { sub: `sub-${name}`, email: `${name}@acme.test`, name, ...said.claims };
    return { browser, outcome: await finish(browser, url, { ...said, claims }, providerId) };
  };
  return { ...it, idp, refused, register, begin, finish, signIn };
}
