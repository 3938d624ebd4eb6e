/** Tests registering a SAML provider. */

import { describe, expect, test } from "vitest";
import { startWithSaml } from "./app.ts";
import { createKeys, idpKeys } from "./identity-provider.ts";
import { idpMetadata as metadataOf } from "./metadata.ts";

const idpMetadata = (entityId: string) => metadataOf({ entityId, certificates: [idpKeys.certificate] });

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

test("a SAML provider can be registered with its metadata, and needs no OpenID Connect configuration", async () => {
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
