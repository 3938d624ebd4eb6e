/** Metadata of an identity provider, as real products write it. */

interface MetadataParts {
  readonly entityId: string;
  /** The certificates in PEM. */
  readonly certificates: readonly string[];
  readonly ssoUrl?: string;
  readonly sloUrl?: string;
}

export function idpMetadata({
  entityId,
  certificates,
  ssoUrl = "https://idp.test/redirect",
  sloUrl,
}: MetadataParts): string {
  const keys = certificates.map(
    (
      certificate,
    ) => `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>
        <ds:X509Certificate>${certificate.replace(/-----.*-----|\s/g, "")}</ds:X509Certificate>
      </ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
  );
  const service = (name: string, location: string) =>
    `<md:${name} Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${location}"/>`;
  return `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
    <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
      ${keys.join("")}
      ${sloUrl === undefined ? "" : service("SingleLogoutService", sloUrl)}
      ${service("SingleSignOnService", ssoUrl)}
    </md:IDPSSODescriptor>
  </md:EntityDescriptor>`;
}
