/** This service provider's metadata, for setting up the identity provider. */

import { readCertificate } from "./certificates.ts";
import { element } from "./xml/build.ts";
import { namespaces } from "./xml/namespaces.ts";

/** The contents of the metadata. */
export interface ServiceProvider {
  readonly entityId: string;
  readonly acsUrl: string;
  /** URL for logout messages. Missing if single logout is off. */
  readonly sloUrl?: string;
  /** Certificates in PEM, starting with the current one. There are two during a rotation. */
  readonly certificates: readonly string[];
  readonly nameIdFormat?: string;
}

const bindings = "urn:oasis:names:tc:SAML:2.0:bindings:";

/** Writes an `EntityDescriptor`. */
export function createSpMetadata(provider: ServiceProvider): string {
  const { entityId, acsUrl, sloUrl, certificates, nameIdFormat } = provider;
  const descriptor = element(
    "md:SPSSODescriptor",
    {
      protocolSupportEnumeration: namespaces.protocol,
      AuthnRequestsSigned: certificates.length > 0 ? "true" : "false",
      WantAssertionsSigned: "true",
    },
    {
      children: [
        ...certificates.flatMap((certificate) =>
          ["signing", "encryption"].map((use) => keyDescriptor(use, certificate)),
        ),
        ...(sloUrl === undefined
          ? []
          : ["HTTP-Redirect", "HTTP-POST"].map((binding) => logoutService(binding, sloUrl))),
        ...(nameIdFormat === undefined ? [] : [element("md:NameIDFormat", {}, { text: nameIdFormat })]),
        element("md:AssertionConsumerService", {
          Binding: `${bindings}HTTP-POST`,
          Location: acsUrl,
          index: "0",
          isDefault: "true",
        }),
      ],
    },
  );
  const attributes = { "xmlns:md": namespaces.metadata, "xmlns:ds": namespaces.signature, entityID: entityId };
  return element("md:EntityDescriptor", attributes, { children: [descriptor] });
}

function logoutService(binding: string, location: string): string {
  return element("md:SingleLogoutService", { Binding: `${bindings}${binding}`, Location: location });
}

/**
 * Announces AES-GCM, because this service provider accepts it even without a signature around the encrypted content.
 */
function keyDescriptor(use: string, certificate: string): string {
  const { base64 } = readCertificate(certificate);
  const data = element("ds:X509Data", {}, { children: [element("ds:X509Certificate", {}, { text: base64 })] });
  const methods =
    use === "encryption" ? [`${namespaces.encryption11}aes256-gcm`, `${namespaces.encryption}rsa-oaep-mgf1p`] : [];
  return element(
    "md:KeyDescriptor",
    { use },
    {
      children: [
        element("ds:KeyInfo", {}, { children: [data] }),
        ...methods.map((method) => element("md:EncryptionMethod", { Algorithm: method })),
      ],
    },
  );
}
