/** Tests which of a SAML provider's responses sign a user in, and where they lead. */

import { X509Certificate } from "node:crypto";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ssoProviderTable } from "../../src/tables.ts";
import { startWithSaml } from "./app.ts";
import { attackerKeys, idpKeys, parts, post, responseXml, sign } from "./identity-provider.ts";

describe("a response", () => {
  test("SAML-06: works once per provider, and the same ID from another provider is a different assertion", async () => {
    const it = await startWithSaml();
    const form = it.answer(await it.begin(it.browser()), { assertionId: "_same" });
    expect((await it.deliver(form)).error).toBeNull();
    expect((await it.deliver(form)).error).toBe("replay_detected");
    await it.register({ providerId: "acme-2" });
    expect((await it.signIn({ assertionId: "_same" }, it.browser(), "acme-2")).outcome).toBe("/app");
  });

  test("SAML-08: can't complete the sign-in in another browser, and neither can its ticket", async () => {
    const it = await startWithSaml();
    const attacker = it.browser();
    const victim = it.browser();
    await it.begin(victim);
    const { location, cookies, status } = await it.deliver(it.answer(await it.begin(attacker)));
    expect({ cookies, status }).toEqual({ cookies: [], status: 303 });
    expect(await it.redeem(victim, location)).toBe("please_restart_the_process");
    expect(await it.redeem(it.browser(), location)).toBe("please_restart_the_process");
    expect(await it.userOf(victim)).toBeNull();
    // It still works once in its own browser.
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

  test("SAML-12: can't lead elsewhere, regardless of its RelayState and other parameters", async () => {
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

  test("SAML-12: doesn't redirect to a callback URL whose origin is no longer trusted", async () => {
    const trustedOrigins = ["https://partner.test"];
    const it = await startWithSaml({ trustedOrigins: () => trustedOrigins });
    const browser = it.browser();
    const begun = await it.begin(browser, "acme-saml", { callbackURL: "https://partner.test/app" });
    trustedOrigins.length = 0;
    const { location } = await it.deliver(it.answer(begun));
    expect(await it.redeem(browser, location)).toBe("no_callback_url");
    expect(await it.userOf(browser)).toBeNull();
  });

  test("leads to the errorCallbackURL in the browser that started the sign-in if it has an error", async () => {
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

  test("SAML-13: is rejected once its certificate is removed, and the new certificate works even if accounts exist", async () => {
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

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("SAML-06: one of 20 concurrent deliveries of one response gets a ticket, and one of 20 redemptions signs in", async () => {
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
