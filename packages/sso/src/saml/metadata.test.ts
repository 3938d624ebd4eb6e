import { X509Certificate } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createKeys, idpKeys } from "../../test/saml/identity-provider.ts";
import { readCertificate, readCertificates } from "./certificates.ts";
import { readIdpMetadata } from "./idp-metadata.ts";
import { createKeyPair } from "./self-signed.ts";
import { createSpMetadata } from "./sp-metadata.ts";
import { attributeOf, descendantsOf, parseXml } from "./xml/document.ts";

const own = readCertificate(idpKeys.certificate);
const other = readCertificate(createKeys().certificate);
const now = new Date();

const key = (base64: string, use = ' use="signing"') =>
  `<KeyDescriptor${use}><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>\n${base64}\n</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`;
const service = (name: string, binding: string, url: string) =>
  `<${name} Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${url}"/>`;
const sso = service("SingleSignOnService", "HTTP-Redirect", "https://idp.test/sso?tenant=1");

function metadata({ keys = key(own.base64), services = sso, attributes = "", entity = "" } = {}): string {
  return `<?xml version="1.0" encoding="utf-8"?><!-- exported --><EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.test" ${entity}><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol" ${attributes}>${keys}${services}</IDPSSODescriptor></EntityDescriptor>`;
}

describe("metadata of an identity provider", () => {
  test("contains its URLs and signing certificates", () => {
    const slo = service("SingleLogoutService", "HTTP-Redirect", "https://idp.test/slo");
    const post = service("SingleSignOnService", "HTTP-POST", "https://idp.test/post");
    const xml = metadata({
      keys: key(own.base64) + key(other.base64, "") + key("AAAA", ' use="encryption"'),
      services: slo + post + sso,
      attributes: 'WantAuthnRequestsSigned="true"',
    });
    expect(readIdpMetadata(xml, now)).toEqual({
      entityId: "https://idp.test",
      ssoUrl: "https://idp.test/sso?tenant=1",
      sloUrl: "https://idp.test/slo",
      certificates: [own, other],
      wantsSignedRequests: true,
    });
  });

  test("can be in a list with one entry, as exported by Keycloak", () => {
    const inner = metadata().replace(/^.*?<EntityDescriptor/, "<EntityDescriptor");
    const xml = `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata">${inner}</EntitiesDescriptor>`;
    expect(readIdpMetadata(xml, now).entityId).toBe("https://idp.test");
  });

  test.each([
    ["isn't metadata", "<a/>", "SAML_INVALID_METADATA"],
    ["is a web page", "<!DOCTYPE html><html></html>", "SAML_INVALID_XML"],
    ["has no certificate", metadata({ keys: "" }), "SAML_INVALID_METADATA"],
    ["has a certificate that can't be read", metadata({ keys: key("AAAA") }), "SAML_INVALID_CERTIFICATE"],
    ["has no URL for the redirect binding", metadata({ services: "" }), "SAML_INVALID_METADATA"],
    [
      "has a script as its URL",
      metadata({ services: service("SingleSignOnService", "HTTP-Redirect", "javascript:alert(1)") }),
      "SAML_INVALID_METADATA",
    ],
    ["has expired", metadata({ entity: 'validUntil="2020-01-01T00:00:00Z"' }), "SAML_INVALID_METADATA"],
    [
      "has two identity providers",
      `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata">${metadata()
        .replace(/^.*?<EntityD/, "<EntityD")
        .repeat(2)}</EntitiesDescriptor>`,
      "SAML_INVALID_METADATA",
    ],
    [
      "has a weak key",
      metadata({ keys: key(readBase64(createKeys({ bits: 1024 }).certificate)) }),
      "SAML_INVALID_CERTIFICATE",
    ],
  ])("is rejected if it %s", (_, xml, code) => {
    expect(() => readIdpMetadata(xml, now)).toThrow(expect.objectContaining({ code }));
  });
});

describe("certificates", () => {
  test("can be PEM, bare base64, or several in one text", () => {
    const text = `${idpKeys.certificate}\n${idpKeys.certificate}`;
    expect(readCertificates(text)).toEqual([own]);
    expect(readCertificates([own.base64, other.base64])).toEqual([own, other]);
    expect(own.fingerprint).toBe(new X509Certificate(idpKeys.certificate).fingerprint256);
  });

  test.each(["", "not a certificate", "AAAA", "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----"])(
    "are rejected if they are %j",
    (text) => {
      expect(() => readCertificates(text)).toThrow(expect.objectContaining({ code: "SAML_INVALID_CERTIFICATE" }));
    },
  );
});

describe("this service provider", () => {
  test("has a key pair whose certificate OpenSSL can read", async () => {
    const dates = { notBefore: new Date("2026-01-02T03:04:05Z"), notAfter: new Date("2051-06-07T08:09:10Z") };
    const pair = await createKeyPair({ commonName: "app.test", ...dates });
    const certificate = new X509Certificate(pair.certificate);
    expect(certificate.subject).toBe("CN=app.test");
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(readCertificate(pair.certificate)).toMatchObject(dates);
  });

  test("announces its URLs and keys", () => {
    const xml = createSpMetadata({
      entityId: "https://app.test/metadata?a=1&b=2",
      acsUrl: "https://app.test/acs",
      sloUrl: "https://app.test/slo",
      certificates: [idpKeys.certificate],
    });
    const { root } = parseXml(xml);
    expect(attributeOf(root, "entityID")).toBe("https://app.test/metadata?a=1&b=2");
    const places = ["AssertionConsumerService", "SingleLogoutService"].flatMap((name) =>
      descendantsOf(root, "metadata", name).map((service) => attributeOf(service, "Location")),
    );
    expect(places).toEqual(["https://app.test/acs", "https://app.test/slo", "https://app.test/slo"]);
    expect(descendantsOf(root, "metadata", "KeyDescriptor").map((element) => attributeOf(element, "use"))).toEqual([
      "signing",
      "encryption",
    ]);
  });
});

function readBase64(pem: string): string {
  return pem.replace(/-----[^-]+-----|\s/g, "");
}
