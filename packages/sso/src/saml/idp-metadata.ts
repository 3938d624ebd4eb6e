/** Reads identity providers' metadata. */

import { type Certificate, readCertificates } from "./certificates.ts";
import { reject } from "./errors.ts";
import { timeOf } from "./times.ts";
import { attributeOf, childrenOf, descendantsOf, isElement, parseXml, trimmedText } from "./xml/document.ts";
import type { XmlLimits } from "./xml/gate.ts";
import { namespaces } from "./xml/namespaces.ts";

/** The relevant contents of a provider's metadata. */
export interface IdpMetadata {
  readonly entityId: string;
  /** URL for sign-in requests, with the redirect binding. */
  readonly ssoUrl: string;
  /** URL for logout requests, with the redirect binding. */
  readonly sloUrl: string | undefined;
  /** URL for responses to its logout requests, if it isn't `sloUrl`. */
  readonly sloResponseUrl: string | undefined;
  /** Certificates of the keys that it signs with. There are several during a rotation. */
  readonly certificates: readonly Certificate[];
  /** Whether it requires signed requests. */
  readonly wantsSignedRequests: boolean;
}

/** Larger than for messages, because AD FS metadata describes far more than SAML. */
const limits: XmlLimits = { length: 1_048_576, elements: 20_000, attributes: 60_000, depth: 32 };
const redirectBinding = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";

/**
 * Reads the metadata of one identity provider. Its own signature isn't checked, because it's as trustworthy as the
 * admin or the https URL that it comes from.
 * @throws {SamlError} `SAML_INVALID_METADATA` unless it has exactly one identity provider, or if it has expired or
 * lacks a URL or a certificate. `SAML_INVALID_CERTIFICATE` if a certificate can't be used
 */
export function readIdpMetadata(xml: string, now: Date): IdpMetadata {
  const { root } = parse(xml);
  const entities = descendantsOf(root, "metadata", "EntityDescriptor").filter(
    (entity) => providersOf(entity).length > 0,
  );
  const [entity, second] = entities;
  const [provider, other] = entity ? providersOf(entity) : [];
  if (!entity || !provider || second || other) return invalid("it has no identity provider, or several");
  for (const element of new Set([root, entity, provider])) {
    const end = timeOf(element, "validUntil");
    if (end && end <= now) invalid("it has expired");
  }
  return {
    entityId: attributeOf(entity, "entityID") || invalid("it has no entity ID"),
    ssoUrl: serviceURL(provider, "SingleSignOnService") ?? invalid("it has no sign-in URL for the redirect binding"),
    sloUrl: serviceURL(provider, "SingleLogoutService"),
    sloResponseUrl: serviceURL(provider, "SingleLogoutService", "ResponseLocation"),
    certificates: signingCertificates(provider),
    wantsSignedRequests: /^(?:true|1)$/.test(attributeOf(provider, "WantAuthnRequestsSigned") ?? ""),
  };
}

/**
 * Parses metadata without its comments, which some products add. Comments are harmless here, unlike in an assertion's
 * name ID.
 */
function parse(xml: string): ReturnType<typeof parseXml> {
  const plain = xml.length > limits.length ? "" : xml.replace(/^\ufeff/, "").replace(/<!--(?:[^-]|-(?!-))*-->/g, "");
  const document = parseXml(plain, limits);
  const isKnown = ["EntityDescriptor", "EntitiesDescriptor"].some((name) => isElement(document.root, "metadata", name));
  return isKnown ? document : invalid("it isn't metadata");
}

function providersOf(entity: Element): readonly Element[] {
  return childrenOf(entity, "metadata", "IDPSSODescriptor").filter((descriptor) =>
    (attributeOf(descriptor, "protocolSupportEnumeration") ?? "").split(/\s+/).includes(namespaces.protocol),
  );
}

function serviceURL(provider: Element, name: string, attribute = "Location"): string | undefined {
  const service = childrenOf(provider, "metadata", name).find(
    (candidate) => attributeOf(candidate, "Binding") === redirectBinding,
  );
  const location = service && attributeOf(service, attribute);
  if (location === undefined) return undefined;
  return URL.canParse(location) && /^https?:$/.test(new URL(location).protocol)
    ? location
    : invalid("a URL isn't valid");
}

function signingCertificates(provider: Element): readonly Certificate[] {
  const keys = childrenOf(provider, "metadata", "KeyDescriptor").filter(
    (key) => (attributeOf(key, "use") ?? "signing") === "signing",
  );
  const found = keys.flatMap((key) => descendantsOf(key, "signature", "X509Certificate").map(trimmedText));
  return found.length > 0 ? readCertificates(found) : invalid("it has no certificate to verify signatures with");
}

function invalid(detail: string): never {
  return reject("SAML_INVALID_METADATA", detail);
}
