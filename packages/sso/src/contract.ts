/** The calls of the SSO plugin, with their inputs, responses, and errors. */

import type { Call } from "@latchkey/core";
import type {
  CallContract,
  ClientCall,
  CoreModels,
  ImpersonationErrorCode,
  Models,
  OptionalClientCall,
  OptionalQueryField,
  PluginTypes,
  SessionErrorCode,
  WithBody,
  WithOptionalQuery,
} from "@latchkey/core/plugin";

/** A record to add to DNS. */
export interface DnsRecord {
  readonly type: "TXT";
  /** The whole name, such as `_latchkey.example.com`. */
  readonly name: string;
  readonly value: string;
}

/** A domain of an organization. */
export interface SsoDomain {
  readonly id: string;
  readonly organizationId: string;
  /** In lowercase, and in its `xn--` form if it's internationalized. */
  readonly domain: string;
  /** Whether the organization has proven that it's theirs. */
  readonly verified: boolean;
  readonly verifiedAt: Date | null;
  /** When the TXT record was last looked for. `null` until the domain is verified. */
  readonly lastCheckedAt: Date | null;
  /** Since when the TXT record has been missing. After seven days, the domain is no longer verified. */
  readonly failingSince: Date | null;
  readonly createdAt: Date;
  /** The record that proves the domain. It must stay in DNS. */
  readonly record: DnsRecord;
}

/** Selects an organization. */
export interface SsoScopeQuery {
  /** Default: the active organization. */
  readonly organizationId?: string | undefined;
}

/** A domain of an organization, as input. */
export interface SsoDomainInput extends SsoScopeQuery {
  /** Such as `example.com`. */
  readonly domain: string;
}

/** Response of `/sso/request-domain-verification`. */
export interface RequestedVerification {
  readonly domainVerificationToken: string;
  /** The records that prove the domain. One of them is enough. */
  readonly records: readonly DnsRecord[];
}

type ScopeErrorCode =
  | "NO_ACTIVE_ORGANIZATION"
  | "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION"
  | "YOU_ARE_NOT_ALLOWED_TO_MANAGE_SSO";
type ChangeErrorCode = SessionErrorCode | ImpersonationErrorCode | ScopeErrorCode | "INVALID_DOMAIN";

/** A change by a signed-in user. The server can also call it without headers, for every organization. */
interface SsoCall<Input, Output, Code extends string>
  extends CallContract<Input, Output, Code, Call<WithBody<Input>, Output, Code>, ClientCall<Input, Output, Code>> {}

/** A query of a signed-in user. The server can also call it without headers. */
interface SsoQuery<Query, Output, Code extends string>
  extends CallContract<
    Query,
    Output,
    Code,
    Call<WithOptionalQuery<Query>, Output, Code>,
    OptionalClientCall<OptionalQueryField<Query>, Output, Code>
  > {}

/** The plugin's calls. */
export interface SsoCalls<_M extends Models = CoreModels> {
  /** Adds a domain. It counts once it's verified. Returns the TXT record that proves it. */
  readonly addSsoDomain: SsoCall<
    SsoDomainInput,
    SsoDomain,
    ChangeErrorCode | "PUBLIC_DOMAIN" | "DOMAIN_TAKEN" | "DOMAIN_LIMIT_REACHED"
  >;
  /** Removes a domain, verified or not. */
  readonly removeSsoDomain: SsoCall<SsoDomainInput, { readonly success: true }, ChangeErrorCode | "DOMAIN_NOT_FOUND">;
  /** Lists the domains of an organization, oldest first. */
  readonly listSsoDomains: SsoQuery<SsoScopeQuery, readonly SsoDomain[], "UNAUTHORIZED" | ScopeErrorCode>;
  /** Returns the TXT record that proves a domain. */
  readonly requestDomainVerification: SsoCall<
    SsoDomainInput,
    RequestedVerification,
    "UNAUTHORIZED" | ScopeErrorCode | "INVALID_DOMAIN" | "DOMAIN_NOT_FOUND" | "DOMAIN_VERIFIED"
  >;
  /** Looks for the TXT record of a domain, and verifies the domain if it's there. */
  readonly verifyDomain: SsoCall<
    SsoDomainInput,
    object,
    ChangeErrorCode | "NO_PENDING_VERIFICATION" | "DOMAIN_TAKEN" | "DOMAIN_VERIFICATION_FAILED"
  >;
}

/** The calls as they appear on the client. */
export interface SsoClient<C extends SsoCalls<Models>> {
  readonly sso: {
    readonly addDomain: C["addSsoDomain"]["client"];
    readonly removeDomain: C["removeSsoDomain"]["client"];
    readonly domains: C["listSsoDomains"]["client"];
    readonly requestDomainVerification: C["requestDomainVerification"]["client"];
    readonly verifyDomain: C["verifyDomain"]["client"];
  };
}

/** What the plugin adds to an app's types. */
export interface SsoTypes extends PluginTypes {
  readonly calls: SsoCalls<this["$app"]>;
  readonly client: SsoClient<this["calls"]>;
}

/** The plugin's part of `GET /capabilities`. */
export interface SsoCapabilities {
  readonly domainsLimit: number;
}

declare global {
  interface LatchkeyCapabilities {
    readonly sso?: SsoCapabilities;
  }
}
