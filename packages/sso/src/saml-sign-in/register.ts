/** Reads the registration of a SAML provider. */

import { type AuthContext, input, type RequestContext } from "@latchkey/core/plugin";
import type { SamlConfigInput } from "../call-types.ts";
import { failWith } from "../errors.ts";
import type { SsoSettings } from "../options.ts";
import { type Certificate, readCertificates } from "../saml/certificates.ts";
import { SamlError } from "../saml/errors.ts";
import type { KeyPair } from "../saml/self-signed.ts";
import type { SsoProviderRow } from "../tables.ts";
import { decryptSamlConfig, logoutURLs, newKeyPair, type SamlConfig, samlColumns } from "./config.ts";
import { fetchNewMetadata } from "./fetch-metadata.ts";

const attributeName = input.optional(input.text({ min: 1, max: 255 }));

/** The `samlConfig` field. */
export const samlConfigField = input.object<SamlConfigInput>({
  metadataUrl: input.optional(input.nullable(input.text({ max: 2048 }))),
  idpMetadata: input.optional(input.object({ metadata: input.optional(input.text({ max: 1_048_576 })) })),
  entryPoint: input.optional(input.text({ max: 2048 })),
  cert: input.optional(input.either(input.text({ max: 65_536 }), input.list(input.text({ max: 16_384 }), { max: 10 }))),
  logoutUrl: input.optional(input.nullable(input.text({ max: 2048 }))),
  identifierFormat: input.optional(input.text({ max: 255 })),
  mapping: input.optional(input.object({ email: attributeName, name: attributeName })),
});

/** The columns of a SAML provider. */
export type SamlColumns = Pick<
  SsoProviderRow,
  "samlConfig" | "certificatesExpireAt" | "certificateNotices" | "metadataURL" | "metadataCheckedAt" | "metadataProblem"
>;

/** The columns of other providers. */
export const noSaml: SamlColumns = {
  samlConfig: null,
  certificatesExpireAt: null,
  certificateNotices: 0,
  metadataURL: null,
  metadataCheckedAt: null,
  metadataProblem: null,
};

/**
 * Returns the columns of a new provider, with a new key pair for this service provider.
 * @throws {AuthError} `SAML_INVALID_METADATA` if the metadata is invalid or from a different issuer;
 * `SAML_INVALID_CERTIFICATE`
 */
export async function newSamlConfig(
  context: RequestContext,
  settings: SsoSettings,
  id: string,
  issuer: string,
  given: SamlConfigInput,
): Promise<SamlColumns> {
  const endpoint = await readEndpoint(context, issuer, await withMetadata(context, settings, given));
  return newColumns(
    context,
    { id, endpoint, keyPair: await newKeyPair(context, new URL(context.origin).hostname) },
    given,
  );
}

/** The identifiers of an imported provider. */
interface ImportedNames {
  readonly id: string;
  readonly issuer: string;
  /** For the certificate of this service provider. */
  readonly commonName: string;
}

/**
 * Returns the columns of an imported provider, with a new key pair for this service provider. Doesn't send a request.
 * @throws {AuthError} as for {@link newSamlConfig}
 */
export async function importedSamlConfig(
  context: AuthContext,
  { id, issuer, commonName }: ImportedNames,
  given: SamlConfigInput,
): Promise<SamlColumns> {
  const endpoint = await readEndpoint(context, issuer, given);
  return newColumns(context, { id, endpoint, keyPair: await newKeyPair(context, commonName) }, given);
}

interface NewSaml {
  readonly id: string;
  readonly endpoint: IdpEndpoint;
  readonly keyPair: KeyPair;
}

async function newColumns(
  context: AuthContext,
  { id, endpoint, keyPair }: NewSaml,
  { mapping = {}, identifierFormat, metadataUrl = null }: SamlConfigInput,
): Promise<SamlColumns> {
  const config = configOf(endpoint, { mapping, identifierFormat: identifierFormat ?? null, keyPairs: [keyPair] });
  return { ...(await samlColumns(context, id, config)), ...metadataColumns(context, metadataUrl) };
}

/**
 * Returns the changed columns. Keeps the key pair, because the identity provider knows it.
 * @throws {AuthError} as for {@link newSamlConfig}
 */
export async function changedSamlConfig(
  context: RequestContext,
  settings: SsoSettings,
  row: SsoProviderRow,
  issuer: string,
  given: SamlConfigInput,
): Promise<Partial<SamlColumns>> {
  const current = await decryptSamlConfig(context, row);
  if (!current) return newSamlConfig(context, settings, row.id, issuer, given);
  const { entryPoint = current.entryPoint, cert = current.certificates } = given;
  const complete = await withMetadata(context, settings, given);
  const read = await readEndpoint(context, issuer, { ...complete, entryPoint, cert });
  const isUnchanged = complete.idpMetadata?.metadata === undefined && given.logoutUrl === undefined;
  const endpoint = isUnchanged ? { ...read, logout: current.logout } : read;
  const config = configOf(endpoint, {
    ...current,
    mapping: { ...current.mapping, ...given.mapping },
    identifierFormat: given.identifierFormat ?? current.identifierFormat,
  });
  // Values that were entered manually must not be overwritten the next day.
  const isManual = [given.idpMetadata?.metadata, given.cert, given.entryPoint].some((value) => value !== undefined);
  const metadataURL = isManual ? (given.metadataUrl ?? null) : given.metadataUrl;
  return {
    ...(await samlColumns(context, row.id, config)),
    ...(metadataURL === undefined ? {} : metadataColumns(context, metadataURL)),
  };
}

function metadataColumns(
  context: AuthContext,
  metadataURL: string | null,
): Pick<SamlColumns, "metadataURL" | "metadataCheckedAt" | "metadataProblem"> {
  return { metadataURL, metadataCheckedAt: metadataURL === null ? null : context.now(), metadataProblem: null };
}

/** Fetches the metadata if only its URL is given. @throws {AuthError} the codes of {@link fetchNewMetadata} */
async function withMetadata(
  context: RequestContext,
  settings: SsoSettings,
  given: SamlConfigInput,
): Promise<SamlConfigInput> {
  const { metadataUrl } = given;
  if (!metadataUrl) return given;
  return { ...given, idpMetadata: { metadata: await fetchNewMetadata(context, settings, metadataUrl) } };
}

interface IdpEndpoint extends Pick<SamlConfig, "entryPoint" | "logout"> {
  readonly certificates: readonly Certificate[];
}

function configOf({ certificates, ...urls }: IdpEndpoint, settings: Omit<SamlConfig, keyof IdpEndpoint>): SamlConfig {
  return { ...settings, ...urls, certificates: certificates.map(({ base64 }) => base64) };
}

async function readEndpoint(context: AuthContext, issuer: string, given: SamlConfigInput): Promise<IdpEndpoint> {
  const { idpMetadata, entryPoint = "", cert = [], logoutUrl } = given;
  try {
    if (![entryPoint, logoutUrl].every((url) => !url || isWebURL(url))) return failWith("SAML_INVALID_METADATA");
    if (idpMetadata?.metadata !== undefined) {
      const { readIdpMetadata } = await import("../saml/idp-metadata.ts");
      const { entityId, ssoUrl, certificates, ...slo } = readIdpMetadata(idpMetadata.metadata, context.now());
      if (entityId !== issuer) return failWith("SAML_INVALID_METADATA");
      const sloUrl = logoutUrl === undefined ? slo.sloUrl : logoutUrl;
      return { entryPoint: ssoUrl, certificates, logout: logoutURLs(sloUrl, slo.sloResponseUrl) };
    }
    if (entryPoint === "") return failWith("SAML_INVALID_METADATA");
    return { entryPoint, certificates: readCertificates(cert), logout: logoutURLs(logoutUrl) };
  } catch (error) {
    if (!(error instanceof SamlError)) throw error;
    const code = error.code === "SAML_INVALID_CERTIFICATE" ? error.code : "SAML_INVALID_METADATA";
    return failWith(code, { cause: error });
  }
}

function isWebURL(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
