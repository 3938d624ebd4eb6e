/** Tests single logout over HTTP with PySAML2 as the identity provider. Needs Debian's python3-pysaml2 and xmlsec1. */

import type { TestBrowser } from "@latchkey/test-kit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWithSaml } from "./app.ts";
import { attackerKeys, idpKeys, type TestKeys } from "./identity-provider.ts";
import { hasPySaml2, startPySaml2 } from "./pysaml2.ts";

const pem = ({ privateKey }: TestKeys) => privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const spSloUrl = "http://app.test/api/auth/sso/saml2/sp/slo/acme-py";

/** A message that PySAML2 sends, as a URL or as a form. */
type Sent = { readonly url: string } | { readonly form: Readonly<Record<string, string>> };

const idp = {
  ...{ entityId: "https://py.test/metadata", ssoUrl: "https://py.test/sso", sloUrl: "https://py.test/slo" },
  ...{ privateKey: pem(idpKeys), certificate: idpKeys.certificate },
};
const isThere = hasPySaml2();
let python: ReturnType<typeof startPySaml2>;
let metadata = "";
beforeAll(async () => {
  if (!isThere) return;
  python = startPySaml2();
  metadata = (await python.run<{ metadata: string }>({ ...idp, do: "metadata" })).metadata;
});
afterAll(() => python?.stop());

/** Starts an app where Acme's identity provider is PySAML2, which has read the app's metadata. */
async function start() {
  const it = await startWithSaml();
  const provider = await it.register({
    ...{ providerId: "acme-py", issuer: idp.entityId, samlConfig: { idpMetadata: { metadata } } },
  });
  expect(provider).toMatchObject({ status: 200, samlConfig: { logoutUrl: idp.sloUrl } });
  const { body: spMetadata } = await it.browser().get<string>("/sso/saml2/sp/metadata?providerId=acme-py");
  const [, base64 = ""] = /<ds:X509Certificate>([^<]+)/.exec(spMetadata) ?? [];
  const spCertificate = `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----`;
  const run = <Result>(task: object, keys: TestKeys = idpKeys): Promise<Result> =>
    python.run<Result>({
      ...{ ...idp, privateKey: pem(keys), certificate: keys.certificate },
      ...{ spMetadata, spCertificate, spSloUrl, ...task },
    });
  /** Signs a user in. Returns their browser, and the index of their session at the identity provider. */
  const enter = async (nameId: string, email: string) => {
    const browser = it.browser();
    const { url, relayState } = await it.begin(browser, "acme-py");
    const { response } = await run<{ response: string }>({
      ...{ do: "login", query: queryOf(url.href), nameId, attributes: { mail: [email], givenName: ["Ann"] } },
      ...{ signResponse: true, signAssertion: true, strong: false },
    });
    const form = { SAMLResponse: Buffer.from(response).toString("base64"), RelayState: relayState };
    const { location } = await it.deliver(form, "acme-py");
    expect(await it.redeem(browser, location)).toBe("/app");
    return { browser, sessionIndex: / SessionIndex="([^"]+)"/.exec(response)?.[1] ?? "" };
  };
  /** Sends the identity provider's message to the app, in a browser without the app's cookies. */
  const deliverLogout = async (sent: Sent, changeForm: (form: Record<string, string>) => object = (form) => form) => {
    const request =
      "url" in sent
        ? new Request(sent.url)
        : new Request(spSloUrl, {
            method: "POST",
            headers: { origin: "https://py.test", "content-type": "application/x-www-form-urlencoded" },
            body: new URLSearchParams({ ...changeForm({ ...sent.form }) }),
          });
    const reply = await it.auth.handler(request);
    const location = reply.headers.get("location") ?? "";
    return { status: reply.status, location, code: location ? null : ((await reply.json()) as { code: string }).code };
  };
  const isSignedIn = async (browser: TestBrowser) => (await it.userOf(browser)) !== null;
  return { ...it, run, enter, deliverLogout, isSignedIn };
}

const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams);

const bindings = ["redirect", "post"] as const;

describe.skipIf(!isThere)("PySAML2 (python3-pysaml2)", () => {
  test.each(bindings)(
    "ends one of a user's sessions and then all of them, with messages sent by %s, and accepts the app's responses",
    async (binding) => {
      const it = await start();
      const [laptop, phone] = [await it.enter("user-17", "ann@acme.test"), await it.enter("user-17", "ann@acme.test")];
      const bob = await it.enter("user-18", "bob@acme.test");
      const logOut = async (sessions: readonly string[]) => {
        const task = { do: "start-logout", binding, nameId: "user-17", sessions, relayState: "their&state=1" };
        const { requestId, ...sent } = await it.run<Sent & { readonly requestId: string }>(task);
        const { status, location } = await it.deliverLogout(sent);
        expect([status, location.split("?")[0]]).toEqual([302, idp.sloUrl]);
        expect(queryOf(location)).toMatchObject({ RelayState: "their&state=1" });
        expect(await it.run({ do: "finish-logout", query: queryOf(location) })).toEqual({
          ...{ isSigned: true, inResponseTo: requestId, isSuccess: true },
          issuer: "http://app.test/api/auth/sso/saml2/sp/metadata?providerId=acme-py",
        });
      };
      const signedIn = () => Promise.all([laptop, phone, bob].map(({ browser }) => it.isSignedIn(browser)));
      expect(await signedIn()).toEqual([true, true, true]);
      await logOut([laptop.sessionIndex]);
      expect(await signedIn()).toEqual([false, true, true]);
      await logOut([]);
      expect(await signedIn()).toEqual([false, false, true]);
    },
  );

  test.each(bindings)("ends the user's session if they sign out in the app, and responds by %s", async (binding) => {
    const it = await start();
    const { browser, sessionIndex } = await it.enter("user-17", "ann@acme.test");
    const { body } = await browser.post<{ url: string }>("/sso/sign-out", { callbackURL: "/bye" });
    expect(await it.isSignedIn(browser)).toBe(false);
    const task = { do: "answer-logout", binding, query: queryOf(body.url) };
    const { isSigned, nameId, sessions, ...sent } = await it.run<Sent & Record<string, unknown>>(task);
    expect({ isSigned, nameId, sessions }).toEqual({ isSigned: true, nameId: "user-17", sessions: [sessionIndex] });
    const done = { status: 302, location: "http://app.test/bye", code: null };
    expect(await it.deliverLogout(sent)).toEqual(done);
    // The response works only once.
    expect(await it.deliverLogout(sent)).toMatchObject({ status: 400, code: "INVALID_LOGOUT_RESPONSE" });
  });

  test.each(bindings)(
    "SAML-11: with another key, can't sign anyone out by %s or respond to a request",
    async (binding) => {
      const it = await start();
      const { browser, sessionIndex } = await it.enter("user-17", "ann@acme.test");
      const request = { do: "start-logout", binding, nameId: "user-17", sessions: [sessionIndex], relayState: "state" };
      const forged = await it.run<Sent>(request, attackerKeys);
      expect(await it.deliverLogout(forged)).toMatchObject({ status: 400, code: "INVALID_LOGOUT_REQUEST" });
      expect(await it.isSignedIn(browser)).toBe(true);
      const { body } = await browser.post<{ url: string }>("/sso/sign-out", { callbackURL: "/bye" });
      const answer = await it.run<Sent>({ do: "answer-logout", binding, query: queryOf(body.url) }, attackerKeys);
      expect(await it.deliverLogout(answer)).toMatchObject({ status: 400, code: "INVALID_LOGOUT_RESPONSE" });
    },
  );
});
