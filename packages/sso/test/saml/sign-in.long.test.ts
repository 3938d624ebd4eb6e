/** Sign-in with an organization's SAML provider, over HTTP. */

import { X509Certificate } from "node:crypto";
import { memberTable } from "@latchkey/organization";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ssoProviderTable } from "../../src/tables.ts";
import { startWithSaml } from "./app.ts";
import { attackerKeys, createKeys, idpKeys, parts, post, responseXml, sign } from "./identity-provider.ts";

/** The metadata of an identity provider. */
function idpMetadata(entityId: string): string {
  const certificate = idpKeys.certificate.replace(/-----.*-----|\s/g, "");
  return `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
    <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
      <md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>
        <ds:X509Certificate>${certificate}</ds:X509Certificate>
      </ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
      <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.test/redirect"/>
    </md:IDPSSODescriptor>
  </md:EntityDescriptor>`;
}

describe("a sign-in", () => {
  test("creates a verified user who is a member of the organization, and the next one signs in the same user", async () => {
    const it = await startWithSaml();
    const first = await it.signIn({ attributes: [["displayName", ["Ann Lee"]]] });
    expect(first.outcome).toBe("/app");
    const user = await it.userOf(first.browser);
    expect(user).toMatchObject({ email: "ann@acme.test", name: "Ann Lee", emailVerified: true });
    const where = { organizationId: it.acme, userId: user?.id ?? "" };
    expect(await it.auth.$context.db.findOne(memberTable as never, { where } as never)).toMatchObject({
      role: "member",
    });
    const second = await it.signIn({ email: "ann.lee@acme.test" });
    expect(await it.userOf(second.browser)).toMatchObject({ id: user?.id });
  });

  test("sends a signed request that names no more than it must, and the app's metadata has the key", async () => {
    const it = await startWithSaml();
    const { url, xml } = await it.begin(it.browser());
    expect(url.origin + url.pathname).toBe("https://idp.test/sso");
    expect([...url.searchParams.keys()]).toEqual(["tenant", "SAMLRequest", "RelayState", "SigAlg", "Signature"]);
    expect(xml).toContain('Destination="https://idp.test/sso?tenant=1"');
    const metadata = await it.browser().get<string>("/sso/saml2/sp/metadata?providerId=acme-saml");
    expect(metadata.headers.get("content-type")).toBe("application/samlmetadata+xml");
    expect(await it.browser().get("/sso/saml2/sp/metadata?providerId=other")).toMatchObject({ status: 404 });
  });

  test("shows certificates of the provider, and no key of the app", async () => {
    const { provider } = await startWithSaml();
    expect(provider).toMatchObject({ status: 200, type: "saml", oidcConfig: null });
    expect(provider.samlConfig?.certificate).toHaveLength(1);
    expect(JSON.stringify(provider)).not.toContain("PRIVATE KEY");
  });
});

describe("a response", () => {
  test("SAML-06: works once per provider, and the same ID of another provider is another assertion", async () => {
    const it = await startWithSaml();
    const form = it.answer(await it.begin(it.browser()), { assertionId: "_same" });
    expect((await it.deliver(form)).error).toBeNull();
    expect((await it.deliver(form)).error).toBe("replay_detected");
    await it.register({ providerId: "acme-2" });
    expect((await it.signIn({ assertionId: "_same" }, it.browser(), "acme-2")).outcome).toBe("/app");
  });

  test("SAML-08: signs in no other browser, and its ticket neither", async () => {
    const it = await startWithSaml();
    const attacker = it.browser();
    const victim = it.browser();
    await it.begin(victim);
    const { location, cookies, status } = await it.deliver(it.answer(await it.begin(attacker)));
    expect({ cookies, status }).toEqual({ cookies: [], status: 303 });
    expect(await it.redeem(victim, location)).toBe("please_restart_the_process");
    expect(await it.redeem(it.browser(), location)).toBe("please_restart_the_process");
    expect(await it.userOf(victim)).toBeNull();
    // It's still good for the browser that it belongs to, once.
    expect(await it.redeem(attacker, location)).toBe("/app");
    expect(await it.redeem(attacker, location)).toBe("please_restart_the_process");
  });

  test("SAML-08: can't be combined with another sign-in's state or ticket", async () => {
    const it = await startWithSaml();
    const [browser, other] = [it.browser(), it.browser()];
    const begun = await it.begin(browser);
    const form = it.answer(await it.begin(other), { nameId: "user-2", email: "bob@acme.test" });
    expect((await it.deliver({ ...form, RelayState: begun.relayState })).error).toBe("saml_in_response_to_mismatch");
    const { location } = await it.deliver(form);
    location.searchParams.set("state", begun.relayState);
    expect(await it.redeem(browser, location)).toBe("please_restart_the_process");
    expect(await it.userOf(browser)).toBeNull();
  });

  test("SAML-09: can't be for an email outside of the organization's domains", async () => {
    const it = await startWithSaml();
    expect((await it.signIn({ email: "eve@other.test" })).outcome).toBe("domain_not_allowed");
    expect((await it.signIn({ email: "ann@sub.acme.test" })).outcome).toBe("domain_not_allowed");
    expect((await it.signIn({ email: "" })).outcome).toBe("email_not_found");
  });

  test("SAML-12: can't lead elsewhere, whatever its RelayState is, and what else comes with it", async () => {
    const it = await startWithSaml();
    const browser = it.browser();
    const begun = await it.begin(browser);
    for (const RelayState of ["https://evil.test", "//evil.test", "", begun.relayState.slice(1)]) {
      const { location, error } = await it.deliver({ ...it.answer(begun), RelayState });
      expect({ origin: location.origin, error }).toEqual({
        origin: "http://app.test",
        error: "saml_in_response_to_mismatch",
      });
      expect(await it.redeem(browser, location)).toBe("please_restart_the_process");
    }
    const elsewhere = { callbackURL: "https://evil.test", errorCallbackURL: "//evil.test" };
    const { location } = await it.deliver({ ...it.answer(begun), ...elsewhere });
    for (const [name, value] of Object.entries(elsewhere)) location.searchParams.set(name, value);
    const reply = await browser.get(`${location.pathname.replace("/api/auth", "")}${location.search}`);
    expect(reply.headers.get("location")).toBe("http://app.test/app");
  });

  test.each([
    ["callbackURL", "INVALID_CALLBACK_URL"],
    ["errorCallbackURL", "INVALID_ERROR_CALLBACK_URL"],
    ["newUserCallbackURL", "INVALID_NEW_USER_CALLBACK_URL"],
  ])("SAML-12: a sign-in can't be started with a %s elsewhere", async (field, code) => {
    const it = await startWithSaml();
    for (const url of ["https://evil.test", "//evil.test", "/\\evil.test", "javascript:alert(1)"]) {
      const started = await it.browser().post("/sign-in/sso", { providerId: "acme-saml", [field]: url });
      expect(started).toMatchObject({ status: 403, body: { code } });
    }
    const link = "/sso/initiate/acme-saml?target_link_uri=https://evil.test";
    expect(await it.browser().get(link)).toMatchObject({ status: 403, body: { code: "INVALID_CALLBACK_URL" } });
  });

  test("SAML-12: a callback URL whose origin is no longer trusted isn't redirected to", async () => {
    const trustedOrigins = ["https://partner.test"];
    const it = await startWithSaml({ trustedOrigins: () => trustedOrigins });
    const browser = it.browser();
    const begun = await it.begin(browser, "acme-saml", { callbackURL: "https://partner.test/app" });
    trustedOrigins.length = 0;
    const { location } = await it.deliver(it.answer(begun));
    expect(await it.redeem(browser, location)).toBe("no_callback_url");
    expect(await it.userOf(browser)).toBeNull();
  });

  test("with an error leads to the errorCallbackURL, in the browser that started the sign-in", async () => {
    const it = await startWithSaml();
    const browser = it.browser();
    const begun = await it.begin(browser, "acme-saml", { errorCallbackURL: "/sign-in" });
    const { location, status } = await it.deliver(it.answer(begun, { audience: "https://another-app.test" }));
    expect(status).toBe(303);
    const follow = async (one: typeof browser) => {
      const reply = await one.get(`${location.pathname.replace("/api/auth", "")}${location.search}`);
      return reply.headers.get("location");
    };
    expect(await follow(it.browser())).toBe("http://app.test/api/auth/error?error=please_restart_the_process");
    expect(await follow(browser)).toBe("http://app.test/sign-in?error=saml_audience_mismatch");
  });

  test("SAML-11: is rejected with the reason if it's unsigned, forged, or not a response at all", async () => {
    const it = await startWithSaml();
    const begun = await it.begin(it.browser());
    const said = {
      inResponseTo: begun.requestId,
      recipient: begun.acsUrl,
      destination: begun.acsUrl,
      audience: begun.audience,
    };
    const xml = responseXml(parts(said));
    const errorOf = async (SAMLResponse: string) =>
      (await it.deliver({ SAMLResponse, RelayState: begun.relayState })).error;
    expect(await errorOf(post(xml))).toBe("saml_assertion_signature_required");
    expect(await errorOf(post(sign(xml, "Assertion", { keys: attackerKeys })))).toBe("saml_signature_invalid");
    expect(await errorOf("%%%")).toBe("saml_invalid_encoding");
    expect(await errorOf(post(`<a>${"x".repeat(300_000)}</a>`))).toBe("saml_invalid_xml");
  });

  test("SAML-13: is rejected once its certificate was removed, and the new one works while accounts exist", async () => {
    const it = await startWithSaml();
    expect((await it.signIn()).outcome).toBe("/app");
    const update = (cert: readonly string[]) =>
      it.olga.browser.post("/sso/update-provider", { providerId: "acme-saml", samlConfig: { cert } });
    expect(await update([attackerKeys.certificate, idpKeys.certificate])).toMatchObject({ status: 200 });
    expect((await it.signIn()).outcome).toBe("/app");
    await update([attackerKeys.certificate]);
    expect((await it.signIn()).outcome).toBe("saml_signature_invalid");
    const row = { where: { providerId: "acme-saml" } };
    const stored = await it.auth.$context.db.findOne(ssoProviderTable, row);
    const { validTo } = new X509Certificate(attackerKeys.certificate);
    expect(stored?.certificatesExpireAt).toEqual(new Date(validTo));
    const other = { providerId: "acme-saml", issuer: "https://another-idp.test" };
    expect(await it.olga.browser.post("/sso/update-provider", other)).toMatchObject({ status: 409 });
  });

  test("is rejected after the provider was turned off or deleted", async () => {
    const it = await startWithSaml();
    const browser = it.browser();
    const { location } = await it.deliver(it.answer(await it.begin(browser)));
    await it.olga.browser.post("/sso/update-provider", { providerId: "acme-saml", enabled: false });
    expect(await it.redeem(browser, location)).toBe("oauth_provider_not_found");
  });
});

describe("registering a SAML provider", () => {
  test.each([
    ["no certificate", { entryPoint: "https://idp.test/sso" }, "SAML_INVALID_CERTIFICATE"],
    ["no URL", { cert: createKeys().certificate }, "SAML_INVALID_METADATA"],
    [
      "a script as its URL",
      { cert: createKeys().certificate, entryPoint: "javascript:alert(1)" },
      "SAML_INVALID_METADATA",
    ],
    [
      "a weak key",
      { cert: createKeys({ bits: 1024 }).certificate, entryPoint: "https://idp.test" },
      "SAML_INVALID_CERTIFICATE",
    ],
    ["metadata that isn't any", { idpMetadata: { metadata: "<a/>" } }, "SAML_INVALID_METADATA"],
    [
      "metadata of another issuer",
      { idpMetadata: { metadata: idpMetadata("https://other-idp.test") } },
      "SAML_INVALID_METADATA",
    ],
  ])("fails with %s", async (_, samlConfig, code) => {
    const it = await startWithSaml();
    expect(await it.register({ providerId: "another", samlConfig })).toMatchObject({ status: 400, code });
  });
});

test("a SAML provider can be registered with its metadata, and needs no OpenID Connect configuration beside it", async () => {
  const it = await startWithSaml();
  const samlConfig = { idpMetadata: { metadata: idpMetadata(it.issuer) } };
  const made = await it.register({ providerId: "another", samlConfig });
  expect(made).toMatchObject({ status: 200, samlConfig: { entryPoint: "https://idp.test/redirect" } });
  expect((await it.signIn({}, it.browser(), "another")).outcome).toBe("/app");
  const oidcConfig = { clientId: "c", clientSecret: "s" };
  for (const wrong of [{ samlConfig: undefined }, { samlConfig, oidcConfig }])
    expect(await it.register({ providerId: "third", ...wrong })).toMatchObject({
      status: 400,
      code: "VALIDATION_ERROR",
    });
});

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("every call sends at most the queries that it declares", async () => {
    const it = await startWithSaml({ database: opened.database });
    const { endpoints } = it.auth.$context.extensions;
    const cost = async <T>(id: string, run: () => Promise<T>): Promise<T> => {
      opened.statements.length = 0;
      const result = await run();
      const own = opened.statements.filter(
        ({ kind, table }) => kind !== "transaction" && !["audit", "outbox"].includes(table ?? ""),
      );
      const most = endpoints[id]?.queryBudget ?? -1;
      expect([id, own.length]).toEqual([id, Math.min(own.length, most)]);
      return result;
    };
    // A new user, and the same one again.
    for (const browser of [it.browser(), it.browser()]) {
      const begun = await cost("signInSSO", () => it.begin(browser));
      const { location } = await cost("samlResponse", () => it.deliver(it.answer(begun)));
      expect(await cost("samlCallback", () => it.redeem(browser, location))).toBe("/app");
    }
    await cost("samlMetadata", () => it.browser().get("/sso/saml2/sp/metadata?providerId=acme-saml"));
    const update = { providerId: "acme-saml", samlConfig: { cert: attackerKeys.certificate } };
    await cost("updateSSOProvider", () => it.olga.browser.post("/sso/update-provider", update));
  });

  test("SAML-06: of 20 concurrent deliveries of one response, one gets a ticket, and of 20 redemptions one signs in", async () => {
    const it = await startWithSaml({ database: opened.database });
    const browser = it.browser();
    const form = it.answer(await it.begin(browser));
    const delivered = await Promise.all(Array.from({ length: 20 }, () => it.deliver(form)));
    const winners = delivered.filter(({ error }) => error === null);
    expect(winners).toHaveLength(1);
    expect(new Set(delivered.map(({ error }) => error))).toEqual(new Set([null, "replay_detected"]));
    const location = winners[0]?.location ?? new URL("http://none.test");
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => it.redeem(browser, location)));
    expect(outcomes.filter((outcome) => outcome === "/app")).toHaveLength(1);
  });
});
