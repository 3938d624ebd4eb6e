import { expect, test } from "vitest";
import { sso } from "./plugin.ts";

test.each([
  ["defaultSSO", { defaultSSO: [] }, "auth.api.registerSSOProvider"],
  ["organizationProvisioning", { organizationProvisioning: { defaultRole: "admin" } }, "defaultRole"],
  ["provisionUser", { provisionUser: () => {} }, "databaseHooks"],
  ["trustEmailVerified", { trustEmailVerified: true }, "verified domain"],
  ["domainVerification.enabled", { domainVerification: { enabled: true, tokenPrefix: "acme" } }, "Remove the option"],
  ["saml.enableSingleLogout", { saml: { enableSingleLogout: false } }, "samlConfig.logoutUrl"],
])("better-auth's option %s is rejected with what to use instead", (path, options, instead) => {
  expect(() => sso(options as object)).toThrow(`sso.${path} isn't an option.`);
  expect(() => sso(options as object)).toThrow(instead);
});

test("a misspelled option is rejected", () => {
  const options = { saml: { allowIdpInitated: true } };
  expect(() => sso(options as object)).toThrow(
    'sso.saml.allowIdpInitated isn\'t an option. Did you mean "allowIdpInitiated"?',
  );
});
