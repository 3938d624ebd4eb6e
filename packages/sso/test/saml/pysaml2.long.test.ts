/** Tests a sign-in and a logout with PySAML2 as the identity provider. Needs Debian's python3-pysaml2 and xmlsec1. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readResponse } from "../../src/saml/assertion.ts";
import { readIdpMetadata } from "../../src/saml/idp-metadata.ts";
import { redirectURL } from "../../src/saml/redirect.ts";
import { createAuthnRequest, createMessageId } from "../../src/saml/request.ts";
import { createSpMetadata } from "../../src/saml/sp-metadata.ts";
import { encryptedResponse } from "./attacks.ts";
import {
  assertionXml,
  expected,
  idpKeys,
  parts,
  post,
  responseKeys,
  responseXml,
  sign,
  spKeys,
} from "./identity-provider.ts";
import { hasPySaml2, runXmlsec, startPySaml2 } from "./pysaml2.ts";

const pem = (keys: typeof idpKeys) => keys.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const sloUrl = "https://app.test/api/auth/sso/saml2/sp/slo/acme";
const idp = {
  entityId: expected.issuer,
  privateKey: pem(idpKeys),
  certificate: idpKeys.certificate,
  ssoUrl: "https://idp.test/sso",
  sloUrl: "https://idp.test/slo",
};
const sp = {
  spCertificate: spKeys.certificate,
  spMetadata: createSpMetadata({
    entityId: expected.audience,
    acsUrl: expected.acsUrl,
    sloUrl,
    certificates: [spKeys.certificate],
  }),
};

const isThere = hasPySaml2();
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "latchkey-saml-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams);

describe.skipIf(!isThere)("PySAML2 as the identity provider (python3-pysaml2)", () => {
  let python: ReturnType<typeof startPySaml2>;
  let metadata = "";
  beforeAll(async () => {
    python = startPySaml2();
    metadata = (await python.run<{ metadata: string }>({ ...idp, do: "metadata" })).metadata;
  });
  afterAll(() => python.stop());

  test("has metadata that can be imported", () => {
    expect(readIdpMetadata(metadata, new Date())).toMatchObject({
      entityId: idp.entityId,
      ssoUrl: idp.ssoUrl,
      sloUrl: idp.sloUrl,
      wantsSignedRequests: true,
      certificates: [{ base64: responseKeys().certificates[0]?.base64 }],
    });
  });

  test.each([
    ["the assertion", { signResponse: false, signAssertion: true, strong: false }],
    ["the response", { signResponse: true, signAssertion: false, strong: false }],
    ["both, with SHA-512", { signResponse: true, signAssertion: true, strong: true }],
  ])("accepts a signed request, and answers with a response that signs %s", async (_, signing) => {
    const requestId = createMessageId();
    const { ssoUrl } = readIdpMetadata(metadata, new Date());
    const xml = createAuthnRequest({
      id: requestId,
      now: new Date(),
      destination: ssoUrl,
      issuer: expected.audience,
      acsUrl: expected.acsUrl,
      nameIdFormat: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
    });
    const url = redirectURL({
      destination: ssoUrl,
      parameter: "SAMLRequest",
      xml,
      relayState: "Kf4xZ7w_state-1",
      privateKey: spKeys.privateKey,
    });
    const answer = await python.run<{ isSigned: boolean; requestId: string; response: string }>({
      ...idp,
      ...sp,
      ...signing,
      do: "login",
      query: queryOf(url),
      nameId: "user-17",
      attributes: { mail: ["ann@acme.test"], givenName: ["Ann"], eduPersonAffiliation: ["staff", "R&D <ops>"] },
    });
    expect(answer).toMatchObject({ isSigned: true, requestId });
    const identity = readResponse(post(answer.response), responseKeys(), { ...expected, requestId });
    expect(identity.nameId.value).toBe("user-17");
    expect([...identity.attributes.values()]).toEqual(
      expect.arrayContaining([["ann@acme.test"], ["Ann"], ["staff", "R&D <ops>"]]),
    );
  });
});

describe.skipIf(!isThere)("xmlsec1", () => {
  test.each(["aes256-gcm", "aes128-gcm"])("encrypts an assertion with %s that can be read", (algorithm) => {
    const gcm = algorithm.startsWith("aes256") ? 256 : 128;
    const p = parts();
    const assertion = file("assertion.xml", sign(assertionXml(p), "Assertion"));
    const template = file(
      "template.xml",
      /<xenc:EncryptedData.*<\/xenc:EncryptedData>/
        .exec(encryptedResponse())?.[0]
        .replace(/aes256-gcm/, algorithm)
        .replace(/(<xenc:CipherValue>)[^<]*/g, "$1") ?? "",
    );
    const encrypted = runXmlsec([
      "--encrypt",
      "--pubkey-cert-pem",
      file("sp.crt", spKeys.certificate),
      "--session-key",
      `aes-${gcm}`,
      "--xml-data",
      assertion,
      template,
    ]);
    const data = encrypted.replace(/^<\?xml[^>]*>/, "").trim();
    const wrapped = `<saml:EncryptedAssertion>${data}</saml:EncryptedAssertion>`;
    const identity = readResponse(post(responseXml(p, wrapped)), responseKeys(), expected);
    expect(identity.nameId.value).toBe("user-17");
  });

  test("verifies the signatures that the tests' forged responses are based on", () => {
    const path = file("signed.xml", sign(responseXml(parts()), "Assertion"));
    const id = ["--id-attr:ID", "urn:oasis:names:tc:SAML:2.0:assertion:Assertion"];
    runXmlsec(["--verify", "--pubkey-cert-pem", file("idp.crt", idpKeys.certificate), ...id, path]);
  });
});
