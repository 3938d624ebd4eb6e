/** Sign-in with Microsoft: work and school accounts of Entra ID, and personal ones. */

import { toBase64 } from "../../../crypto/encoding.ts";
import type { Profile, ProfileSource, ProviderOptions, SocialProvider } from "../provider.ts";
import { type Fields, readName, readObject, readSubject, readText } from "./fields.ts";
import { checkBase, checkChoice, checkClient, clientAuth, refuse } from "./options.ts";

export interface MicrosoftOptions extends ProviderOptions {
  /**
   * Who may sign in: everybody (`common`), people of any organization, people with a personal account, or those of one
   * tenant, named by its id. Default: `common`.
   */
  readonly tenantId?: "common" | "organizations" | "consumers" | (string & {}) | undefined;
  /** Of a national cloud. Default: `https://login.microsoftonline.com`. */
  readonly authority?: string | undefined;
  /** Width of the picture, which becomes a data URL. Default: 48. */
  readonly profilePhotoSize?: 48 | 64 | 96 | 120 | 240 | 360 | 432 | 504 | 648 | undefined;
  /** Nobody gets a picture. Default: false. */
  readonly disableProfilePhoto?: boolean | undefined;
  /** Of a single-page registration, whose token requests have to name the page's origin. */
  readonly spaOrigin?: string | undefined;
}

export function microsoft(options: MicrosoftOptions): SocialProvider {
  checkClient("microsoft", options);
  const { profilePhotoSize: size = 48, spaOrigin } = options;
  checkChoice("microsoft", "profilePhotoSize", size, [48, 64, 96, 120, 240, 360, 432, 504, 648]);
  const tenant = checkTenant(options.tenantId ?? "common");
  const authority = checkBase("microsoft", "authority", options.authority ?? "https://login.microsoftonline.com");
  const base = `${authority}/${tenant}`;
  const photo = options.disableProfilePhoto ? null : photoAddress(authority, size);
  return {
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
      // `offline_access` is never among the scopes of an answer, and yet nothing can be refreshed without it.
      refreshParameters: (_, signIn) =>
        signIn ? { scope: [...new Set([...signIn.scopes, "offline_access"])].join(" ") } : {},
      ...(spaOrigin !== undefined && { headers: { origin: spaOrigin } }),
    },
    idToken: {
      issuer: ({ tid }) => (mayComeFrom(tenant, tid) ? `${authority}/${tid}/v2.0` : null),
      jwksUri: `${base}/discovery/v2.0/keys`,
      algorithms: ["RS256"],
      maxAge: 3600,
      nonce: "exact",
      direct: true,
    },
    missingEmail: "reject",
    async fetchProfile(source: ProfileSource): Promise<Profile> {
      const raw = readObject(source.claims, "Microsoft's id token");
      return {
        id: readSubject(raw.sub),
        name: readName(raw.name, raw.preferred_username),
        email: readText(raw.email),
        emailVerified: isVerified(raw),
        image: photo && (await fetchPhoto(photo, source)),
        raw,
      };
    },
  };
}

const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Whom personal accounts belong to. */
const personal = "9188040d-6c67-4c5b-b112-36a304b66dad";

function checkTenant(tenantId: string): string {
  const tenant = String(tenantId).toLowerCase();
  if (["common", "organizations", "consumers"].includes(tenant) || guid.test(tenant)) return tenant;
  // The tokens name the id alone, so a domain could not be compared with them.
  return refuse(
    "microsoft",
    "tenantId",
    `is "${tenantId}": give "common", "organizations", "consumers" or the tenant's id (a GUID, not a domain).`,
  );
}

/** Tokens of all tenants are signed with the same keys, so it is the tenant that has to be checked. */
function mayComeFrom(tenant: string, tid: unknown): boolean {
  if (typeof tid !== "string" || !guid.test(tid)) return false;
  if (tenant === "common") return true;
  if (tenant === "organizations") return tid !== personal;
  return tid === (tenant === "consumers" ? personal : tenant);
}

/**
 * An administrator can write any address into an account, so `email` alone proves nothing: it counts where Microsoft
 * says that the owner of the domain was verified, or that this address was.
 */
function isVerified(claims: Fields): boolean {
  const { xms_edov: ownsDomain, email_verified: flag } = claims;
  const email = readText(claims.email)?.toLowerCase();
  if (email === undefined) return false;
  if (ownsDomain === true || ownsDomain === 1 || ownsDomain === "1" || ownsDomain === "true" || flag === true)
    return true;
  const verified = [claims.verified_primary_email, claims.verified_secondary_email].flat();
  return verified.some((address) => readText(address)?.toLowerCase() === email);
}

function photoAddress(authority: string, size: number): string {
  const graph = graphHosts[new URL(authority).hostname] ?? "graph.microsoft.com";
  return `https://${graph}/v1.0/me/photos/${size}x${size}/$value`;
}

/** Of the national clouds. */
const graphHosts: Readonly<Record<string, string>> = {
  "login.microsoftonline.us": "graph.microsoft.us",
  "login.partner.microsoftonline.cn": "microsoftgraph.chinacloudapi.cn",
  "login.chinacloudapi.cn": "microsoftgraph.chinacloudapi.cn",
};

/** Most people have none, and nobody is turned away for it. */
async function fetchPhoto(url: string, { tokens, fetchBytes }: ProfileSource): Promise<string | null> {
  if (!fetchBytes || !tokens.accessToken) return null;
  try {
    return `data:image/jpeg;base64,${toBase64(await fetchBytes(url, { headers: { accept: "image/jpeg" } }))}`;
  } catch {
    return null;
  }
}
