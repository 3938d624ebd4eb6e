/** The APIs in the `resources` option. */

import { checkInteger } from "@latchkey/core/plugin";

/** An API or MCP server that access tokens can be issued for. RFC 8707. */
export interface ResourceOptions {
  /** The absolute URL that clients use to identify it, without a fragment. */
  readonly identifier: string;
  readonly name?: string;
  /** The scopes that tokens for it can have. Default: all. */
  readonly scopes?: readonly string[];
  /** Lifetime of its access tokens, in seconds. Default: 600. */
  readonly accessTokenExpiresIn?: number;
  /** How long a refresh token works without being used, in seconds. At most `refreshTokenExpiresIn`, the default. */
  readonly refreshTokenExpiresIn?: number;
  /** Whether its access tokens must be bound to a key. RFC 9449. Default: false. */
  readonly dpopBoundAccessTokensRequired?: boolean;
}

/** A resource with its defaults. */
export interface ResourceSettings {
  readonly identifier: string;
  readonly name: string | null;
  readonly scopes: readonly string[] | null;
  readonly accessTokenExpiresIn: number;
  /** `null` means the app's `refreshTokenExpiresIn`. */
  readonly refreshTokenExpiresIn: number | null;
  /** `null` means the app's default. */
  readonly signingAlgorithm: string | null;
  /** Additional claims for its access tokens. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** Whether its access tokens must be bound to a key. */
  readonly requiresProof: boolean;
}

/** Default lifetime of access tokens for a resource, in seconds. */
export const resourceTokenExpiresIn = 600;

/** Minimum and maximum lifetimes of a resource's tokens, in seconds. */
export const resourceLifetimes = {
  accessToken: { min: 30, max: 86_400 },
  refreshToken: { min: 60, max: 15_552_000 },
} as const;

/** Whether a URL can identify an API. RFC 8707, section 2. */
export function isResourceIdentifier(identifier: string): boolean {
  const url = URL.canParse(identifier) ? new URL(identifier) : null;
  return url !== null && /^https?:$/.test(url.protocol) && !identifier.includes("#");
}

/**
 * Checks a resource from the options and adds the defaults.
 * @throws {Error} if an option is invalid. The message names the option.
 */
export function resolveResource(options: ResourceOptions): ResourceSettings {
  const { identifier, name, scopes, accessTokenExpiresIn, refreshTokenExpiresIn } = options;
  if (!isResourceIdentifier(identifier)) {
    throw new Error(
      `oauthProvider.resources.identifier is "${identifier}". Use an absolute URL without a fragment, such as "https://api.example.com".`,
    );
  }
  const seconds = (option: string, value: number, range: { readonly min: number; readonly max: number }): number =>
    checkInteger(`oauthProvider.resources.${option}`, value, { ...range, unit: "seconds" });
  const { accessToken, refreshToken } = resourceLifetimes;
  return {
    identifier,
    name: name ?? null,
    scopes: scopes ?? null,
    accessTokenExpiresIn: seconds("accessTokenExpiresIn", accessTokenExpiresIn ?? resourceTokenExpiresIn, accessToken),
    refreshTokenExpiresIn:
      refreshTokenExpiresIn === undefined
        ? null
        : seconds("refreshTokenExpiresIn", refreshTokenExpiresIn, refreshToken),
    signingAlgorithm: null,
    claims: {},
    requiresProof: options.dpopBoundAccessTokensRequired ?? false,
  };
}
