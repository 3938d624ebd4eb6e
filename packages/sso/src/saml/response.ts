/**
 * Parses a response, checks that it has one assertion, verifies its signatures, and decrypts it. Only the returned
 * assertion is always covered by a verified signature. The response around it can be unsigned.
 */

import type { KeyObject } from "node:crypto";
import { decryptAssertion } from "./decrypt.ts";
import { reject } from "./errors.ts";
import { checkSignaturePositions, type TrustedKeys, verifySignature } from "./signature.ts";
import {
  attributeOf,
  childrenOf,
  descendantsOf,
  isElement,
  optionalChild,
  parseXml,
  requiredChild,
  type XmlDocument,
} from "./xml/document.ts";

/** Keys for reading a response. */
export interface ResponseKeys extends TrustedKeys {
  /** Private keys of this service provider, for encrypted assertions. */
  readonly decryptionKeys: readonly KeyObject[];
}

/** A response whose signatures are verified. */
export interface VerifiedResponse {
  /**
   * The `Response` element. Only trustworthy if `isResponseSigned` is true. If not, use it only to reject the response.
   */
  readonly response: Element;
  readonly isResponseSigned: boolean;
  /** The assertion, which a verified signature covers. */
  readonly assertion: Element;
}

/**
 * Verifies a response.
 * @param xml the decoded message
 * @throws {SamlError} if it isn't strict XML, doesn't have exactly one assertion, can't be decrypted, or a signature is
 * missing or invalid
 */
export function verifyResponse(xml: string, keys: ResponseKeys): VerifiedResponse {
  const document = parseXml(xml);
  const { root } = document;
  if (!isElement(root, "protocol", "Response") || attributeOf(root, "Version") !== "2.0") {
    reject("SAML_INVALID_XML", "it isn't a SAML 2.0 response");
  }
  const content = onlyAssertion(root);
  const isEncrypted = isElement(content, "assertion", "EncryptedAssertion");
  checkSignaturePositions(document, isEncrypted ? [root] : [root, content]);
  const responseBytes = verifySignature(document, root, keys);
  const response = responseBytes === null ? root : parseXml(responseBytes).root;
  const isResponseSigned = responseBytes !== null;
  if (isEncrypted) {
    // Decrypt what the signature covers, not what surrounds it.
    const encrypted = onlyAssertion(response);
    const plain = parseDecrypted(
      decryptAssertion(encrypted, { keys: keys.decryptionKeys, isSigned: isResponseSigned }),
    );
    return { response, isResponseSigned, assertion: signedAssertion(plain, plain.root, keys, isResponseSigned) };
  }
  const own = verifySignature(document, content, keys);
  if (own !== null) return { response, isResponseSigned, assertion: assertionOf(parseXml(own).root) };
  if (!isResponseSigned) reject("SAML_ASSERTION_SIGNATURE_REQUIRED");
  return { response, isResponseSigned, assertion: assertionOf(onlyAssertion(response)) };
}

/**
 * Returns a decrypted assertion, parsed from the bytes that its own signature covers, or unchanged if only the
 * response's signature covers it.
 */
function signedAssertion(document: XmlDocument, assertion: Element, keys: ResponseKeys, isCovered: boolean): Element {
  assertionOf(assertion);
  checkSignaturePositions(document, [assertion]);
  const own = verifySignature(document, assertion, keys);
  if (own === null && !isCovered) reject("SAML_ASSERTION_SIGNATURE_REQUIRED");
  return own === null ? assertion : assertionOf(parseXml(own).root);
}

/** Parses a decrypted assertion. Fails like a failed decryption, because the error must not reveal that it worked. */
function parseDecrypted(xml: string): XmlDocument {
  try {
    const document = parseXml(xml);
    if (isElement(document.root, "assertion", "Assertion")) return document;
  } catch {
    // Fails below.
  }
  return reject("SAML_DECRYPTION_FAILED");
}

/**
 * Returns a response's assertion, which can be encrypted.
 * @throws {SamlError} unless there's exactly one in the whole document, and it's a child of the response
 */
function onlyAssertion(response: Element): Element {
  const nested = (["Assertion", "EncryptedAssertion"] as const).flatMap((name) =>
    descendantsOf(response, "assertion", name),
  );
  const [assertion] = nested;
  const isRefused = optionalChild(response, "protocol", "Status") !== undefined && !isSuccess(response);
  if (!assertion) return reject(isRefused ? "SAML_STATUS_NOT_SUCCESS" : "SAML_NO_ASSERTION");
  if (nested.length > 1 || assertion.parentNode !== response) reject("SAML_MULTIPLE_ASSERTIONS");
  if (descendantsOf(response, "protocol", "Response").length > 1)
    reject("SAML_INVALID_XML", "it has a response inside a response");
  return assertion;
}

function assertionOf(element: Element): Element {
  const isAssertion = isElement(element, "assertion", "Assertion") && attributeOf(element, "Version") === "2.0";
  return isAssertion ? element : reject("SAML_INVALID_XML", "it isn't a SAML 2.0 assertion");
}

/** Whether the response says that the sign-in succeeded. */
export function isSuccess(response: Element): boolean {
  const status = requiredChild(response, "protocol", "Status");
  const [code, second] = childrenOf(status, "protocol", "StatusCode");
  const hasSingleCode = code !== undefined && second === undefined;
  return hasSingleCode && attributeOf(code, "Value") === "urn:oasis:names:tc:SAML:2.0:status:Success";
}
