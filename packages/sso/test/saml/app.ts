import { inflateRawSync } from "node:zlib";
import type { TestBrowser } from "@latchkey/test-kit";
import type { RegisteredSsoProvider } from "../../src/call-types.ts";
import type { SsoOptions } from "../../src/options.ts";
import { startSso } from "../app.ts";
import { idpKeys, parts, post, type ResponseParts, responseXml, sign } from "./identity-provider.ts";

/** Starts an app where Acme has verified acme.test, and its SAML provider is `acme-saml`. */
export async function startWithSaml(authOptions: object = {}, samlConfig: object = {}, options: SsoOptions = {}) {
  const it = await startSso(options, { clock: () => new Date(), ...authOptions });
  await it.prove("acme.test");
  const issuer = "https://idp.test/metadata";
  const register = async (input: object = {}, { browser } = it.olga) => {
    const { status, body } = await browser.post<RegisteredSsoProvider & { readonly code?: string }>("/sso/register", {
      providerId: "acme-saml",
      issuer,
      domain: "acme.test",
      samlConfig: { entryPoint: "https://idp.test/sso?tenant=1", cert: idpKeys.certificate, ...samlConfig },
      ...input,
    });
    return { status, ...body };
  };
  const provider = await register();
  /** Starts a sign-in, and returns the request that the identity provider gets. */
  const begin = async (browser: TestBrowser, providerId = "acme-saml", input: object = {}) => {
    const { body } = await browser.post<{ url: string }>("/sign-in/sso", { callbackURL: "/app", providerId, ...input });
    return requestOf(new URL(body.url));
  };
  /** Returns the contents of the request in a URL. */
  const requestOf = (url: URL) => {
    const xml = inflateRawSync(Buffer.from(url.searchParams.get("SAMLRequest") ?? "", "base64")).toString();
    const attribute = (name: string) => new RegExp(` ${name}="([^"]+)"`).exec(xml)?.[1] ?? "";
    return {
      url,
      xml,
      relayState: url.searchParams.get("RelayState") ?? "",
      requestId: attribute("ID"),
      acsUrl: attribute("AssertionConsumerServiceURL"),
      audience: /<saml:Issuer>([^<]+)/.exec(xml)?.[1]?.replaceAll("&amp;", "&") ?? "",
    };
  };
  type Begun = Awaited<ReturnType<typeof begin>>;
  /** Returns the identity provider's response to a request, as the fields of its form. */
  const answer = ({ requestId, acsUrl, audience, relayState }: Begun, changes: Partial<ResponseParts> = {}) => {
    const said = { inResponseTo: requestId, recipient: acsUrl, destination: acsUrl, audience, ...changes };
    const xml = sign(responseXml(parts({ issuer, ...said })), "Assertion");
    return { SAMLResponse: post(xml), RelayState: relayState };
  };
  /** Posts a form like the identity provider's page, from its origin and without the browser's cookies. */
  const deliver = async (form: Record<string, string>, providerId = "acme-saml") => {
    const reply = await it.auth.handler(
      new Request(`http://app.test/api/auth/sso/saml2/sp/acs/${providerId}`, {
        method: "POST",
        headers: { origin: "https://idp.test", "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams(form),
      }),
    );
    const location = new URL(reply.headers.get("location") ?? "http://none.test", "http://app.test");
    const cookies = reply.headers.getSetCookie();
    return { status: reply.status, location, error: location.searchParams.get("error"), cookies };
  };
  /** Follows the redirect with the ticket. Returns the path or the error that the browser ends up with. */
  const redeem = async (browser: TestBrowser, location: URL) => {
    const reply = await browser.get(`${location.pathname.replace("/api/auth", "")}${location.search}`);
    const next = new URL(reply.headers.get("location") ?? "http://none.test", "http://app.test");
    return next.searchParams.get("error") ?? next.pathname;
  };
  const signIn = async (changes: Partial<ResponseParts> = {}, browser = it.browser(), providerId = "acme-saml") => {
    const { location, error } = await deliver(answer(await begin(browser, providerId), changes), providerId);
    return { browser, outcome: error ?? (await redeem(browser, location)) };
  };
  const userOf = async (browser: TestBrowser) =>
    (
      await browser.get<{ user: { id: string; email: string; name: string; emailVerified: boolean } } | null>(
        "/get-session",
      )
    ).body?.user ?? null;
  return { ...it, issuer, provider, register, begin, requestOf, answer, deliver, redeem, signIn, userOf };
}
