/** Reads the registration of a SAML provider. */

import { input, type RequestContext } from "@latchkey/core/plugin";
import type { SamlConfigInput } from "../contract.ts";
import { failWith } from "../errors.ts";
import { type Certificate, readCertificates } from "../saml/certificates.ts";
import { SamlError } from "../saml/errors.ts";
import { createKeyPair } from "../saml/self-signed.ts";
import type { SsoProviderRow } from "../tables.ts";
import { decryptSamlConfig, encryptSamlConfig, type SamlConfig } from "./config.ts";

const attributeName = input.optional(input.text({ min: 1, max: 255 }));

/** The field `samlConfig`. */
export const samlConfigField = input.object<SamlConfigInput>({
  idpMetadata: input.optional(input.object({ metadata: input.optional(input.text({ max: 1_048_576 })) })),
  entryPoint: input.optional(input.text({ max: 2048 })),
  cert: input.optional(input.either(input.text({ max: 65_536 }), input.list(input.text({ max: 16_384 }), { max: 10 }))),
  identifierFormat: input.optional(input.text({ max: 255 })),
  mapping: input.optional(input.object({ email: attributeName, name: attributeName })),
});

const yearMs = 31_557_600_000;

/** The columns of a SAML provider. */
export type SamlColumns = Pick<SsoProviderRow, "samlConfig" | "certificatesExpireAt">;

/**
 * Returns the columns, with a new key pair of this service provider.
 * @throws {AuthError} `SAML_INVALID_METADATA`, also if the metadata is of another issuer, `SAML_INVALID_CERTIFICATE`
 */
export async function newSamlConfig(
  context: RequestContext,
  id: string,
  issuer: string,
  given: SamlConfigInput,
): Promise<SamlColumns> {
  const endpoint = await readEndpoint(context, issuer, given);
  const now = context.now().getTime();
  const keyPair = await createKeyPair({
    commonName: new URL(context.origin).hostname,
    notBefore: new Date(now - 86_400_000),
    notAfter: new Date(now + 10 * yearMs),
  });
  return columnsOf(context, id, endpoint, {
    mapping: given.mapping ?? {},
    identifierFormat: given.identifierFormat ?? null,
    keyPairs: [keyPair],
  });
}

/**
 * Returns the columns with these changes. The key pair stays, because the identity provider knows it.
 * @throws {AuthError} as for {@link newSamlConfig}
 */
export async function changedSamlConfig(
  context: RequestContext,
  row: SsoProviderRow,
  issuer: string,
  given: SamlConfigInput,
): Promise<SamlColumns> {
  const current = await decryptSamlConfig(context, row);
  if (!current) return newSamlConfig(context, row.id, issuer, given);
  const { entryPoint = current.entryPoint, cert = current.certificates } = given;
  const endpoint = await readEndpoint(context, issuer, { ...given, entryPoint, cert });
  return columnsOf(context, row.id, endpoint, {
    ...current,
    mapping: { ...current.mapping, ...given.mapping },
    identifierFormat: given.identifierFormat ?? current.identifierFormat,
  });
}

interface IdpEndpoint {
  readonly entryPoint: string;
  readonly certificates: readonly Certificate[];
}

async function columnsOf(
  context: RequestContext,
  id: string,
  { entryPoint, certificates }: IdpEndpoint,
  settings: Omit<SamlConfig, keyof IdpEndpoint>,
): Promise<SamlColumns> {
  const config = { ...settings, entryPoint, certificates: certificates.map(({ base64 }) => base64) };
  return {
    samlConfig: await encryptSamlConfig(context, id, config),
    certificatesExpireAt: new Date(Math.max(...certificates.map(({ notAfter }) => notAfter.getTime()))),
  };
}

async function readEndpoint(context: RequestContext, issuer: string, given: SamlConfigInput): Promise<IdpEndpoint> {
  const { idpMetadata, entryPoint = "", cert = [] } = given;
  try {
    if (idpMetadata?.metadata !== undefined) {
      const { readIdpMetadata } = await import("../saml/idp-metadata.ts");
      const { entityId, ssoUrl, certificates } = readIdpMetadata(idpMetadata.metadata, context.now());
      return entityId === issuer ? { entryPoint: ssoUrl, certificates } : failWith("SAML_INVALID_METADATA");
    }
    const isURL = URL.canParse(entryPoint) && /^https?:$/.test(new URL(entryPoint).protocol);
    return isURL ? { entryPoint, certificates: readCertificates(cert) } : failWith("SAML_INVALID_METADATA");
  } catch (error) {
    if (!(error instanceof SamlError)) throw error;
    const code = error.code === "SAML_INVALID_CERTIFICATE" ? error.code : "SAML_INVALID_METADATA";
    return failWith(code, { cause: error });
  }
}
