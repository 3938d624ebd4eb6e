/** The stored part of a SAML provider's registration, which is encrypted, and the URLs of this service provider. */

import { createPrivateKey, type KeyObject } from "node:crypto";
import type { AuthContext, RequestContext } from "@latchkey/core/plugin";
import { readCertificate } from "../saml/certificates.ts";
import { createKeyPair, type KeyPair } from "../saml/self-signed.ts";
import type { TrustedKeys } from "../saml/signature.ts";
import type { SsoProviderRow } from "../tables.ts";

/** The names of the attributes with the user's email and name. */
export interface SamlMapping {
  /** Default: the names that Okta, Entra, Google, Keycloak, and LDAP use, or else a name ID in email format. */
  readonly email?: string | undefined;
  /** Default: the names that these providers use, or else the given name and the family name. */
  readonly name?: string | undefined;
}

/** The URLs at which an identity provider receives logout messages. */
export interface SamlLogoutURLs {
  readonly requestURL: string;
  readonly responseURL: string;
}

/** The registration of an identity provider. */
export interface SamlConfig {
  /** URL for sign-in requests. */
  readonly entryPoint: string;
  /** The certificates that it signs with, as base64. */
  readonly certificates: readonly string[];
  readonly mapping: SamlMapping;
  /** The format of the name ID to request. `null` lets the provider decide. */
  readonly identifierFormat: string | null;
  /** The URLs for logout messages, with the redirect binding. `null` if there's no single logout. */
  readonly logout: SamlLogoutURLs | null;
  /** This service provider's keys for the identity provider, starting with the one to sign with. */
  readonly keyPairs: readonly KeyPair[];
}

/** Encrypts a configuration. It's bound to its provider's row. */
export function encryptSamlConfig({ keys }: AuthContext, id: string, config: SamlConfig): Promise<string> {
  return keys.encryption("sso-saml").encrypt(JSON.stringify(config), id);
}

/**
 * Decrypts a configuration. Returns `null` if it isn't a SAML provider, or if the secret that it was encrypted with is
 * no longer configured.
 */
export async function decryptSamlConfig(
  { keys }: AuthContext,
  { id, samlConfig }: Pick<SsoProviderRow, "id" | "samlConfig">,
): Promise<SamlConfig | null> {
  const text = samlConfig === null ? null : await keys.encryption("sso-saml").decrypt(samlConfig, id);
  return text === null ? null : (JSON.parse(text) as SamlConfig);
}

/** Returns the columns for a configuration. Resets the notices about its certificates. */
export async function samlColumns(
  context: AuthContext,
  id: string,
  config: SamlConfig,
): Promise<Pick<SsoProviderRow, "samlConfig" | "certificatesExpireAt" | "certificateNotices">> {
  const ends = config.certificates.map((certificate) => readCertificate(certificate).notAfter.getTime());
  return {
    samlConfig: await encryptSamlConfig(context, id, config),
    certificatesExpireAt: new Date(Math.max(...ends)),
    certificateNotices: 0,
  };
}

const yearMs = 31_557_600_000;

/** Creates this service provider's key pair for an identity provider. Its certificate is valid for ten years. */
export function newKeyPair(context: AuthContext, commonName: string): Promise<KeyPair> {
  const now = context.now().getTime();
  return createKeyPair({
    commonName,
    notBefore: new Date(now - 86_400_000),
    notAfter: new Date(now + 10 * yearMs),
  });
}

/** Returns the URLs for logout messages. `null` if there's no URL for requests. */
export function logoutURLs(requestURL: string | null | undefined, responseURL = requestURL): SamlLogoutURLs | null {
  return requestURL && responseURL ? { requestURL, responseURL } : null;
}

/** This service provider's URLs for an identity provider. */
export interface SpUrls {
  /** The entity ID, which is also the URL of the metadata. */
  readonly entityId: string;
  readonly acsUrl: string;
  /** The URL for logout messages. */
  readonly sloUrl: string;
}

/** Returns the URLs to enter at an identity provider. */
export function spUrlsOf({ origin, settings }: RequestContext, providerId: string): SpUrls {
  const base = `${origin}${settings.basePath}/sso/saml2/sp`;
  return {
    entityId: `${base}/metadata?providerId=${encodeURIComponent(providerId)}`,
    acsUrl: `${base}/acs/${encodeURIComponent(providerId)}`,
    sloUrl: `${base}/slo/${encodeURIComponent(providerId)}`,
  };
}

/** Returns the keys that verify the identity provider's messages. */
export function trustedKeysOf({ certificates }: SamlConfig, now: Date): TrustedKeys {
  return { certificates: certificates.map(readCertificate), now };
}

/** Returns this service provider's private keys. */
export function privateKeysOf({ keyPairs }: SamlConfig): readonly KeyObject[] {
  return keyPairs.map(({ privateKey }) => createPrivateKey(privateKey));
}
