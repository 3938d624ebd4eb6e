/** Messages and metadata in Keycloak's format. */

import { randomUUID } from "node:crypto";
import { formatTime } from "../../src/saml/times.ts";
import { idpKeys, sign } from "./identity-provider.ts";

/** The realm, which is the entity ID. */
export const realm = "https://sso.acme.test/realms/acme";
const protocol = `${realm}/protocol/saml`;
const bindings = "urn:oasis:names:tc:SAML:2.0:bindings";
const formats = "urn:oasis:names:tc:SAML:2.0:nameid-format";
const base64 = idpKeys.certificate.replace(/-----.*-----|\s/g, "");
const keyId = "FJ86GcF3jTbNLOco4NvZkUCIUmfYCqoqtOQeMfbhNlE";

/** Returns the metadata as in `/protocol/saml/descriptor`. */
export function keycloakMetadata(): string {
  const services = (name: string, kinds: readonly string[]) =>
    kinds.map((kind) => `<md:${name} Binding="${bindings}:${kind}" Location="${protocol}"/>`).join("");
  const nameIds = ["persistent", "transient"].map((kind) => `<md:NameIDFormat>${formats}:${kind}</md:NameIDFormat>`);
  return `<md:EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${realm}"><md:IDPSSODescriptor WantAuthnRequestsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor use="signing"><ds:KeyInfo><ds:KeyName>${keyId}</ds:KeyName><ds:X509Data><ds:X509Certificate>${base64}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:ArtifactResolutionService Binding="${bindings}:SOAP" Location="${protocol}/resolve" index="0"/>${services("SingleLogoutService", ["HTTP-POST", "HTTP-Redirect", "HTTP-Artifact", "SOAP"])}${nameIds.join("")}<md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified</md:NameIDFormat><md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat>${services("SingleSignOnService", ["HTTP-POST", "HTTP-Redirect", "SOAP", "HTTP-Artifact"])}</md:IDPSSODescriptor></md:EntityDescriptor>`;
}

/** The request that a response answers, and its user. */
interface KeycloakAnswer {
  readonly requestId: string;
  readonly acsUrl: string;
  readonly audience: string;
  readonly email: string;
  readonly groups: readonly string[];
}

/** A session at the realm, as its responses and logout requests name it. */
export const keycloakSession = {
  nameId: "G-8f9d0c4e-5b1a-4c63-9f8f-2f6a3a2f8d11",
  index: "5a1b7c1e-93cf-4c8b-9c1e-0f6f7a1d2b3c::1f4e9a52-7c1d-4b7e-8a1c-9d3e5f7a8b90",
} as const;

/** Returns a response to a request, with both parts signed. */
export function keycloakResponse({ requestId, acsUrl, audience, email, groups }: KeycloakAnswer): string {
  const now = Date.now();
  const at = (seconds: number) => formatTime(new Date(now + seconds * 1000));
  const text = (value: string) =>
    `<saml:AttributeValue xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string">${value}</saml:AttributeValue>`;
  const oid = (friendly: string, name: string, value: string) =>
    `<saml:Attribute FriendlyName="${friendly}" Name="urn:oid:${name}" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:uri">${text(value)}</saml:Attribute>`;
  const basic = (name: string, values: readonly string[]) =>
    `<saml:Attribute Name="${name}" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:basic">${values.map(text).join("")}</saml:Attribute>`;
  const issuer = `<saml:Issuer>${realm}</saml:Issuer>`;
  const assertion = `<saml:Assertion xmlns="urn:oasis:names:tc:SAML:2.0:assertion" ID="ID_${randomUUID()}" IssueInstant="${at(0)}" Version="2.0">${issuer}<saml:Subject><saml:NameID Format="${formats}:persistent">${keycloakSession.nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${requestId}" NotOnOrAfter="${at(298)}" Recipient="${acsUrl}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${at(-2)}" NotOnOrAfter="${at(58)}"><saml:AudienceRestriction><saml:Audience>${audience.replaceAll("&", "&amp;")}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${at(0)}" SessionIndex="${keycloakSession.index}" SessionNotOnOrAfter="${at(36_000)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${oid("email", "1.2.840.113549.1.9.1", email)}${oid("givenName", "2.5.4.42", "Ann")}${oid("surname", "2.5.4.4", "Archer")}${basic("groups", groups)}${basic("Role", ["default-roles-acme", "offline_access"])}</saml:AttributeStatement></saml:Assertion>`;
  const response = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" Destination="${acsUrl}" ID="ID_${randomUUID()}" InResponseTo="${requestId}" IssueInstant="${at(0)}" Version="2.0">${issuer}<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${assertion}</samlp:Response>`;
  return withKeyName(sign(withKeyName(sign(response, "Assertion")), "Response"));
}

/** Returns a logout request as the realm's page posts it. */
export function keycloakLogout(destination: string): string {
  const xml = `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" Destination="${destination}" ID="ID_${randomUUID()}" IssueInstant="${formatTime(new Date())}" Version="2.0"><saml:Issuer>${realm}</saml:Issuer><saml:NameID Format="${formats}:persistent">${keycloakSession.nameId}</saml:NameID><samlp:SessionIndex>${keycloakSession.index}</samlp:SessionIndex></samlp:LogoutRequest>`;
  return withKeyName(sign(xml, "LogoutRequest"));
}

/** Adds the key's name like Keycloak does. Signatures don't cover it. */
function withKeyName(xml: string): string {
  return xml.replace(/<ds:KeyInfo><ds:X509Data>/, `<ds:KeyInfo><ds:KeyName>${keyId}</ds:KeyName><ds:X509Data>`);
}
