/** The responses of the plugin's calls, and how rows become them. */

import type { RequestContext } from "@latchkey/core/plugin";
import { boolean, date, list, literal, nullable, object, oneOf, type Shape, text } from "@latchkey/core/shapes";
import type {
  DnsRecord,
  RegisteredSsoProvider,
  RequestedVerification,
  SsoDomain,
  SsoProvider,
  SsoProviderWithDomains,
} from "./contract.ts";
import type { SsoSettings } from "./options.ts";
import { decryptConfig } from "./providers/config.ts";
import { domainsOf } from "./providers/store.ts";
import { readCertificate } from "./saml/certificates.ts";
import { decryptSamlConfig, spUrlsOf } from "./saml-sign-in/config.ts";
import type { RoleMapping, SsoDomainRow, SsoProviderRow } from "./tables.ts";

const recordOutput: Shape<DnsRecord> = object<DnsRecord>({ type: literal("TXT"), name: text, value: text });

/** A domain. */
export const domainOutput: Shape<SsoDomain> = object<SsoDomain>({
  id: text,
  organizationId: text,
  domain: text,
  verified: boolean,
  verifiedAt: nullable(date),
  lastCheckedAt: nullable(date),
  failingSince: nullable(date),
  createdAt: date,
  record: recordOutput,
});

/** Response of `/sso/domains`. */
export const domainsOutput: Shape<readonly SsoDomain[]> = list(domainOutput);

/** Response of `/sso/request-domain-verification`. */
export const requestedOutput: Shape<RequestedVerification> = object<RequestedVerification>({
  domainVerificationToken: text,
  records: list(recordOutput),
});

/** Returns the TXT record that proves a domain. */
export function recordOf(
  { tokenPrefix }: SsoSettings,
  { domain, token }: Pick<SsoDomainRow, "domain" | "token">,
): DnsRecord {
  return { type: "TXT", name: `_${tokenPrefix}.${domain}`, value: token };
}

/** Turns a row into what responses contain. */
export function presentDomain(settings: SsoSettings, row: SsoDomainRow): SsoDomain {
  const { id, organizationId, domain, verifiedAt, lastCheckedAt, failingSince, createdAt } = row;
  const times = { verifiedAt, lastCheckedAt, failingSince, createdAt };
  return { id, organizationId, domain, verified: row.verified !== null, ...times, record: recordOf(settings, row) };
}

const roleMappingOutput: Shape<RoleMapping> = object<RoleMapping>({ claim: text, equals: text, role: text });

const providerShapes = {
  providerId: text,
  type: oneOf("oidc", "saml"),
  organizationId: text,
  name: text,
  issuer: text,
  domain: text,
  domainVerified: boolean,
  oidcConfig: nullable(
    object<NonNullable<SsoProvider["oidcConfig"]>>({
      clientIdLastFour: text,
      scopes: list(text),
      tokenEndpointAuthentication: oneOf("client_secret_basic", "client_secret_post"),
    }),
  ),
  samlConfig: nullable(
    object<NonNullable<SsoProvider["samlConfig"]>>({
      entryPoint: text,
      certificate: list(object({ fingerprintSha256: text, notBefore: date, notAfter: date })),
      spMetadataUrl: text,
      entityId: text,
    }),
  ),
  roleMapping: nullable(list(roleMappingOutput)),
  enabled: boolean,
  redirectURI: text,
  lastUsedAt: nullable(date),
  createdAt: date,
} as const;

/** Response of `/sso/providers`. */
export const providersOutput: Shape<{ readonly providers: readonly SsoProvider[] }> = object<{
  readonly providers: readonly SsoProvider[];
}>({ providers: list(object<SsoProvider>(providerShapes)) });

/** A provider with its domains. */
export const providerOutput: Shape<SsoProviderWithDomains> = object<SsoProviderWithDomains>({
  ...providerShapes,
  domains: list(domainOutput),
});

/** Response of `/sso/register`. */
export const registeredOutput: Shape<RegisteredSsoProvider> = object<RegisteredSsoProvider>({
  ...providerShapes,
  domains: list(domainOutput),
  domainVerificationToken: nullable(text),
});

/** Returns the URL that a provider sends users back to. */
export function redirectURIOf({ origin, settings }: RequestContext, providerId: string): string {
  return `${origin}${settings.basePath}/sso/callback/${providerId}`;
}

/** Turns a row into what responses contain. @param domains those of the organization */
export async function presentProvider(
  context: RequestContext,
  settings: SsoSettings,
  row: SsoProviderRow,
  domains: readonly SsoDomainRow[],
): Promise<SsoProviderWithDomains> {
  const { providerId, organizationId, name, issuer, domain, roleMapping, enabled, lastUsedAt, createdAt } = row;
  const own = domains.filter((one) => domainsOf(row).includes(one.domain));
  const config = await decryptConfig(context, row);
  const saml = await decryptSamlConfig(context, row);
  const { entityId, acsUrl } = spUrlsOf(context, providerId);
  return {
    providerId,
    type: row.samlConfig === null ? "oidc" : "saml",
    organizationId: organizationId ?? "",
    name,
    issuer,
    domain,
    domainVerified: domainsOf(row).every((one) => own.some((found) => found.verified === one)),
    oidcConfig: config && {
      // All of a short one would be too much.
      clientIdLastFour: config.clientId.length < 8 ? "" : config.clientId.slice(-4),
      scopes: config.scopes,
      tokenEndpointAuthentication: config.tokenEndpointAuthentication,
    },
    samlConfig: saml && {
      entryPoint: saml.entryPoint,
      certificate: saml.certificates
        .map(readCertificate)
        .map(({ fingerprint, notBefore, notAfter }) => ({ fingerprintSha256: fingerprint, notBefore, notAfter })),
      spMetadataUrl: entityId,
      entityId,
    },
    roleMapping,
    enabled,
    redirectURI: saml ? acsUrl : redirectURIOf(context, providerId),
    lastUsedAt,
    createdAt,
    domains: own.map((one) => presentDomain(settings, one)),
  };
}
