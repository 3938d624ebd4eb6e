import { type BinaryLike, createPrivateKey, generateKeyPairSync, sign as signBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type SignatureAlgorithm, SignedXml } from "xml-crypto";
import { encryptedResponse } from "../../test/saml/attacks.ts";
import {
  createKeys,
  expected,
  idpKeys,
  parts,
  post,
  type ResponseParts,
  responseKeys,
  responseXml,
  sign,
  signedResponse,
  spKeys,
} from "../../test/saml/identity-provider.ts";
import { envelopedTransform, exclusiveC14n, signatureMethods } from "./algorithms.ts";
import { readResponse } from "./assertion.ts";
import { readCertificate } from "./certificates.ts";
import { selfSignedCertificate } from "./self-signed.ts";

const read = (xml: string, keys = responseKeys()) => readResponse(post(xml), keys, expected);
const minutes = (count: number) => new Date(Date.now() + count * 60_000);

describe("the contents of a response", () => {
  test("are read from the signed assertion", () => {
    const end = new Date(Math.floor(minutes(60).getTime() / 1000) * 1000);
    const changes: Partial<ResponseParts> = {
      attributes: [
        ["groups", ["eng", "R&D <ops>"]],
        ["name", ["Ann Lee"]],
      ],
      sessionNotOnOrAfter: end,
      assertionId: "_assertion",
    };
    const identity = read(signedResponse("assertion", changes));
    expect(identity).toMatchObject({
      assertionId: "_assertion",
      issuer: expected.issuer,
      nameId: { value: "user-17", format: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent" },
      sessionIndex: "session-1",
      sessionEndsAt: end,
      authnContext: "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport",
    });
    expect(Object.fromEntries(identity.attributes)).toEqual({
      email: ["ann@acme.test"],
      groups: ["eng", "R&D <ops>"],
      name: ["Ann Lee"],
    });
  });

  test.each([
    ["&", "A&amp;B"],
    ["a character reference", "Z&#xFC;rich&#33;"],
    ["a line break", "one\ntwo"],
  ])("keeps %s in a value whole", (_, text) => {
    const xml = responseXml(parts()).replace("ann@acme.test", text);
    const signed = sign(xml, "Assertion");
    const plain = { "A&amp;B": "A&B", "Z&#xFC;rich&#33;": "Zürich!", "one\ntwo": "one\ntwo" }[text];
    expect(read(signed).attributes.get("email")).toEqual([plain]);
  });

  test.each([
    ["transient", { nameIdFormat: "urn:oasis:names:tc:SAML:2.0:nameid-format:transient" }],
    ["surrounded by spaces", { nameId: " user-17" }],
    ["empty", { nameId: "" }],
    ["in two lines", { nameId: "user\n17" }],
  ])("rejects a name ID that is %s", (_, changes) => {
    expect(() => read(signedResponse("both", changes))).toThrow(
      expect.objectContaining({ code: "SAML_NAME_ID_INVALID" }),
    );
  });

  test("are rejected if the sign-in failed, with and without an assertion", () => {
    const status = "urn:oasis:names:tc:SAML:2.0:status:Responder";
    const error = expect.objectContaining({ code: "SAML_STATUS_NOT_SUCCESS" });
    expect(() => read(signedResponse("assertion", { status }))).toThrow(error);
    expect(() => read(responseXml(parts({ status }), ""))).toThrow(error);
  });

  test("are accepted if the clocks differ by less than a minute", () => {
    read(signedResponse("both", { now: minutes(0.9), notBefore: minutes(0.9) }));
    read(signedResponse("both", { now: minutes(-6), notBefore: minutes(-6), notOnOrAfter: minutes(-0.9) }));
  });

  test.each(["2026-02-30T10:00:00Z", "2026-11-26T10:00:00+01:00", "yesterday", "2026-11-26"])(
    "rejects the time %s",
    (time) => {
      const xml = responseXml(parts()).replace(/AuthnInstant="[^"]+"/, `AuthnInstant="${time}"`);
      const error = expect.objectContaining({ code: "SAML_TIMESTAMP_INVALID" });
      expect(() => read(sign(xml, "Assertion"))).toThrow(error);
    },
  );

  test("are rejected if the session has already ended", () => {
    const error = expect.objectContaining({ code: "SAML_ASSERTION_EXPIRED" });
    expect(() => read(signedResponse("both", { sessionNotOnOrAfter: minutes(-2) }))).toThrow(error);
  });

  test("must name the destination if the response is signed", () => {
    const error = expect.objectContaining({ code: "SAML_DESTINATION_MISMATCH" });
    expect(() => read(signedResponse("both", { destination: undefined }))).toThrow(error);
    read(signedResponse("assertion", { destination: undefined }));
  });

  test("are rejected if a condition is unknown", () => {
    const xml = responseXml(parts()).replace("</saml:Conditions>", "<saml:Condition/></saml:Conditions>");
    const error = expect.objectContaining({ code: "SAML_CONDITION_UNKNOWN" });
    expect(() => read(sign(xml, "Assertion"))).toThrow(error);
  });
});

describe("signatures", () => {
  test.each(signatureMethods.map(({ uri }) => uri))("accepts %s", (uri) => {
    const method = signatureMethods.find((candidate) => candidate.uri === uri);
    const keys =
      method?.key === "ec"
        ? generateKeyPairSync("ec", { namedCurve: "P-256" })
        : { privateKey: idpKeys.privateKey, publicKey: idpKeys.publicKey };
    const signer = new SignedXml({
      privateKey: keys.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
      signatureAlgorithm: uri,
      canonicalizationAlgorithm: exclusiveC14n,
    });
    signer.SignatureAlgorithms[uri] = class implements SignatureAlgorithm {
      getAlgorithmName = () => uri;
      getSignature = (text: BinaryLike) =>
        signBytes(method?.hash, Buffer.from(String(text)), {
          key: keys.privateKey,
          ...(method?.key === "ec" ? { dsaEncoding: "ieee-p1363" as const } : {}),
          ...(method?.padding === "pss" ? { padding: 6, saltLength: -1 } : {}),
        }).toString("base64");
      verifySignature = () => false;
    };
    const xpath = "//*[local-name(.)='Assertion']";
    const digestAlgorithm = "http://www.w3.org/2001/04/xmlenc#sha512";
    signer.addReference({ xpath, transforms: [envelopedTransform, exclusiveC14n], digestAlgorithm });
    signer.computeSignature(responseXml(parts()), {
      location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: "after" },
    });
    const dates = { notBefore: minutes(-5), notAfter: minutes(5) };
    const rsaCertificate = selfSignedCertificate(
      { commonName: "idp.test", ...dates },
      idpKeys.privateKey,
      keys.publicKey,
    );
    const trusted = { ...responseKeys(), certificates: [readCertificate(rsaCertificate)] };
    expect(read(signer.getSignedXml(), trusted).nameId.value).toBe("user-17");
  });

  test("SAML-13: work with each of several certificates, and not with one that was removed, has expired, or isn't valid yet", () => {
    const error = expect.objectContaining({ code: "SAML_SIGNATURE_INVALID" });
    const xml = signedResponse("assertion");
    const own = readCertificate(idpKeys.certificate);
    const other = readCertificate(createKeys().certificate);
    const withCertificates = (...certificates: (typeof own)[]) => ({ ...responseKeys(), certificates });
    expect(read(xml, withCertificates(other, own)).nameId.value).toBe("user-17");
    expect(() => read(xml, withCertificates(other))).toThrow(error);
    expect(() => read(xml, withCertificates())).toThrow(error);
    expect(() => read(xml, withCertificates({ ...own, notAfter: minutes(-1) }))).toThrow(error);
    expect(() => read(xml, withCertificates({ ...own, notBefore: minutes(1) }))).toThrow(error);
  });

  test("work in a response that declares its namespaces far from where they're used", () => {
    const xml = responseXml(parts()).replaceAll(' xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"', "");
    const root = xml.replace("<samlp:Response ", '<samlp:Response xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ');
    expect(read(sign(root, "Assertion")).nameId.value).toBe("user-17");
  });
});

describe("encrypted assertions", () => {
  test("are accepted with AES-GCM, and with AES-CBC inside a signed response", () => {
    for (const content of ["aes256-gcm", "aes128-gcm"] as const) {
      expect(read(encryptedResponse({ content })).nameId.value).toBe("user-17");
    }
    for (const style of ["response", "both"] as const) {
      expect(read(encryptedResponse({ content: "aes256-cbc" }, style)).nameId.value).toBe("user-17");
    }
  });

  test("can be for either of two keys", () => {
    const old = createKeys();
    const keys = { ...responseKeys(), decryptionKeys: [spKeys.privateKey, old.privateKey].map(copy) };
    expect(read(encryptedResponse({ publicKey: old.publicKey }), keys).nameId.value).toBe("user-17");
  });

  test("SAML-10: have the same error for every failure", () => {
    const failures = [
      encryptedResponse({ publicKey: createKeys().publicKey }),
      encryptedResponse({ content: "aes256-cbc" }),
      encryptedResponse({ wrap: "pkcs1" }),
      encryptedResponse({ tamper: (bytes) => bytes.subarray(0, 5) }),
      encryptedResponse({ tamper: (bytes) => bytes.subarray(0, -1) }),
      encryptedResponse(
        { content: "aes256-cbc", tamper: (bytes) => Buffer.concat([bytes, Buffer.alloc(16)]) },
        "response",
      ),
      encryptedResponse({}).replace(/(<xenc:CipherValue>)[^<]+/, "$1"),
    ];
    const messages = failures.map((xml) => {
      try {
        read(xml);
        return "accepted";
      } catch (error) {
        return error instanceof Error ? error.message : "";
      }
    });
    expect(new Set(messages)).toEqual(new Set(["The assertion couldn't be decrypted"]));
  });
});

const copy = (key: (typeof spKeys)["privateKey"]) => createPrivateKey(key.export({ type: "pkcs8", format: "pem" }));
