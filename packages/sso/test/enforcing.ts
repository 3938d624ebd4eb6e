import type { SsoDomain } from "../src/call-types.ts";
import type { SsoOptions } from "../src/options.ts";
import { startWithProvider } from "./providers.ts";

/** Starts an app where Acme's provider has passed a test, so single sign-on can be required. */
export async function startEnforcing(authOptions: object = {}, isTested = true, options: SsoOptions = {}) {
  const it = await startWithProvider(options, authOptions);
  await it.register();
  /** Runs a test of the provider, which passes with the usual claims. */
  const passTest = async (claims: object = {}, providerId = "acme-idp") => {
    const { browser } = it.olga;
    const { body } = await browser.post<{ url: string }>("/sso/test-provider", { providerId });
    return it.finish(
      browser,
      body.url,
      { claims: { sub: "sub-olga", email: "olga@acme.test", ...claims } },
      providerId,
    );
  };
  const enforce = async (input: object = {}) => {
    const { status, body } = await it.olga.browser.post<SsoDomain & { readonly code?: string }>(
      "/sso/set-enforcement",
      {
        ...{ domain: "acme.test", enforcement: "required" },
        ...input,
      },
    );
    return { status, ...body };
  };
  const signUp = async (name: string, domain = "acme.test") => {
    const browser = it.browser();
    const { body } = await browser.signUp(`${name}@${domain}`);
    return { browser, id: body.user?.id ?? "" };
  };
  if (isTested) await passTest();
  return { ...it, passTest, enforce, signUp };
}
