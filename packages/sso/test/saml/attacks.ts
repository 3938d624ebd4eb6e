/** Forged and broken responses. Each must be rejected. The docs show what other libraries do with them. */

import { createHmac } from "node:crypto";
import { SignedXml } from "xml-crypto";
import { envelopedTransform, exclusiveC14n } from "../../src/saml/algorithms.ts";
import { namespaces } from "../../src/saml/xml/namespaces.ts";
import {
  assertionXml,
  attackerKeys,
  email,
  encryptAssertion,
  idpKeys,
  parts,
  responseXml,
  type Style,
  sign,
  signedResponse,
  styles,
} from "./identity-provider.ts";
import { victim, victimNameId, wrap, wrappings } from "./wrapping.ts";

export interface Attack {
  /** The case's id in the threat list. */
  readonly id: string;
  readonly description: string;
  /** Variants of the message, by signing style if there are several. */
  readonly messages: Readonly<Record<string, () => string | Buffer>>;
}

type Build = (style: Style) => string | Buffer;

function inEachStyle(id: string, description: string, build: Build, only: readonly Style[] = styles): Attack {
  return { id, description, messages: Object.fromEntries(only.map((style) => [style, () => build(style)])) };
}

const wrappingAttacks = wrappings.map((wrapping) =>
  inEachStyle("SAML-01", `${wrapping.name}: ${wrapping.description}`, (style) => wrap(wrapping, style)),
);

/** Changes text after it was signed. Canonicalization removes comments, so the signature stays valid. */
const split = `${victim}<!-- -->.evil.test`;
const afterSigning = (style: Style, from: string, to: string, changes = {}) => {
  const xml = signedResponse(style, changes);
  if (!xml.includes(from)) throw new Error(`The response has no ${from}.`);
  return xml.replaceAll(from, to);
};

const commentAttacks: readonly Attack[] = [
  inEachStyle("SAML-02", "A comment in the email", (style) =>
    afterSigning(style, `${victim}.evil.test`, split, { email: `${victim}.evil.test`, nameId: `${victim}.evil.test` }),
  ),
  inEachStyle("SAML-02", "A comment in the name ID", (style) => afterSigning(style, ">user-17<", ">user-1<!-- -->7<")),
  inEachStyle("SAML-02", "A processing instruction in the name ID", (style) =>
    afterSigning(style, ">user-17<", ">user-1<?x ?>7<"),
  ),
  inEachStyle("SAML-02", "A CDATA section in the name ID", (style) =>
    afterSigning(style, ">user-17<", "><![CDATA[user-1]]>7<"),
  ),
  inEachStyle(
    "SAML-02",
    "An entity in the name ID",
    (style) => `<!DOCTYPE r [<!ENTITY e "user-1">]>${afterSigning(style, ">user-17<", ">&e;7<")}`,
  ),
  inEachStyle("SAML-02", "A comment in DigestValue", (style) => {
    const digest = /<ds:DigestValue>[^<]+/.exec(signedResponse(style))?.[0] ?? "";
    return signedResponse(style).replace(/<ds:DigestValue>/, `${digest}<!-- -->`);
  }),
];

const namespaceAttacks: readonly Attack[] = [
  inEachStyle("SAML-03", "A redefined namespace prefix", (style) =>
    signedResponse(style).replace("<saml:Conditions", '<saml:Advice xmlns:saml="urn:other"/><saml:Conditions'),
  ),
  inEachStyle("SAML-03", "A duplicate attribute", (style) =>
    signedResponse(style).replace("<samlp:StatusCode ", '<samlp:StatusCode Value="x" '),
  ),
  inEachStyle("SAML-03", "An xml:id attribute", (style) =>
    signedResponse(style).replace("<samlp:Status>", '<samlp:Status xml:id="x">'),
  ),
  inEachStyle("SAML-03", "A duplicate ID", (style) => {
    const id = / ID="([^"]+)"/.exec(signedResponse(style))?.[1];
    return signedResponse(style).replace("<samlp:Status>", `<samlp:Status ID="${id}" Id="${id}">`);
  }),
  inEachStyle("SAML-03", "A byte order mark", (style) => `\ufeff${signedResponse(style)}`),
  inEachStyle("SAML-03", "UTF-16 encoding", (style) => Buffer.from(`\ufeff${signedResponse(style)}`, "utf16le")),
];

const sha1 = `${namespaces.signature}sha1`;
const rsaSha1 = `${namespaces.signature}rsa-sha1`;
const hmac = "http://www.w3.org/2001/04/xmldsig-more#hmac-sha256";

const signatureAttacks: readonly Attack[] = [
  { id: "SAML-04", description: "No signature", messages: { none: () => responseXml(parts()) } },
  inEachStyle("SAML-04", "The signature is removed", (style) =>
    signedResponse(style)
      .replace(/<ds:Signature .*?<\/ds:Signature>/g, "")
      .replace(email, victim),
  ),
  inEachStyle("SAML-04", "The content is changed", (style) => signedResponse(style).replace(email, victim)),
  inEachStyle("SAML-04", "Signed by an attacker, with the attacker's certificate in KeyInfo", (style) =>
    signedResponse(style, { email: victim, nameId: victimNameId }, { keys: attackerKeys }),
  ),
  inEachStyle("SAML-04", "SHA-1 signature", (style) => signedResponse(style, {}, { signatureAlgorithm: rsaSha1 })),
  inEachStyle("SAML-04", "SHA-1 digest", (style) => signedResponse(style, {}, { digestAlgorithm: sha1 })),
  inEachStyle("SAML-04", "HMAC with the public certificate as its key", (style) => hmacSigned(style)),
  inEachStyle("SAML-04", "Two SignedInfo elements", (style) =>
    signedResponse(style).replace(
      /<ds:SignedInfo>.*?<\/ds:SignedInfo>/,
      (info) => info + info.replace(/#_[0-9a-f]+/, "#_x"),
    ),
  ),
  inEachStyle("SAML-04", "Two references", (style) =>
    signedResponse(style).replace(/<ds:Reference .*?<\/ds:Reference>/, (reference) => reference + reference),
  ),
  inEachStyle("SAML-04", "An empty reference", (style) => signedResponse(style).replace(/ URI="#[^"]+"/, ' URI=""')),
  inEachStyle("SAML-04", "A reference to a URL", (style) =>
    signedResponse(style).replace(/ URI="#[^"]+"/, ' URI="https://attacker.test/signed.xml"'),
  ),
  {
    id: "SAML-04",
    description: "Only an attribute statement is signed",
    messages: { part: () => signedStatement() },
  },
];

function hmacSigned(style: Style): string {
  const xml = signedResponse(style, { email: victim, nameId: victimNameId }, { keys: attackerKeys });
  const [signature = ""] = /<ds:Signature .*?<\/ds:Signature>/.exec(xml) ?? [];
  const forged = signature.replace(/(SignatureMethod Algorithm=")[^"]+/, `$1${hmac}`);
  const info = /<ds:SignedInfo>.*<\/ds:SignedInfo>/.exec(forged)?.[0] ?? "";
  const canonical = info.replace("<ds:SignedInfo>", `<ds:SignedInfo xmlns:ds="${namespaces.signature}">`);
  const value = createHmac("sha256", idpKeys.certificate).update(canonical).digest("base64");
  return xml.replace(signature, forged.replace(/(<ds:SignatureValue>)[^<]+/, `$1${value}`));
}

function signedStatement(): string {
  const xml = responseXml(parts({ email: victim })).replace(
    "<saml:AttributeStatement>",
    '<saml:AttributeStatement ID="_s">',
  );
  const signer = new SignedXml({
    privateKey: idpKeys.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    signatureAlgorithm: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
    canonicalizationAlgorithm: exclusiveC14n,
  });
  const xpath = "//*[local-name(.)='AttributeStatement']";
  signer.addReference({
    xpath,
    transforms: [envelopedTransform, exclusiveC14n],
    digestAlgorithm: `${namespaces.encryption}sha256`,
  });
  signer.computeSignature(xml, {
    prefix: "ds",
    location: { reference: "//*[local-name(.)='Assertion']/*[local-name(.)='Issuer']", action: "after" },
  });
  return signer.getSignedXml();
}

const transform = (algorithm: string) => `<ds:Transform Algorithm="${algorithm}"/>`;
const withTransform = (style: Style, xml: string) =>
  signedResponse(style).replace("</ds:Transforms>", `${xml}</ds:Transforms>`);
const entities = (body: string) => (style: Style) =>
  `<!DOCTYPE r [${body}]>${signedResponse(style).replace("<samlp:Status>", "<samlp:Status>&z;")}`;

const resourceAttacks: readonly Attack[] = [
  inEachStyle("SAML-05", "An XSLT transform", (style) =>
    withTransform(style, transform("http://www.w3.org/TR/1999/REC-xslt-19991116")),
  ),
  inEachStyle("SAML-05", "An XPath transform", (style) =>
    withTransform(style, transform("http://www.w3.org/TR/1999/REC-xpath-19991116")),
  ),
  inEachStyle("SAML-05", "Thousands of transforms", (style) =>
    withTransform(style, transform(exclusiveC14n).repeat(3000)),
  ),
  inEachStyle("SAML-05", "An external entity", entities('<!ENTITY z SYSTEM "file:///etc/passwd">')),
  inEachStyle(
    "SAML-05",
    "Nested entities that expand to gigabytes",
    entities(
      `<!ENTITY a "${"x".repeat(100)}">${[..."bcdefghijz"].map((name, index) => `<!ENTITY ${name} "${`&${"abcdefghij"[index]};`.repeat(10)}">`).join("")}`,
    ),
  ),
  inEachStyle("SAML-05", "Deeply nested elements", (style) =>
    signedResponse(style).replace("<samlp:Status>", `<samlp:Status>${"<a>".repeat(20_000)}${"</a>".repeat(20_000)}`),
  ),
  inEachStyle("SAML-05", "Thousands of elements, signed by an attacker", (style) =>
    signedResponse(
      style,
      { attributes: [["groups", Array.from({ length: 2900 }, (_, index) => `g${index}`)]] },
      { keys: attackerKeys },
    ),
  ),
  inEachStyle("SAML-05", "Thousands of attributes and namespaces", (style) => {
    const filler = Array.from(
      { length: 3000 },
      (_, index) => `<a xmlns:b${index}="urn:${index}" c="" d="" e="" f=""/>`,
    ).join("");
    return signedResponse(style, {}, { keys: attackerKeys }).replace(
      "<saml:Conditions",
      `<saml:Advice>${filler}</saml:Advice><saml:Conditions`,
    );
  }),
  inEachStyle("SAML-05", "Longer than 256 kB", (style) =>
    signedResponse(style).replace("<samlp:Status>", `<samlp:Status>${" ".repeat(300_000)}`),
  ),
];

const later = (seconds: number) => new Date(Date.now() + seconds * 1000);

const bindingAttacks: readonly Attack[] = [
  inEachStyle("SAML-07", "Issued for a different service provider", (style) =>
    signedResponse(style, { audience: "https://other.test" }),
  ),
  inEachStyle("SAML-07", "Sent to the wrong URL", (style) =>
    signedResponse(style, { recipient: "https://other.test/acs", destination: "https://other.test/acs" }),
  ),
  inEachStyle("SAML-07", "Issued by a different identity provider with the same key", (style) =>
    signedResponse(style, { issuer: "https://other-idp.test" }),
  ),
  inEachStyle("SAML-07", "In response to a different request", (style) =>
    signedResponse(style, { inResponseTo: "_another" }),
  ),
  inEachStyle("SAML-07", "Not in response to any request", (style) =>
    signedResponse(style, { inResponseTo: undefined }),
  ),
  inEachStyle("SAML-07", "Expired 61 seconds ago", (style) =>
    signedResponse(style, { now: later(-400), notBefore: later(-400), notOnOrAfter: later(-62) }),
  ),
  inEachStyle("SAML-07", "Not valid for another two minutes", (style) =>
    signedResponse(style, { notBefore: later(120) }),
  ),
  inEachStyle("SAML-07", "Never expires", (style) => signedResponse(style, { notOnOrAfter: undefined })),
];

/** Returns a response whose assertion is signed first and then encrypted, as in Keycloak and PySAML2. */
export function encryptedResponse(
  options: Parameters<typeof encryptAssertion>[1] = {},
  signs: Style = "assertion",
): string {
  const p = parts();
  const assertion = signs === "response" ? assertionXml(p) : sign(assertionXml(p), "Assertion");
  const xml = responseXml(p, encryptAssertion(assertion, options));
  return signs === "assertion" ? xml : sign(xml, "Response");
}

const cutTag = (bytes: Buffer) => bytes.subarray(0, -12);
const flip = (bytes: Buffer) => {
  const changed = Buffer.from(bytes);
  changed[20] = (changed[20] ?? 0) ^ 1;
  return changed;
};

const encryptionAttacks: readonly Attack[] = [
  {
    id: "SAML-10",
    description: "AES-GCM with the tag truncated to 4 bytes",
    messages: { encrypted: () => encryptedResponse({ tamper: cutTag }) },
  },
  {
    id: "SAML-10",
    description: "AES-GCM with modified content",
    messages: { encrypted: () => encryptedResponse({ tamper: flip }) },
  },
  {
    id: "SAML-10",
    description: "AES-CBC outside a signature",
    messages: { encrypted: () => encryptedResponse({ content: "aes256-cbc" }) },
  },
  {
    id: "SAML-10",
    description: "A key encrypted with RSA PKCS #1 v1.5",
    messages: { encrypted: () => encryptedResponse({ wrap: "pkcs1" }) },
  },
  {
    id: "SAML-10",
    description: "A modified key",
    messages: { encrypted: () => encryptedResponse({ tamperKey: flip }) },
  },
];

export const attacks: readonly Attack[] = [
  ...wrappingAttacks,
  ...commentAttacks,
  ...namespaceAttacks,
  ...signatureAttacks,
  ...resourceAttacks,
  ...bindingAttacks,
  ...encryptionAttacks,
];

/** Returns the form field for an attack's message. */
export function fieldOf(message: string | Buffer): string {
  return Buffer.from(message).toString("base64");
}
