/** The plugin's response shapes, and functions that turn rows into responses. */

import type { RequestContext } from "@latchkey/core/plugin";
import { boolean, date, list, literal, nullable, object, oneOf, record, type Shape, text } from "@latchkey/core/shapes";
import type {
  AllSsoDomains,
  AllSsoProviders,
  DnsRecord,
  OrganizationNames,
  RegisteredSsoProvider,
  RequestedVerification,
  SsoDomain,
  SsoProvider,
  SsoProviderWithDomains,
} from "./call-types.ts";
import type { SsoSettings } from "./options.ts";
import { decryptConfig } from "./providers/config.ts";
import { defaultRoleOf, syncsRoles } from "./providers/roles.ts";
import { domainsOf, typeOf } from "./providers/store.ts";
import { readCertificate } from "./saml/certificates.ts";
import { decryptSamlConfig, spUrlsOf } from "./saml-sign-in/config.ts";
import { enforcements, type RoleMapping, type SsoDomainRow, type SsoProviderRow } from "./tables.ts";

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
  enforcement: oneOf(...enforcements),
  providerId: nullable(text),
  createdAt: date,
  record: recordOutput,
});

/** Response from `/sso/domains`. */
export const domainsOutput: Shape<readonly SsoDomain[]> = list(domainOutput);

/** Response from `/sso/request-domain-verification`. */
export const requestedOutput: Shape<RequestedVerification> = object<RequestedVerification>({
  domainVerificationToken: text,
  records: list(recordOutput),
});

/** Returns the TXT record that verifies a domain. */
export function recordOf(
  { tokenPrefix }: SsoSettings,
  { domain, token }: Pick<SsoDomainRow, "domain" | "token">,
): DnsRecord {
  return { type: "TXT", name: `_${tokenPrefix}.${domain}`, value: token };
}

/** Converts a domain's row to the form that responses use. */
export function presentDomain(settings: SsoSettings, row: SsoDomainRow): SsoDomain {
  const { id, organizationId, domain, verifiedAt, lastCheckedAt, failingSince, createdAt } = row;
  const times = { verifiedAt, lastCheckedAt, failingSince, createdAt };
  const { enforcement, providerId } = row;
  const record = recordOf(settings, row);
  return { id, organizationId, domain, verified: row.verified !== null, enforcement, providerId, ...times, record };
}

const organizationsOutput: Shape<OrganizationNames> = record(object<OrganizationNames[string]>({ name: text }));

/** Response from `/sso/list-all-domains`. */
export const allDomainsOutput: Shape<AllSsoDomains> = object<AllSsoDomains>({
  domains: list(domainOutput),
  organizations: organizationsOutput,
  nextCursor: nullable(text),
});

const roleMappingOutput: Shape<RoleMapping> = object<RoleMapping>({ claim: text, equals: text, role: text });

type PresentedCertificate = NonNullable<SsoProvider["samlConfig"]>["certificate"][number];

const certificateOutput: Shape<PresentedCertificate> = object<PresentedCertificate>({
  fingerprintSha256: text,
  notBefore: date,
  notAfter: date,
});

function presentCertificate(certificate: string): PresentedCertificate {
  const { fingerprint, notBefore, notAfter } = readCertificate(certificate);
  return { fingerprintSha256: fingerprint, notBefore, notAfter };
}

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
      certificate: list(certificateOutput),
      spCertificate: list(certificateOutput),
      metadataUrl: nullable(text),
      metadataProblem: nullable(text),
      logoutUrl: nullable(text),
      spMetadataUrl: text,
      entityId: text,
    }),
  ),
  roleMapping: nullable(list(roleMappingOutput)),
  defaultRole: text,
  syncRoles: boolean,
  enabled: boolean,
  redirectURI: text,
  lastUsedAt: nullable(date),
  createdAt: date,
} as const;

/** A provider without its domains. */
export const providerSummaryOutput: Shape<SsoProvider> = object<SsoProvider>(providerShapes);

/** Response from `/sso/providers`. */
export const providersOutput: Shape<{ readonly providers: readonly SsoProvider[] }> = object<{
  readonly providers: readonly SsoProvider[];
}>({ providers: list(providerSummaryOutput) });

/** Response from `/sso/list-all-providers`. */
export const allProvidersOutput: Shape<AllSsoProviders> = object<AllSsoProviders>({
  providers: list(providerSummaryOutput),
  organizations: organizationsOutput,
  nextCursor: nullable(text),
});

/** A provider with its domains. */
export const providerOutput: Shape<SsoProviderWithDomains> = object<SsoProviderWithDomains>({
  ...providerShapes,
  domains: list(domainOutput),
});

/** Response from `/sso/register`. */
export const registeredOutput: Shape<RegisteredSsoProvider> = object<RegisteredSsoProvider>({
  ...providerShapes,
  domains: list(domainOutput),
  domainVerificationToken: nullable(text),
});

/** Returns the URL of the app's endpoints. */
export function baseURLOf({ origin, settings }: RequestContext): string {
  return `${origin}${settings.basePath}`;
}

/** Returns the provider's own redirect URI. */
export function redirectURIOf(baseURL: string, providerId: string): string {
  return `${baseURL}/sso/callback/${providerId}`;
}

/** Returns the redirect URI that several providers share. `null` if the app has none. */
export function sharedRedirectURIOf(baseURL: string, { redirectURI }: SsoSettings): string | null {
  return redirectURI?.startsWith("/") ? `${baseURL}${redirectURI}` : redirectURI;
}

/** Converts a provider's row to the form that responses use. @param domains the organization's domains */
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
  const baseURL = baseURLOf(context);
  const shared = config?.usesSharedRedirect ? sharedRedirectURIOf(baseURL, settings) : null;
  return {
    providerId,
    type: typeOf(row),
    organizationId: organizationId ?? "",
    name,
    issuer,
    domain,
    domainVerified: domainsOf(row).every((one) => own.some((found) => found.verified === one)),
    oidcConfig: config && {
      // The last four characters of a short ID would reveal too much of it.
      clientIdLastFour: config.clientId.length < 8 ? "" : config.clientId.slice(-4),
      scopes: config.scopes,
      tokenEndpointAuthentication: config.tokenEndpointAuthentication,
    },
    samlConfig: saml && {
      entryPoint: saml.entryPoint,
      certificate: saml.certificates.map(presentCertificate),
      spCertificate: saml.keyPairs.map(({ certificate }) => presentCertificate(certificate)),
      metadataUrl: row.metadataURL,
      metadataProblem: row.metadataProblem,
      logoutUrl: saml.logout?.requestURL ?? null,
      spMetadataUrl: entityId,
      entityId,
    },
    roleMapping,
    defaultRole: defaultRoleOf(row),
    syncRoles: syncsRoles(settings, row),
    enabled,
    redirectURI: saml ? acsUrl : (shared ?? redirectURIOf(baseURL, providerId)),
    lastUsedAt,
    createdAt,
    domains: own.map((one) => presentDomain(settings, one)),
  };
}
