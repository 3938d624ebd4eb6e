/** The messages of single logout, which end a session at the identity provider and here. */

import type { NameId } from "./assertion.ts";
import { readNameId } from "./assertion.ts";
import { decodePost } from "./encoding.ts";
import { reject } from "./errors.ts";
import { isSuccess } from "./response.ts";
import { checkSignaturePositions, type TrustedKeys, verifySignature } from "./signature.ts";
import { checkSpan, formatTime, timeOf } from "./times.ts";
import { element } from "./xml/build.ts";
import { attributeOf, childrenOf, isElement, parseXml, requiredChild, trimmedText } from "./xml/document.ts";
import { namespaces } from "./xml/namespaces.ts";

/** The ID, sender, and receiver of a logout message. */
interface LogoutMessage {
  /** The message's ID, from `createMessageId`. */
  readonly id: string;
  readonly now: Date;
  /** The receiver's URL. */
  readonly destination: string;
  /** The sender's entity ID. */
  readonly issuer: string;
}

/** A request to end a session. */
export interface LogoutRequestInput extends LogoutMessage {
  readonly nameId: NameId;
  readonly sessionIndex: string | undefined;
}

/** Writes a `LogoutRequest`. */
export function createLogoutRequest({ nameId, sessionIndex, ...message }: LogoutRequestInput): string {
  const { value, format, nameQualifier, spNameQualifier } = nameId;
  const names = { Format: format, NameQualifier: nameQualifier, SPNameQualifier: spNameQualifier };
  return logoutMessage("LogoutRequest", message, {}, [
    element("saml:NameID", names, { text: value }),
    ...(sessionIndex === undefined ? [] : [element("samlp:SessionIndex", {}, { text: sessionIndex })]),
  ]);
}

/** A response to a logout request. */
export interface LogoutResponseInput extends LogoutMessage {
  /** The ID of the request that it's a response to. */
  readonly inResponseTo: string;
  readonly isSuccess: boolean;
}

/** Writes a `LogoutResponse`. */
export function createLogoutResponse({ inResponseTo, isSuccess: ok, ...message }: LogoutResponseInput): string {
  const value = `urn:oasis:names:tc:SAML:2.0:status:${ok ? "Success" : "Requester"}`;
  return logoutMessage("LogoutResponse", message, { InResponseTo: inResponseTo }, [
    element("samlp:Status", {}, { children: [element("samlp:StatusCode", { Value: value })] }),
  ]);
}

function logoutMessage(
  name: string,
  { id, now, destination, issuer }: LogoutMessage,
  attributes: Readonly<Record<string, string>>,
  children: readonly string[],
): string {
  return element(
    `samlp:${name}`,
    {
      "xmlns:samlp": namespaces.protocol,
      "xmlns:saml": namespaces.assertion,
      ID: id,
      Version: "2.0",
      IssueInstant: formatTime(now),
      Destination: destination,
      ...attributes,
    },
    { children: [element("saml:Issuer", {}, { text: issuer }), ...children] },
  );
}

/** The expected sender and destination of a message. */
export interface ExpectedLogout {
  readonly issuer: string;
  /** The URL that the message was sent to. */
  readonly destination: string;
  readonly now: Date;
}

/** A verified request to end a session. */
export interface LogoutRequest {
  readonly id: string;
  readonly issuedAt: Date;
  readonly nameId: NameId;
  /** The sessions to end. An empty list means all sessions of the name ID. */
  readonly sessionIndexes: readonly string[];
}

/** How long a logout message can be used, in milliseconds. */
const maxAgeMs = 300_000;

/**
 * Verifies a message that was sent with the POST binding, and returns the signed XML.
 * @throws {SamlError} `SAML_SIGNATURE_INVALID` if the message isn't signed as a whole
 */
export function verifyPostedLogout(field: string, keys: TrustedKeys): string {
  const document = parseXml(decodePost(field));
  checkSignaturePositions(document, [document.root]);
  return verifySignature(document, document.root, keys) ?? reject("SAML_SIGNATURE_INVALID", "it isn't signed");
}

/**
 * Reads a `LogoutRequest`.
 * @param xml the message, whose signature `readRedirect` or {@link verifyPostedLogout} has verified
 * @throws {SamlError} if it's a different kind of message, too old, or has the wrong sender or destination
 */
export function readLogoutRequest(xml: string, expected: ExpectedLogout): LogoutRequest {
  const root = readMessage(xml, "LogoutRequest", expected);
  if (attributeOf(root, "Destination") === undefined) reject("SAML_DESTINATION_MISMATCH");
  checkSpan(expected.now, undefined, timeOf(root, "NotOnOrAfter"));
  return {
    id: attributeOf(root, "ID") || reject("SAML_INVALID_XML", "the request has no ID"),
    issuedAt: issuedAtOf(root),
    nameId: readNameId(root),
    sessionIndexes: childrenOf(root, "protocol", "SessionIndex").map(trimmedText),
  };
}

/**
 * Reads a `LogoutResponse`, and returns whether the identity provider ended the session.
 * @param xml the message, whose signature `readRedirect` or {@link verifyPostedLogout} has verified
 * @param requestId the ID of the request that it must respond to
 * @throws {SamlError} as for {@link readLogoutRequest}, and `SAML_IN_RESPONSE_TO_MISMATCH`
 */
export function readLogoutResponse(xml: string, expected: ExpectedLogout, requestId: string): boolean {
  const root = readMessage(xml, "LogoutResponse", expected);
  // Ties the response to this request, even if it doesn't name a destination. Microsoft Entra omits it.
  if (attributeOf(root, "InResponseTo") !== requestId) reject("SAML_IN_RESPONSE_TO_MISMATCH");
  return isSuccess(root);
}

function readMessage(xml: string, name: string, { issuer, destination, now }: ExpectedLogout): Element {
  const { root } = parseXml(xml);
  if (!isElement(root, "protocol", name) || attributeOf(root, "Version") !== "2.0") {
    reject("SAML_INVALID_XML", `not a ${name}`);
  }
  if (issuerOf(trimmedText(requiredChild(root, "assertion", "Issuer"))) !== issuerOf(issuer)) {
    reject("SAML_ISSUER_MISMATCH");
  }
  if ((attributeOf(root, "Destination") ?? destination) !== destination) reject("SAML_DESTINATION_MISMATCH");
  const issued = issuedAtOf(root);
  checkSpan(now, issued, new Date(issued.getTime() + maxAgeMs));
  return root;
}

/**
 * A Microsoft Entra tenant has a different entity ID in logout messages than in its metadata. Both contain the tenant's
 * ID.
 */
function issuerOf(entityId: string): string {
  return entityId.replace(/^https:\/\/login\.microsoftonline\.com\/([0-9a-f-]{36}\/)$/, "https://sts.windows.net/$1");
}

function issuedAtOf(root: Element): Date {
  return timeOf(root, "IssueInstant") ?? reject("SAML_TIMESTAMP_MISSING");
}
