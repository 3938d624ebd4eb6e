/** Sign-in with Microsoft, for work and school accounts of Entra ID and for personal accounts. */

import { toBase64 } from "../../../crypto/encoding.ts";
import type { ConfiguredProvider } from "../connection.ts";
import { defineBuiltIn } from "../define-provider.ts";
import type { Profile, ProfileSource, ProviderOptions } from "../provider.ts";
import { type JsonObject, readName, readObject, readSubject, readText } from "./profile-fields.ts";
import { checkBaseURL, checkChoice, checkClient, clientAuth, failOption } from "./provider-options.ts";

/** Options for Microsoft. */
export interface MicrosoftOptions extends ProviderOptions {
  /**
   * Who can sign in: anyone (`common`), users from any organization (`organizations`), users with a personal account
   * (`consumers`), or users from one tenant (the tenant's ID). Default: `common`.
   */
  readonly tenantId?: "common" | "organizations" | "consumers" | (string & {}) | undefined;
  /** Authority URL, for national clouds. Default: `https://login.microsoftonline.com`. */
  readonly authority?: string | undefined;
  /** Width of the profile photo in pixels. The photo is stored as a data URL. Default: 48. */
  readonly profilePhotoSize?: 48 | 64 | 96 | 120 | 240 | 360 | 432 | 504 | 648 | undefined;
  /** Whether to skip profile photos. Default: false. */
  readonly disableProfilePhoto?: boolean | undefined;
  /** Origin of a single-page app registration. Microsoft requires it in token requests. */
  readonly spaOrigin?: string | undefined;
}

/**
 * Creates a provider for sign-in with Microsoft.
 * @throws {Error} if an option is missing or invalid, with its path, such as `socialProviders.microsoft.clientId`
 */
export function microsoft(options: MicrosoftOptions): ConfiguredProvider {
  checkClient("microsoft", options);
  const { profilePhotoSize: size = 48, spaOrigin } = options;
  checkChoice("microsoft", "profilePhotoSize", size, [48, 64, 96, 120, 240, 360, 432, 504, 648]);
  const tenant = checkTenant(options.tenantId ?? "common");
  const authority = checkBaseURL("microsoft", "authority", options.authority ?? "https://login.microsoftonline.com");
  const base = `${authority}/${tenant}`;
  const photo = options.disableProfilePhoto ? null : photoURL(authority, size);
  return defineBuiltIn({
    id: "microsoft",
    name: "Microsoft",
    options,
    authorization: {
      endpoint: `${base}/oauth2/v2.0/authorize`,
      scopes: ["openid", "profile", "email", "User.Read", "offline_access"],
      pkce: true,
      nonce: true,
    },
    token: {
      endpoint: `${base}/oauth2/v2.0/token`,
      auth: clientAuth(options, "client_secret_post"),
      refresh: "rotates",
      // Responses never list `offline_access` among the scopes, but refreshing requires it.
      refreshParameters: (_, signIn) =>
        signIn ? { scope: [...new Set([...signIn.scopes, "offline_access"])].join(" ") } : {},
      ...(spaOrigin !== undefined && { headers: { origin: spaOrigin } }),
    },
    idToken: {
      issuer: ({ tid }) => (isAllowedTenant(tenant, tid) ? `${authority}/${tid}/v2.0` : null),
      jwksUri: `${base}/discovery/v2.0/keys`,
      algorithms: ["RS256"],
      maxAge: 3600,
      nonce: "exact",
      allowsDirectSignIn: true,
    },
    missingEmail: "reject",
    async fetchProfile(source: ProfileSource): Promise<Profile> {
      const raw = readObject(source.claims, "Microsoft's ID token");
      return {
        id: readSubject(raw.sub),
        name: readName(raw.name, raw.preferred_username),
        email: readText(raw.email),
        emailVerified: isVerified(raw),
        image: photo && (await fetchPhoto(photo, source)),
        raw,
      };
    },
  });
}

const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The tenant for personal accounts. */
const personalTenantId = "9188040d-6c67-4c5b-b112-36a304b66dad";

function checkTenant(tenantId: string): string {
  const tenant = String(tenantId).toLowerCase();
  if (["common", "organizations", "consumers"].includes(tenant) || guid.test(tenant)) return tenant;
  // Tokens contain only the tenant's ID, so a domain couldn't be compared with them.
  return failOption(
    "microsoft",
    "tenantId",
    `is "${tenantId}". Use "common", "organizations", "consumers", or the tenant's ID (a GUID, not a domain).`,
  );
}

/** Tokens of all tenants are signed with the same keys, so the tenant has to be checked. */
function isAllowedTenant(tenant: string, tid: unknown): boolean {
  if (typeof tid !== "string" || !guid.test(tid)) return false;
  if (tenant === "common") return true;
  if (tenant === "organizations") return tid !== personalTenantId;
  return tid === (tenant === "consumers" ? personalTenantId : tenant);
}

/**
 * Whether the email is verified. A tenant's admin can enter any email, so `email` alone proves nothing. The email
 * counts as verified if Microsoft says that it or its domain's owner was verified.
 */
function isVerified(claims: JsonObject): boolean {
  const { xms_edov: ownsDomain, email_verified: flag } = claims;
  const email = readText(claims.email)?.toLowerCase();
  if (email === undefined) return false;
  if (ownsDomain === true || ownsDomain === 1 || ownsDomain === "1" || ownsDomain === "true" || flag === true)
    return true;
  const verified = [claims.verified_primary_email, claims.verified_secondary_email].flat();
  return verified.some((address) => readText(address)?.toLowerCase() === email);
}

function photoURL(authority: string, size: number): string {
  const graph = graphHosts[new URL(authority).hostname] ?? "graph.microsoft.com";
  return `https://${graph}/v1.0/me/photos/${size}x${size}/$value`;
}

/** Microsoft Graph hosts of the national clouds. */
const graphHosts: Readonly<Record<string, string>> = {
  "login.microsoftonline.us": "graph.microsoft.us",
  "login.partner.microsoftonline.cn": "microsoftgraph.chinacloudapi.cn",
  "login.chinacloudapi.cn": "microsoftgraph.chinacloudapi.cn",
};

/** Most users have no photo, and a missing one must not prevent the sign-in. */
async function fetchPhoto(url: string, { tokens, fetchBytes }: ProfileSource): Promise<string | null> {
  if (!fetchBytes || !tokens.accessToken) return null;
  try {
    return `data:image/jpeg;base64,${toBase64(await fetchBytes(url, { headers: { accept: "image/jpeg" } }))}`;
  } catch {
    return null;
  }
}
