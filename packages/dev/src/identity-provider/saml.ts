/** The SAML 2.0 protocol: metadata, requests with the redirect binding, and signed responses with the POST binding. */

import { randomBytes } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import type { KeyPair } from "@latchkey/sso/saml";
import { DOMParser } from "@xmldom/xmldom";
import { SignedXml } from "xml-crypto";
import { type SafeHtml, html as xml } from "../console/html.ts";
import { attributesOf, type IdentityPerson } from "./person.ts";
import { checkDestination, InvalidRequest, type SignInRequest } from "./request.ts";

/** The identity provider's values that SAML needs. */
export interface SamlIssuer {
  /** Also the URL of the metadata. */
  readonly entityId: string;
  readonly signInURL: string;
  readonly keys: KeyPair;
  readonly now: () => Date;
}

const protocol = "urn:oasis:names:tc:SAML:2.0:protocol";
const assertion = "urn:oasis:names:tc:SAML:2.0:assertion";
const signature = "http://www.w3.org/2000/09/xmldsig#";
const status = "urn:oasis:names:tc:SAML:2.0:status:";
const exclusiveC14n = "http://www.w3.org/2001/10/xml-exc-c14n#";
const maxInflatedBytes = 65_536;
const lifetimeMs = 300_000;

/** Returns the metadata that apps register. */
export function metadataOf({ entityId, signInURL, keys }: SamlIssuer): string {
  const certificate = keys.certificate.replace(/-----.*-----|\s/g, "");
  return xml`<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
  <md:IDPSSODescriptor protocolSupportEnumeration="${protocol}">
    <md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="${signature}"><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${signInURL}"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`.text;
}

/**
 * Reads a request. Its signature isn't verified, because the fake provider doesn't know any apps.
 * @throws {InvalidRequest} if it can't be read
 */
export function readSamlRequest(issuer: SamlIssuer, query: URLSearchParams): SignInRequest {
  const request = parse(query.get("SAMLRequest") ?? "");
  const child = (name: string): string => request.getElementsByTagNameNS(assertion, name)[0]?.textContent?.trim() ?? "";
  const destination = checkDestination(
    request.getAttribute("AssertionConsumerServiceURL") ?? "",
    "AssertionConsumerServiceURL",
  );
  const [app, id, relayState] = [child("Issuer"), request.getAttribute("ID") ?? "", query.get("RelayState")];
  if (app === "" || id === "") throw new InvalidRequest("The SAML request has no Issuer or no ID.");
  return {
    app,
    destination,
    loginHint: child("NameID"),
    async respond(person) {
      const text = responseXml(issuer, { app, id, destination }, person);
      const signed = person ? sign(text, issuer.keys) : text;
      const fields = { SAMLResponse: Buffer.from(signed).toString("base64") };
      return { url: destination, fields: relayState === null ? fields : { ...fields, RelayState: relayState } };
    },
  };
}

function parse(field: string): Element {
  try {
    const text = inflateRawSync(Buffer.from(field, "base64"), { maxOutputLength: maxInflatedBytes }).toString();
    const errorHandler = (level: string, message: string): never => {
      throw new InvalidRequest(`${level}: ${message}`);
    };
    const root = new DOMParser({ errorHandler }).parseFromString(text, "text/xml").documentElement;
    if (root?.namespaceURI === protocol && root.localName === "AuthnRequest") return root;
  } catch {
    // The message is the same as for other XML.
  }
  throw new InvalidRequest("The SAMLRequest parameter must be a SAML AuthnRequest that uses the redirect binding.");
}

interface Asked {
  readonly app: string;
  readonly id: string;
  readonly destination: string;
}

function responseXml({ entityId, now }: SamlIssuer, asked: Asked, person: IdentityPerson | null): string {
  const time = now();
  const code = person
    ? xml`<samlp:StatusCode Value="${status}Success"/>`
    : xml`<samlp:StatusCode Value="${status}Responder"><samlp:StatusCode Value="${status}AuthnFailed"/></samlp:StatusCode>`;
  return xml`<samlp:Response xmlns:samlp="${protocol}" xmlns:saml="${assertion}" ID="${newId()}" Version="2.0" IssueInstant="${timeText(time)}" Destination="${asked.destination}" InResponseTo="${asked.id}"><saml:Issuer>${entityId}</saml:Issuer><samlp:Status>${code}</samlp:Status>${
    person && assertionXml(entityId, asked, person, time)
  }</samlp:Response>`.text;
}

function assertionXml(entityId: string, { app, id, destination }: Asked, person: IdentityPerson, time: Date): SafeHtml {
  const [start, end] = [timeText(time), timeText(new Date(time.getTime() + lifetimeMs))];
  const attributes = Object.entries(attributesOf(person)).map(
    ([name, value]) =>
      xml`<saml:Attribute Name="${name}">${[value].flat().map((one) => xml`<saml:AttributeValue>${one}</saml:AttributeValue>`)}</saml:Attribute>`,
  );
  return xml`<saml:Assertion xmlns:saml="${assertion}" ID="${newId()}" Version="2.0" IssueInstant="${start}"><saml:Issuer>${entityId}</saml:Issuer><saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">${person.id ?? person.email}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${id}" NotOnOrAfter="${end}" Recipient="${destination}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${start}" NotOnOrAfter="${end}"><saml:AudienceRestriction><saml:Audience>${app}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${start}" SessionIndex="${newId()}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${attributes}</saml:AttributeStatement></saml:Assertion>`;
}

function sign(text: string, { privateKey, certificate }: KeyPair): string {
  const signer = new SignedXml({
    privateKey,
    publicCert: certificate,
    signatureAlgorithm: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
    canonicalizationAlgorithm: exclusiveC14n,
  });
  const xpath = "/*/*[local-name(.)='Assertion']";
  signer.addReference({
    xpath,
    transforms: [`${signature}enveloped-signature`, exclusiveC14n],
    digestAlgorithm: "http://www.w3.org/2001/04/xmlenc#sha256",
  });
  const location = { reference: `${xpath}/*[local-name(.)='Issuer']`, action: "after" } as const;
  signer.computeSignature(text, { prefix: "ds", location });
  return signer.getSignedXml();
}

/** IDs in XML can't start with a digit. */
function newId(): string {
  return `_${randomBytes(20).toString("hex")}`;
}

function timeText(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}
