/** An identity provider for tests. It signs and encrypts responses in every style, right or wrong. */

import {
  constants,
  createCipheriv,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  publicEncrypt,
  randomBytes,
} from "node:crypto";
import { SignedXml } from "xml-crypto";
import { envelopedTransform, exclusiveC14n, rsaSha256 } from "../../src/saml/algorithms.ts";
import type { ExpectedResponse } from "../../src/saml/assertion.ts";
import { readCertificate } from "../../src/saml/certificates.ts";
import type { ResponseKeys } from "../../src/saml/response.ts";
import { selfSignedCertificate } from "../../src/saml/self-signed.ts";
import { formatTime } from "../../src/saml/times.ts";
import { element } from "../../src/saml/xml/build.ts";
import { namespaces } from "../../src/saml/xml/namespaces.ts";

export interface TestKeys {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** The certificate in PEM. */
  readonly certificate: string;
}

const day = 86_400_000;

export function createKeys(options: { bits?: number; notBefore?: Date; notAfter?: Date } = {}): TestKeys {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: options.bits ?? 2048 });
  const { notBefore = new Date(Date.now() - day), notAfter = new Date(Date.now() + day) } = options;
  const certificate = selfSignedCertificate({ commonName: "idp.test", notBefore, notAfter }, privateKey, publicKey);
  return { privateKey, publicKey, certificate };
}

/** The keys of the identity provider, of the service provider, and of an attacker. */
export const idpKeys: TestKeys = createKeys();
export const spKeys: TestKeys = createKeys();
export const attackerKeys: TestKeys = createKeys();

export const expected: ExpectedResponse = {
  issuer: "https://idp.test/metadata",
  audience: "https://app.test/api/auth/sso/saml2/sp/metadata?providerId=acme",
  acsUrl: "https://app.test/api/auth/sso/saml2/sp/acs/acme",
  requestId: "_0123456789abcdef0123456789abcdef01234567",
};

/** Returns the keys that the tests' service provider verifies with. */
export function responseKeys(now: Date = new Date()): ResponseKeys {
  return {
    certificates: [readCertificate(idpKeys.certificate)],
    decryptionKeys: [createPrivateKey(spKeys.privateKey.export({ type: "pkcs8", format: "pem" }))],
    now,
  };
}

/** The parts of a response. Each can be replaced with other XML. */
export interface ResponseParts {
  readonly now: Date;
  readonly nameId: string;
  readonly email: string;
  readonly issuer: string;
  readonly audience: string;
  readonly recipient: string;
  readonly destination: string | undefined;
  readonly inResponseTo: string | undefined;
  readonly responseId: string;
  readonly assertionId: string;
  readonly notBefore: Date;
  readonly notOnOrAfter: Date | undefined;
  readonly sessionIndex: string | undefined;
  readonly sessionNotOnOrAfter: Date | undefined;
  readonly authnContext: string;
  readonly status: string;
  readonly nameIdFormat: string;
  /** Additional attributes, as pairs of name and values. */
  readonly attributes: readonly (readonly [string, readonly string[]])[];
}

export const email = "ann@acme.test";
export const persistent = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";

export function parts(changes: Partial<ResponseParts> = {}): ResponseParts {
  const now = changes.now ?? new Date();
  return {
    now,
    nameId: "user-17",
    email,
    issuer: expected.issuer,
    audience: expected.audience,
    recipient: expected.acsUrl,
    destination: expected.acsUrl,
    inResponseTo: expected.requestId,
    responseId: `_${randomBytes(16).toString("hex")}`,
    assertionId: `_${randomBytes(16).toString("hex")}`,
    notBefore: now,
    notOnOrAfter: new Date(now.getTime() + 300_000),
    sessionIndex: "session-1",
    sessionNotOnOrAfter: undefined,
    authnContext: "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport",
    status: "urn:oasis:names:tc:SAML:2.0:status:Success",
    nameIdFormat: persistent,
    attributes: [],
    ...changes,
  };
}

export function assertionXml(p: ResponseParts): string {
  const end = p.notOnOrAfter && formatTime(p.notOnOrAfter);
  const attribute = ([name, values]: readonly [string, readonly string[]]) =>
    element(
      "saml:Attribute",
      { Name: name },
      { children: values.map((text) => element("saml:AttributeValue", {}, { text })) },
    );
  const confirmation = element("saml:SubjectConfirmationData", {
    InResponseTo: p.inResponseTo,
    NotOnOrAfter: end,
    Recipient: p.recipient,
  });
  return element(
    "saml:Assertion",
    { "xmlns:saml": namespaces.assertion, ID: p.assertionId, Version: "2.0", IssueInstant: formatTime(p.now) },
    {
      children: [
        element("saml:Issuer", {}, { text: p.issuer }),
        element(
          "saml:Subject",
          {},
          {
            children: [
              element("saml:NameID", { Format: p.nameIdFormat }, { text: p.nameId }),
              element(
                "saml:SubjectConfirmation",
                { Method: "urn:oasis:names:tc:SAML:2.0:cm:bearer" },
                { children: [confirmation] },
              ),
            ],
          },
        ),
        element(
          "saml:Conditions",
          { NotBefore: formatTime(p.notBefore), NotOnOrAfter: end },
          {
            children: [
              element(
                "saml:AudienceRestriction",
                {},
                { children: [element("saml:Audience", {}, { text: p.audience })] },
              ),
            ],
          },
        ),
        element(
          "saml:AuthnStatement",
          {
            AuthnInstant: formatTime(p.now),
            SessionIndex: p.sessionIndex,
            SessionNotOnOrAfter: p.sessionNotOnOrAfter && formatTime(p.sessionNotOnOrAfter),
          },
          {
            children: [
              element(
                "saml:AuthnContext",
                {},
                {
                  children: [element("saml:AuthnContextClassRef", {}, { text: p.authnContext })],
                },
              ),
            ],
          },
        ),
        element(
          "saml:AttributeStatement",
          {},
          {
            children: [attribute(["email", [p.email]]), ...p.attributes.map(attribute)],
          },
        ),
      ],
    },
  );
}

export function responseXml(p: ResponseParts, assertion: string = assertionXml(p)): string {
  return element(
    "samlp:Response",
    {
      "xmlns:samlp": namespaces.protocol,
      "xmlns:saml": namespaces.assertion,
      ID: p.responseId,
      Version: "2.0",
      IssueInstant: formatTime(p.now),
      Destination: p.destination,
      InResponseTo: p.inResponseTo,
    },
    {
      children: [
        element("saml:Issuer", {}, { text: p.issuer }),
        element("samlp:Status", {}, { children: [element("samlp:StatusCode", { Value: p.status })] }),
        assertion,
      ],
    },
  );
}

export type SignedPart = "Response" | "Assertion";

export interface SigningOptions {
  readonly keys?: TestKeys;
  readonly signatureAlgorithm?: string;
  readonly digestAlgorithm?: string;
  readonly transforms?: readonly string[];
  readonly canonicalization?: string;
}

/** Signs one part of a message, as its first child after the issuer. */
export function sign(xml: string, part: string, options: SigningOptions = {}): string {
  const { privateKey, certificate } = options.keys ?? idpKeys;
  const signer = new SignedXml({
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    publicCert: certificate,
    signatureAlgorithm: options.signatureAlgorithm ?? rsaSha256,
    canonicalizationAlgorithm: options.canonicalization ?? exclusiveC14n,
  });
  const xpath = `//*[local-name(.)='${part}']`;
  signer.addReference({
    xpath,
    transforms: [...(options.transforms ?? [envelopedTransform, exclusiveC14n])],
    digestAlgorithm: options.digestAlgorithm ?? "http://www.w3.org/2001/04/xmlenc#sha256",
  });
  signer.computeSignature(xml, {
    prefix: "ds",
    location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: "after" },
  });
  return signer.getSignedXml();
}

/** Which parts of a response are signed. */
export const styles = ["response", "assertion", "both"] as const;
export type Style = (typeof styles)[number];

/** Returns a valid response, signed in this style. */
export function signedResponse(
  style: Style,
  changes: Partial<ResponseParts> = {},
  options: SigningOptions = {},
): string {
  const xml = responseXml(parts(changes));
  const inner = style === "response" ? xml : sign(xml, "Assertion", options);
  return style === "assertion" ? inner : sign(inner, "Response", options);
}

/** Returns the form field of the POST binding. */
export function post(xml: string): string {
  return Buffer.from(xml).toString("base64");
}

export interface EncryptionOptions {
  readonly content?: "aes256-gcm" | "aes128-gcm" | "aes256-cbc";
  readonly wrap?: "oaep" | "pkcs1";
  readonly publicKey?: KeyObject;
  /** Changes the encrypted bytes before they're written. */
  readonly tamper?: (bytes: Buffer) => Buffer;
  /** Changes the encrypted key. */
  readonly tamperKey?: (bytes: Buffer) => Buffer;
}

/** Encrypts an assertion for the service provider. */
export function encryptAssertion(assertion: string, options: EncryptionOptions = {}): string {
  const { content = "aes256-gcm", wrap = "oaep", publicKey = spKeys.publicKey } = options;
  const unchanged = (bytes: Buffer) => bytes;
  const { tamper = unchanged, tamperKey = unchanged } = options;
  const key = randomBytes(content === "aes128-gcm" ? 16 : 32);
  const padding = wrap === "oaep" ? constants.RSA_PKCS1_OAEP_PADDING : constants.RSA_PKCS1_PADDING;
  const wrapped = publicEncrypt({ key: publicKey, padding, oaepHash: "sha1" }, key);
  const cipherData = (bytes: Buffer) =>
    element("xenc:CipherData", {}, { children: [element("xenc:CipherValue", {}, { text: bytes.toString("base64") })] });
  const wrapMethod = `${namespaces.encryption}${wrap === "oaep" ? "rsa-oaep-mgf1p" : "rsa-1_5"}`;
  const encryptedKey = element(
    "xenc:EncryptedKey",
    {},
    {
      children: [element("xenc:EncryptionMethod", { Algorithm: wrapMethod }), cipherData(tamperKey(wrapped))],
    },
  );
  const method = content.endsWith("gcm")
    ? `${namespaces.encryption11}${content}`
    : `${namespaces.encryption}${content}`;
  const data = element(
    "xenc:EncryptedData",
    { "xmlns:xenc": namespaces.encryption, Type: `${namespaces.encryption}Element` },
    {
      children: [
        element("xenc:EncryptionMethod", { Algorithm: method }),
        element("ds:KeyInfo", { "xmlns:ds": namespaces.signature }, { children: [encryptedKey] }),
        cipherData(tamper(encrypt(content, key, Buffer.from(assertion)))),
      ],
    },
  );
  return element("saml:EncryptedAssertion", { "xmlns:saml": namespaces.assertion }, { children: [data] });
}

function encrypt(content: string, key: Buffer, plain: Buffer): Buffer {
  const name = content.replace(/^aes(\d+)/, "aes-$1");
  const nonce = randomBytes(content.endsWith("gcm") ? 12 : 16);
  if (content.endsWith("gcm")) {
    const gcm = createCipheriv(name as "aes-256-gcm", key, nonce);
    const bytes = Buffer.concat([nonce, gcm.update(plain), gcm.final()]);
    return Buffer.concat([bytes, gcm.getAuthTag()]);
  }
  const cbc = createCipheriv(name, key, nonce);
  return Buffer.concat([nonce, cbc.update(plain), cbc.final()]);
}
