/** A realm whose metadata, responses, and logout requests look like Keycloak's. */

import { memberTable } from "@latchkey/organization";
import { expect, test } from "vitest";
import { startWithSaml } from "./app.ts";
import { post } from "./identity-provider.ts";
import { keycloakLogout, keycloakMetadata, keycloakResponse, realm } from "./keycloak.ts";

test("a realm is registered with its metadata, signs a user in with a role, and logs them out", async () => {
  const { auth, acme, browser, register, begin, deliver, redeem, userOf } = await startWithSaml();
  const registered = await register({
    providerId: "acme-keycloak",
    issuer: realm,
    samlConfig: { idpMetadata: { metadata: keycloakMetadata() } },
    roleMapping: [{ claim: "groups", equals: "/app-admins", role: "admin" }],
  });
  expect(registered).toMatchObject({
    status: 200,
    samlConfig: { entryPoint: `${realm}/protocol/saml`, logoutUrl: `${realm}/protocol/saml` },
  });
  const ann = browser();
  const begun = await begin(ann, "acme-keycloak");
  expect(`${begun.url.origin}${begun.url.pathname}`).toBe(`${realm}/protocol/saml`);
  const xml = keycloakResponse({ ...begun, email: "ann@acme.test", groups: ["/staff", "/app-admins"] });
  expect(xml.match(/<ds:KeyName>/g)).toHaveLength(2);
  const { location, error } = await deliver({ SAMLResponse: post(xml), RelayState: begun.relayState }, "acme-keycloak");
  expect(error).toBeNull();
  expect(await redeem(ann, location)).toBe("/app");
  const user = await userOf(ann);
  expect(user).toMatchObject({ email: "ann@acme.test", name: "Ann Archer", emailVerified: true });
  const where = { organizationId: acme, userId: user?.id ?? "" };
  expect(await auth.$context.db.findOne(memberTable, { where })).toMatchObject({ role: "admin" });

  const sloUrl = "http://app.test/api/auth/sso/saml2/sp/slo/acme-keycloak";
  const reply = await auth.handler(
    new Request(sloUrl, {
      method: "POST",
      headers: { origin: "https://sso.acme.test", "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ SAMLRequest: post(keycloakLogout(sloUrl)), RelayState: "keycloak-state" }),
    }),
  );
  const answer = new URL(reply.headers.get("location") ?? "");
  expect([`${answer.origin}${answer.pathname}`, answer.searchParams.get("RelayState")]).toEqual([
    `${realm}/protocol/saml`,
    "keycloak-state",
  ]);
  expect(answer.searchParams.get("SAMLResponse")).not.toBeNull();
  expect(await userOf(ann)).toBeNull();
});
