/** Checks the contents and the recipient of a verified response, and returns the user who signed in. */

import { readAttributes } from "./attributes.ts";
import { decodePost } from "./encoding.ts";
import { reject, type SamlErrorCode } from "./errors.ts";
import { isSuccess, type ResponseKeys, type VerifiedResponse, verifyResponse } from "./response.ts";
import { checkSpan, clockSkewMs, timeOf } from "./times.ts";
import {
  attributeOf,
  childElements,
  childrenOf,
  isElement,
  optionalChild,
  requiredChild,
  textOf,
  trimmedText,
} from "./xml/document.ts";

/** The expected sender and recipient of a response, and the request that it must respond to. */
export interface ExpectedResponse {
  /** The identity provider's entity ID. */
  readonly issuer: string;
  /** This service provider's entity ID. */
  readonly audience: string;
  /** The URL that the response was posted to. */
  readonly acsUrl: string;
  /** The ID of the request that it must respond to. */
  readonly requestId: string;
}

/** The identity provider's description of a user. */
export interface SamlIdentity {
  /** The assertion's ID. Record it until `expiresAt`, so that the assertion works only once. */
  readonly assertionId: string;
  readonly expiresAt: Date;
  readonly issuer: string;
  readonly issuedAt: Date;
  readonly nameId: NameId;
  /** Identifies the session at the identity provider, for logout. */
  readonly sessionIndex: string | undefined;
  /** When the session must end, if the identity provider sets a time. */
  readonly sessionEndsAt: Date | undefined;
  /** When the user signed in at the identity provider. */
  readonly authenticatedAt: Date;
  /** How the user authenticated, as a URI. */
  readonly authnContext: string | undefined;
  /** All attribute values, by attribute name. */
  readonly attributes: ReadonlyMap<string, readonly string[]>;
}

/** A subject's name ID. */
export interface NameId {
  readonly value: string;
  readonly format: string | undefined;
  readonly nameQualifier: string | undefined;
  readonly spNameQualifier: string | undefined;
}

const bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer";
const transient = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient";
const entity = "urn:oasis:names:tc:SAML:2.0:nameid-format:entity";
const knownConditions: ReadonlySet<string | null> = new Set(["AudienceRestriction", "OneTimeUse", "ProxyRestriction"]);

/**
 * Verifies a response that was sent with the POST binding, and returns the user who signed in.
 * @param field the `SAMLResponse` form field
 * @throws {SamlError} for the first check that fails
 */
export function readResponse(field: string, keys: ResponseKeys, expected: ExpectedResponse): SamlIdentity {
  return checkResponse(verifyResponse(decodePost(field), keys), expected, keys.now);
}

/** @throws {SamlError} for the first check that fails */
export function checkResponse(verified: VerifiedResponse, expected: ExpectedResponse, now: Date): SamlIdentity {
  const { response, isResponseSigned, assertion } = verified;
  if (!isSuccess(response)) reject("SAML_STATUS_NOT_SUCCESS");
  const responseIssuer = optionalChild(response, "assertion", "Issuer");
  if (responseIssuer) checkIssuer(responseIssuer, expected);
  checkIssuer(requiredChild(assertion, "assertion", "Issuer"), expected);
  checkDestination(response, isResponseSigned, expected);
  checkInResponseTo(response, expected);
  const conditionsEnd = checkConditions(assertion, expected, now);
  const issuedAt = timeOf(assertion, "IssueInstant") ?? reject("SAML_TIMESTAMP_MISSING");
  checkSpan(now, issuedAt, undefined);
  const subject = requiredChild(assertion, "assertion", "Subject");
  const confirmedUntil = checkConfirmation(subject, expected, now);
  const end = Math.min(confirmedUntil.getTime(), conditionsEnd?.getTime() ?? Number.POSITIVE_INFINITY);
  return {
    assertionId: attributeOf(assertion, "ID") || reject("SAML_INVALID_XML", "the assertion has no ID"),
    expiresAt: new Date(end + clockSkewMs),
    issuer: expected.issuer,
    issuedAt,
    nameId: readNameId(subject),
    ...readAuthentication(assertion, now),
    attributes: readAttributes(assertion),
  };
}

function checkIssuer(issuer: Element, { issuer: expected }: ExpectedResponse): void {
  if (trimmedText(issuer) !== expected) reject("SAML_ISSUER_MISMATCH");
}

function checkDestination(response: Element, isSigned: boolean, { acsUrl }: ExpectedResponse): void {
  const destination = attributeOf(response, "Destination");
  // A signed response must name its destination. See section 3.5.5.2 of the SAML 2.0 bindings specification.
  const isMissing = destination === undefined || destination === "";
  if (isMissing ? isSigned : destination !== acsUrl) reject("SAML_DESTINATION_MISMATCH");
}

function checkInResponseTo(element: Element, { requestId }: ExpectedResponse): void {
  if (attributeOf(element, "InResponseTo") !== requestId) reject("SAML_IN_RESPONSE_TO_MISMATCH");
}

/** Returns when the conditions expire. */
function checkConditions(assertion: Element, { audience }: ExpectedResponse, now: Date): Date | undefined {
  const conditions = optionalChild(assertion, "assertion", "Conditions") ?? reject("SAML_AUDIENCE_MISSING");
  const isKnown = (child: Element): boolean =>
    knownConditions.has(child.localName) && isElement(child, "assertion", child.localName ?? "");
  if (!childElements(conditions).every(isKnown)) reject("SAML_CONDITION_UNKNOWN");
  const restrictions = childrenOf(conditions, "assertion", "AudienceRestriction");
  if (restrictions.length === 0) reject("SAML_AUDIENCE_MISSING");
  // Every restriction must allow this service provider. Within one restriction, a single matching audience is enough.
  for (const restriction of restrictions) {
    const audiences = childrenOf(restriction, "assertion", "Audience").map(trimmedText);
    if (!audiences.includes(audience)) reject("SAML_AUDIENCE_MISMATCH");
  }
  const end = timeOf(conditions, "NotOnOrAfter");
  checkSpan(now, timeOf(conditions, "NotBefore"), end);
  return end;
}

/** Returns when the bearer confirmation expires. */
function checkConfirmation(subject: Element, expected: ExpectedResponse, now: Date): Date {
  const confirmations = childrenOf(subject, "assertion", "SubjectConfirmation").filter(
    (confirmation) => attributeOf(confirmation, "Method") === bearer,
  );
  const [confirmation, second] = confirmations;
  if (!confirmation || second) return reject("SAML_BEARER_CONFIRMATION_MISSING");
  const data = optionalChild(confirmation, "assertion", "SubjectConfirmationData") ?? reject("SAML_RECIPIENT_MISSING");
  const recipient = attributeOf(data, "Recipient");
  if (recipient !== expected.acsUrl) {
    reject(recipient === undefined ? "SAML_RECIPIENT_MISSING" : "SAML_RECIPIENT_MISMATCH");
  }
  checkInResponseTo(data, expected);
  const end = timeOf(data, "NotOnOrAfter") ?? reject("SAML_TIMESTAMP_MISSING");
  checkSpan(now, timeOf(data, "NotBefore"), end);
  return end;
}

/**
 * Reads the name ID of a subject, exactly as it was signed.
 * @throws {SamlError} `SAML_NAME_ID_INVALID` if it's transient or encrypted, or has control characters or spaces around
 * it
 */
export function readNameId(subject: Element): NameId {
  const element = optionalChild(subject, "assertion", "NameID") ?? reject("SAML_NAME_ID_INVALID", "missing");
  const value = textOf(element);
  const format = attributeOf(element, "Format");
  if (format === transient || format === entity) reject("SAML_NAME_ID_INVALID", format);
  // Don't trim, because two different names could become the same one.
  if (value === "" || value.length > 1024 || value.trim() !== value || /\p{Cc}/u.test(value)) {
    reject("SAML_NAME_ID_INVALID", "it's empty, too long, or has spaces around it");
  }
  return {
    value,
    format,
    nameQualifier: attributeOf(element, "NameQualifier"),
    spNameQualifier: attributeOf(element, "SPNameQualifier"),
  };
}

function readAuthentication(
  assertion: Element,
  now: Date,
): Pick<SamlIdentity, "sessionIndex" | "sessionEndsAt" | "authenticatedAt" | "authnContext"> {
  const missing = (code: SamlErrorCode = "SAML_AUTHN_STATEMENT_MISSING") => reject(code);
  const [statement, second] = childrenOf(assertion, "assertion", "AuthnStatement");
  if (!statement || second) return missing();
  const sessionEndsAt = timeOf(statement, "SessionNotOnOrAfter");
  const authenticatedAt = timeOf(statement, "AuthnInstant") ?? missing();
  checkSpan(now, authenticatedAt, undefined);
  // Compare without tolerance. Otherwise, the session could end as soon as it starts.
  if (sessionEndsAt && sessionEndsAt <= now) reject("SAML_ASSERTION_EXPIRED");
  const context = optionalChild(statement, "assertion", "AuthnContext");
  const reference = context && optionalChild(context, "assertion", "AuthnContextClassRef");
  return {
    sessionIndex: attributeOf(statement, "SessionIndex"),
    sessionEndsAt,
    authenticatedAt,
    authnContext: reference && trimmedText(reference),
  };
}
