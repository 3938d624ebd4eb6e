/**
 * Verifies message signatures, and returns the signed bytes. Callers read only these bytes, so that a signature in one
 * place can't vouch for content in another.
 */

import { ExclusiveCanonicalization, SignedXml } from "xml-crypto";
import {
  digestAlgorithms,
  digestMethods,
  envelopedTransform,
  exclusiveC14n,
  signatureMethods,
  verifiersFor,
  verifyWith,
} from "./algorithms.ts";
import { type Certificate, isValidAt } from "./certificates.ts";
import { reject } from "./errors.ts";
import { attributeOf, childElements, descendantsOf, isElement, trimmedText, type XmlDocument } from "./xml/document.ts";

/** The keys that signatures are verified with. */
export interface TrustedKeys {
  readonly certificates: readonly Certificate[];
  readonly now: Date;
}

/**
 * Checks that every signature in the document is a direct child of one of these elements, and that each element has at
 * most one.
 * @throws {SamlError} `SAML_SIGNATURE_INVALID` otherwise
 */
export function checkSignaturePositions({ root }: XmlDocument, positions: readonly Element[]): void {
  const allowed = positions.flatMap((place) => childElements(place).filter(isSignature));
  const all = descendantsOf(root, "signature", "Signature");
  if (all.length !== allowed.length) invalid("a signature is in an unexpected place");
  for (const place of positions) {
    if (childElements(place).filter(isSignature).length > 1) invalid("an element has two signatures");
  }
}

/**
 * Verifies an element's own signature.
 * @returns the signed bytes, as canonical XML without the signature, or `null` if the element isn't signed
 * @throws {SamlError} `SAML_SIGNATURE_INVALID` if it doesn't verify with a certificate that is valid now
 */
export function verifySignature(
  document: XmlDocument,
  signed: Element,
  { certificates, now }: TrustedKeys,
): string | null {
  const signature = childElements(signed).find(isSignature);
  if (!signature) return null;
  checkShape(signature, signed);
  const signer = certificates.find((certificate) => isValidAt(certificate, now) && isSignedBy(signature, certificate));
  const bytes = signer ? verifyReference(document.text, signature, signer) : null;
  return bytes ?? invalid("no valid certificate verifies it");
}

function isSignature(element: Element): boolean {
  return isElement(element, "signature", "Signature");
}

/**
 * Allows only signatures that follow section 5.4 of SAML's core specification, with no other content that a verifier
 * could interpret.
 */
function checkShape(signature: Element, signed: Element): void {
  const [info, value, ...rest] = childElements(signature);
  const keyInfo = rest.filter((element) => isElement(element, "signature", "KeyInfo"));
  if (!info || !value || rest.length > 1 || keyInfo.length !== rest.length) invalid("it has unexpected content");
  if (!isElement(info, "signature", "SignedInfo") || !isElement(value, "signature", "SignatureValue")) {
    invalid("it has unexpected content");
  }
  const [canonicalization, method, reference, second] = childElements(info);
  if (!canonicalization || !method || !reference || second) invalid("it doesn't have exactly one reference");
  checkAlgorithm(canonicalization, "CanonicalizationMethod", [exclusiveC14n]);
  checkAlgorithm(
    method,
    "SignatureMethod",
    signatureMethods.map(({ uri }) => uri),
  );
  if (childElements(method).length > 0) invalid("the signature method has parameters");
  checkReference(reference, signed);
}

function checkReference(reference: Element, signed: Element): void {
  const id = attributeOf(signed, "ID") ?? "";
  if (!isElement(reference, "signature", "Reference")) invalid("it doesn't have exactly one reference");
  if (!/^[A-Za-z_][A-Za-z0-9_.-]*$/.test(id) || attributeOf(reference, "URI") !== `#${id}`) {
    invalid("it doesn't refer to the element that it's in");
  }
  const [transforms, digest, value, more] = childElements(reference);
  if (!transforms || !digest || !value || more) invalid("it has an unexpected reference");
  if (!isElement(transforms, "signature", "Transforms") || !isElement(value, "signature", "DigestValue")) {
    invalid("it has an unexpected reference");
  }
  const [enveloped, c14n, third] = childElements(transforms);
  if (!enveloped || !c14n || third) invalid("it has unexpected transforms");
  checkAlgorithm(enveloped, "Transform", [envelopedTransform]);
  if (childElements(enveloped).length > 0) invalid("it has unexpected transforms");
  checkAlgorithm(c14n, "Transform", [exclusiveC14n]);
  checkAlgorithm(digest, "DigestMethod", Object.keys(digestMethods));
}

function checkAlgorithm(element: Element, name: string, accepted: readonly string[]): void {
  const algorithm = attributeOf(element, "Algorithm") ?? "";
  if (!isElement(element, "signature", name)) invalid("it has unexpected content");
  if (!accepted.includes(algorithm))
    invalid(`the algorithm ${JSON.stringify(algorithm.slice(0, 100))} isn't supported`);
  const unknown = childElements(element).filter((child) => !isElement(child, "exclusiveC14n", "InclusiveNamespaces"));
  if (unknown.length > 0) invalid("an algorithm has parameters");
}

/**
 * Whether the certificate's key made this signature. Doesn't check whether the signature matches the document, because
 * that takes xml-crypto half a second for a large document, and strangers shouldn't be able to cause that.
 */
function isSignedBy(signature: Element, { key }: Certificate): boolean {
  const [info, value] = childElements(signature);
  const algorithm = info && childElements(info)[1];
  const method = signatureMethods.find(({ uri }) => algorithm && uri === attributeOf(algorithm, "Algorithm"));
  if (!info || !value || !method) return false;
  const canonical = new ExclusiveCanonicalization().process(info.cloneNode(true) as Element, {});
  return verifyWith(method, Buffer.from(canonical), key, Buffer.from(trimmedText(value), "base64"));
}

/** Returns the signed bytes, or `null` if the signature doesn't match them. */
function verifyReference(text: string, signature: Element, { key }: Certificate): string | null {
  // The verifiers contain the key. KeyInfo isn't read, because the message's sender controls it.
  const verifier = new SignedXml({ publicCert: key, getCertFromKeyInfo: () => null });
  const { [envelopedTransform]: enveloped, [exclusiveC14n]: c14n } = verifier.CanonicalizationAlgorithms;
  if (!enveloped || !c14n)
    throw new Error("The installed xml-crypto doesn't have a required transform. Install a supported version.");
  verifier.CanonicalizationAlgorithms = { [envelopedTransform]: enveloped, [exclusiveC14n]: c14n };
  verifier.HashAlgorithms = digestAlgorithms;
  verifier.SignatureAlgorithms = verifiersFor(key);
  try {
    verifier.loadSignature(signature);
    if (!verifier.checkSignature(text)) return null;
  } catch {
    return null;
  }
  const [bytes, second] = verifier.getSignedReferences();
  return bytes === undefined || second !== undefined ? null : bytes;
}

/** @throws {SamlError} `SAML_SIGNATURE_INVALID` */
function invalid(detail: string): never {
  return reject("SAML_SIGNATURE_INVALID", detail);
}
