/** Services that one plugin provides and others use, so that plugins can work together without importing each other. */

import type { Permissions } from "../access/access-control.ts";
import type { Adapter } from "../database/adapter.ts";
import type { ActiveSession } from "../tables/session.ts";
import type { AuthContext, RequestContext } from "./context.ts";
import type { OrganizationAccess, OrganizationScope } from "./organization-access.ts";

/** The services that core knows. Plugins add their own with {@link LatchkeyServices}. */
export interface Services extends LatchkeyServices {
  readonly tokenSigner?: TokenSigner;
  readonly organizationAccess?: OrganizationAccess;
  readonly deviceClients?: DeviceClients;
  readonly deviceGrants?: DeviceGrants;
  readonly emailChangeProof?: EmailChangeProof;
  readonly organizationDomains?: OrganizationDomains;
  readonly setupLinks?: SetupLinks;
  readonly directoryRoles?: DirectoryRoles;
}

declare global {
  /** What plugins provide to others, by name. They extend this interface with optional keys. */
  interface LatchkeyServices {}
}

/** The name of a service. */
export type ServiceName = keyof Services;

/** A JWT to sign. */
export interface TokenToSign {
  /** The header's `typ`, which keeps tokens of one kind from being used as another. RFC 8725, section 3.11. */
  readonly type: string;
  /** All claims. Times are in seconds since 1970. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** The algorithm. Default: the signer's first one. */
  readonly algorithm?: string | undefined;
}

/** Signs JWTs that others can verify with public keys. */
export interface TokenSigner {
  /** Where the public keys are: a path relative to the base path, or a URL. */
  readonly keySet: { readonly path: string } | { readonly url: string };
  /** The algorithms that it signs with, the default one first. */
  readonly algorithms: readonly string[];
  /** Signs a token. The first call can create a key. */
  sign(context: AuthContext, token: TokenToSign): Promise<string>;
  /**
   * Verifies a token that it signed itself and returns its claims. `null` if the signature, the type, or a time doesn't
   * match. Compare the issuer and the audience yourself.
   * @param ignoreExpiry whether to accept an expired token, such as the hint in a sign-out request
   */
  verify(
    context: AuthContext,
    token: string,
    expected: { readonly type: string; readonly ignoreExpiry?: boolean },
  ): Promise<Readonly<Record<string, unknown>> | null>;
}

/** Email domains that organizations have verified. Provided by the SSO plugin. */
export interface OrganizationDomains {
  /**
   * Whether the organization has verified the email's domain. Only the exact domain matches, not its subdomains. One
   * query.
   */
  owns(db: Adapter, organizationId: string, email: string): Promise<boolean>;
}

/** Roles that directories give to the members of their organization. Provided by the SCIM plugin. */
export interface DirectoryRoles {
  /**
   * Whether a directory manages a member's role: it's on, the user is active in it, and one of its groups is mapped to
   * a role. At most two queries.
   */
  managesRoleOf(db: Adapter, organizationId: string, userId: string): Promise<boolean>;
}

/** Links that let someone without an account set something up for an organization. Provided by the SSO plugin. */
export interface SetupLinks {
  /**
   * Returns the setup that this browser opened with a link. `null` if there's none, if it has ended, or if the link or
   * its creator doesn't permit this. At most five queries, and none without the browser's cookie.
   */
  find(context: RequestContext, permissions: Permissions): Promise<OpenSetup | null>;
}

/** A setup that a browser opened with a link. */
export interface OpenSetup {
  /** Identifies the link in the audit log. */
  readonly linkId: string;
  /** `lock` also rejects the request if the link was replaced or its creator lost the permissions since it was read. */
  readonly scope: OrganizationScope;
}

/** Accepts a second factor instead of a confirmation from the current email. Provided by the step-up plugin. */
export interface EmailChangeProof {
  /**
   * Requires a second factor that was proven in the last 10 minutes. Each proof confirms one change. One query, plus
   * those of plugins if it throws.
   * @throws {AuthError} `SESSION_NOT_FRESH` if there's no such proof
   */
  require(context: RequestContext, active: ActiveSession): Promise<void>;
}

/** The OAuth clients that can sign users in on a device. Provided by the OAuth provider. */
export interface DeviceClients {
  /**
   * Authenticates the client and checks what it asks for. One query, and more if resources, a client assertion, or an
   * outdated metadata document have to be checked.
   * @throws {AuthError} with OAuth's codes
   */
  authorize(
    context: RequestContext,
    credentials: ClientCredentialsInput,
    asked: { readonly scopes: readonly string[]; readonly resources: readonly string[] },
  ): Promise<AuthorizedDeviceClient>;
}

/** The parameters that an OAuth client can authenticate with, in addition to the header. */
export interface ClientCredentialsInput {
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
  readonly client_assertion?: string | undefined;
  readonly client_assertion_type?: string | undefined;
}

/** A client that asks for a device's sign-in. */
export interface AuthorizedDeviceClient {
  readonly clientId: string;
  /** What users see. */
  readonly name: string;
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
}

/** Devices' requests that users approved for OAuth clients. Provided by the device authorization plugin. */
export interface DeviceGrants {
  /**
   * Returns a client's request once it's approved. Doesn't spend the code. One query, and one or two more while it's
   * pending.
   * @throws {AuthError} with the codes of RFC 8628, section 3.5, until it's approved
   */
  find(context: RequestContext, deviceCode: string, clientId: string): Promise<ApprovedDevice>;
  /** Spends the code. Returns `true` to exactly one of any number of concurrent callers. One query. */
  spend(db: Adapter, approved: ApprovedDevice): Promise<boolean>;
  /**
   * Voids the requests that were approved for OAuth clients, but haven't been spent. One query.
   * @param of limits it to a user, a client, or both
   */
  revoke(db: Adapter, of: { readonly userId?: string; readonly clientId?: string }): Promise<void>;
}

/** A device's request that a user approved. */
export interface ApprovedDevice {
  readonly id: string;
  /** When the device asked. */
  readonly requestedAt: Date;
  readonly userId: string;
  /** The user's `epoch` when they approved. The approval is void if it has changed since. */
  readonly userEpoch: number;
  /** The session in which they approved. It can have ended. */
  readonly sessionId: string | null;
  /** The factors that they had proven in it, with the times. */
  readonly proofs: Readonly<Record<string, number>> | null;
  readonly verifiedEmail: string | null;
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
}

/** Returns a service, or `null` if no plugin provides it. */
export function findService<N extends ServiceName>(
  { extensions }: AuthContext,
  name: N,
): NonNullable<Services[N]> | null {
  // The context's type can't refer to `Services`, because services take the context.
  return (extensions.services as Services)[name] ?? null;
}

/**
 * Returns a service that the plugin lists in `uses`. `createAuth` fails if no plugin provides it.
 * @throws {Error} if the plugin doesn't list it
 */
export function getService<N extends ServiceName>(context: AuthContext, name: N): NonNullable<Services[N]> {
  const service = findService(context, name);
  if (service === null) {
    throw new Error(
      `No plugin provides the service "${name}". Add it to the plugin's "uses", so that createAuth reports this at startup.`,
    );
  }
  return service;
}
