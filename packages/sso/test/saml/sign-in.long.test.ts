/** Tests sign-in with an organization's SAML provider over HTTP. */

import { admin } from "@latchkey/admin";
import type { ServerCalls } from "@latchkey/core/plugin";
import { memberTable, organization } from "@latchkey/organization";
import { plainPasswords } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { type TwoFactorCalls, twoFactor } from "@latchkey/two-factor";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sso } from "../../src/plugin.ts";
import { authnContextClaim } from "../../src/saml-sign-in/multi-factor.ts";
import { startWithSaml } from "./app.ts";
import { attackerKeys, type ResponseParts } from "./identity-provider.ts";

describe("a sign-in", () => {
  test("creates a verified user who is a member of the organization, and the next one signs in the same user", async () => {
    const it = await startWithSaml();
    const first = await it.signIn({ attributes: [["displayName", ["Ann Lee"]]] });
    expect(first.outcome).toBe("/app");
    const user = await it.userOf(first.browser);
    expect(user).toMatchObject({ email: "ann@acme.test", name: "Ann Lee", emailVerified: true });
    const where = { organizationId: it.acme, userId: user?.id ?? "" };
    expect(await it.auth.$context.db.findOne(memberTable, { where })).toMatchObject({ role: "member" });
    const second = await it.signIn({ email: "ann.lee@acme.test" });
    expect(await it.userOf(second.browser)).toMatchObject({ id: user?.id });
  });

  test("sends a signed request that contains no more than necessary, and the app's metadata is published", async () => {
    const it = await startWithSaml();
    const { url, xml } = await it.begin(it.browser());
    expect(url.origin + url.pathname).toBe("https://idp.test/sso");
    expect([...url.searchParams.keys()]).toEqual(["tenant", "SAMLRequest", "RelayState", "SigAlg", "Signature"]);
    expect(xml).toContain('Destination="https://idp.test/sso?tenant=1"');
    const metadata = await it.browser().get<string>("/sso/saml2/sp/metadata?providerId=acme-saml");
    expect(metadata.headers.get("content-type")).toBe("application/samlmetadata+xml");
    expect(await it.browser().get("/sso/saml2/sp/metadata?providerId=other")).toMatchObject({ status: 404 });
  });

  test("shows the provider's certificates, and none of the app's keys", async () => {
    const { provider } = await startWithSaml();
    expect(provider).toMatchObject({ status: 200, type: "saml", oidcConfig: null });
    expect(provider.samlConfig?.certificate).toHaveLength(1);
    expect(JSON.stringify(provider)).not.toContain("PRIVATE KEY");
  });
});

test("with trustProviderMfa, users are asked for a second factor only if the provider hasn't checked one", async () => {
  const plugins = [sso({ trustProviderMfa: true }), organization(), admin(), twoFactor()];
  const it = await startWithSaml({ plugins, emailAndPassword: { enabled: true, password: plainPasswords } });
  const { browser } = await it.signIn();
  const { body } = await browser.post<{ totpURI: string }>("/two-factor/enable", {});
  const secret = new URL(body.totpURI).searchParams.get("secret") ?? "";
  const { code } = await (it.auth.api as unknown as ServerCalls<TwoFactorCalls>).generateTOTP({ body: { secret } });
  expect((await browser.post("/two-factor/verify-totp", { code })).status).toBe(200);
  const enter = async (changes: Partial<ResponseParts>) =>
    (await it.userOf((await it.signIn(changes)).browser)) !== null;
  expect(await enter({ authnContext: "https://refeds.org/profile/mfa" })).toBe(true);
  expect(await enter({})).toBe(false);
  // An attribute can't replace the statement.
  expect(await enter({ attributes: [[authnContextClaim, ["https://refeds.org/profile/mfa"]]] })).toBe(false);
});

describe("the end of the identity provider's session", () => {
  test("ends the app's session, which isn't extended beyond it", async () => {
    let passed = 0;
    const it = await startWithSaml({ clock: () => new Date(Date.now() + passed) });
    const day = 86_400_000;
    const end = new Date(Math.floor(Date.now() / 1000) * 1000 + 8 * day);
    const { browser } = await it.signIn({ sessionNotOnOrAfter: end });
    const other = await it.signIn({ nameId: "user-18", email: "bob@acme.test" });
    const expiry = async (one = browser) =>
      (await one.get<{ session: { expiresAt: string } } | null>("/get-session")).body?.session.expiresAt;
    passed = 4 * day;
    expect(await expiry()).toBe(end.toISOString());
    expect(new Date((await expiry(other.browser)) ?? 0).getTime()).toBeGreaterThan(end.getTime());
    passed = 8 * day + 1000;
    expect(await expiry()).toBeUndefined();
    expect(await expiry(other.browser)).toBeDefined();
  });

  test("must be in the future, or there's no session", async () => {
    const it = await startWithSaml();
    const sessionNotOnOrAfter = new Date(Date.now() - 2000);
    expect((await it.signIn({ sessionNotOnOrAfter })).outcome).toBe("saml_assertion_expired");
  });
});

test("a link at the identity provider starts a sign-in with a request of this app", async () => {
  const it = await startWithSaml();
  const ann = it.browser();
  const reply = await ann.get(`/sso/initiate/acme-saml?target_link_uri=/reports`);
  const url = new URL(reply.headers.get("location") ?? "");
  expect(url.origin + url.pathname).toBe("https://idp.test/sso");
  const { location } = await it.deliver(it.answer(it.requestOf(url)));
  const done = await ann.get(`${location.pathname.replace("/api/auth", "")}${location.search}`);
  expect(done.headers.get("location")).toBe("http://app.test/reports");
  expect(await it.userOf(ann)).toMatchObject({ email: "ann@acme.test" });
  // Without a request, nothing that the identity provider sends signs anyone in.
  const unsolicited = it.answer(it.requestOf(url), { inResponseTo: undefined });
  for (const RelayState of [unsolicited.RelayState, "", "/reports"]) {
    expect((await it.deliver({ ...unsolicited, RelayState })).error).toBe("saml_in_response_to_mismatch");
  }
});

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("every call stays within its query budget", async () => {
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
    // Signs in a new user, and then the same user again.
    for (const browser of [it.browser(), it.browser()]) {
      const begun = await cost("signInSSO", () => it.begin(browser));
      const { location } = await cost("samlResponse", () => it.deliver(it.answer(begun)));
      expect(await cost("samlCallback", () => it.redeem(browser, location))).toBe("/app");
    }
    await cost("samlMetadata", () => it.browser().get("/sso/saml2/sp/metadata?providerId=acme-saml"));
    const rotate = { providerId: "acme-saml", step: "add" };
    await cost("rotateSSOKeys", () => it.olga.browser.post("/sso/rotate-keys", rotate));
    const update = { providerId: "acme-saml", samlConfig: { cert: attackerKeys.certificate } };
    await cost("updateSSOProvider", () => it.olga.browser.post("/sso/update-provider", update));
  });
});
