/** The input and response types of the resource calls. */

/** An API that access tokens can be issued for. */
export interface OAuthResource {
  /** The absolute URL that clients use to identify it. */
  readonly identifier: string;
  readonly name: string;
  /** Lifetime of access tokens, in seconds. `null` means 600. */
  readonly accessTokenTtl: number | null;
  /** Lifetime of unused refresh tokens, in seconds. `null` means the app's default. */
  readonly refreshTokenTtl: number | null;
  /** Signing algorithm for access tokens that are valid only for this resource. `null` means the app's default. */
  readonly signingAlgorithm: string | null;
  /** The scopes that tokens for it can have. `null` means all. */
  readonly allowedScopes: readonly string[] | null;
  /** Additional claims for its access tokens. The provider's own claims take precedence. */
  readonly customClaims: Readonly<Record<string, unknown>> | null;
  /** Whether its access tokens must be bound to a key. */
  readonly dpopBoundAccessTokensRequired: boolean;
  /** Whether no new tokens are issued for it. */
  readonly disabled: boolean;
  /** Incremented with each change. 0 for a resource that's defined in the options. */
  readonly policyVersion: number;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  /** `null` for a resource that's defined in the options, which can't be changed at runtime. */
  readonly createdAt: Date | null;
  readonly updatedAt: Date | null;
}

/** A resource with the clients that are linked to it. */
export interface OAuthResourceWithClients extends OAuthResource {
  /** Ids of up to 1000 clients. */
  readonly clients: readonly string[];
}

/** The fields of a resource that can be set. */
export interface ResourcePolicyInput {
  readonly name?: string | undefined;
  /** In seconds, from 30 to 86400. */
  readonly accessTokenTtl?: number | null | undefined;
  /** In seconds, from 60 to 15552000. The app's `refreshTokenExpiresIn` is the upper limit. */
  readonly refreshTokenTtl?: number | null | undefined;
  /** One of the jwt plugin's algorithms. */
  readonly signingAlgorithm?: string | null | undefined;
  /** Some of the app's scopes. */
  readonly allowedScopes?: readonly string[] | null | undefined;
  /** Claims that the provider sets itself aren't allowed. */
  readonly customClaims?: Readonly<Record<string, unknown>> | null | undefined;
  readonly dpopBoundAccessTokensRequired?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
}

/** Input for `/admin/oauth2/create-resource`. */
export interface CreateResourceInput extends ResourcePolicyInput {
  /** An absolute URL without a fragment, up to 255 characters. */
  readonly identifier: string;
}

/** Input of calls that take only a resource. */
export interface ResourceIdInput {
  readonly identifier: string;
}

/** Input for `/admin/oauth2/update-resource`. */
export interface UpdateResourceInput extends ResourceIdInput {
  readonly update: ResourcePolicyInput;
}

/** Input for `/admin/oauth2/link-client` and `/admin/oauth2/unlink-client`. */
export interface ResourceLinkInput extends ResourceIdInput {
  readonly client_id: string;
}

/** Input for `/admin/oauth2/list-resources`. */
export interface ListResourcesQuery {
  /** Resources per page, up to 100. Default: 50. The first page also contains the resources from the options. */
  readonly limit?: number | undefined;
  /** `nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
}

/** Response from `/admin/oauth2/list-resources`. */
export interface OAuthResourcePage {
  readonly resources: readonly OAuthResource[];
  /** The cursor of the next page. `null` on the last one. */
  readonly nextCursor: string | null;
}
