/** The plugin's options. */

import type { Session, User } from "@latchkey/core";
import { checkInteger, checkOneOf, checkOptionNames, type OptionNames } from "@latchkey/core/plugin";
import { type SigningAlgorithm, signingAlgorithms } from "./keys/algorithms.ts";

/** A signing algorithm with its key size. */
export interface KeyPairConfig {
  readonly alg: SigningAlgorithm;
  /** Size of an RSA key in bits, from 2048 to 8192. Default: 2048. */
  readonly modulusLength?: number;
}

/** Options for the signing keys. */
export interface JwksOptions {
  /**
   * The default algorithm. Without `keyPairConfigs`, other plugins can use other algorithms. Default:
   * `{ alg: "EdDSA" }`.
   */
  readonly keyPairConfig?: KeyPairConfig;
  /** All algorithms that tokens can be signed with, the default one first. */
  readonly keyPairConfigs?: readonly KeyPairConfig[];
  /** How long a key is used for signing, in seconds. At least 7200. Default: 7776000 (90 days). */
  readonly rotationInterval?: number;
  /** How long a replaced key stays published, in seconds. At least 3600. Default: 176400 (49 hours). */
  readonly gracePeriod?: number;
  /** Path of the public keys under the base path. Default: `/jwks`. */
  readonly jwksPath?: string;
  /** The https URL of the public keys, if `jwt.sign` signs with keys that the app doesn't have. */
  readonly remoteUrl?: string;
}

/** A token for `jwt.sign` to sign. */
export interface TokenToSign {
  /**
   * The header without the `kid`: the algorithm, and the type, which keeps one kind of token from being used as
   * another.
   */
  readonly header: { readonly alg: SigningAlgorithm; readonly typ: string };
}

/** The user and session that a token is for. */
export interface TokenSubject {
  readonly user: User;
  readonly session: Session;
}

/** Options for tokens from `/token` and `signJWT`. */
export interface TokenOptions {
  /** The `iss` claim. Default: the app's origin. */
  readonly issuer?: string;
  /** The `aud` claim. Default: the app's origin. */
  readonly audience?: string | readonly string[];
  /**
   * Seconds until a token expires, from 30 to 3600. It never outlives the session's own expiration time. If the session
   * ends earlier, only services that read `revocationFeed` notice. Default: 300.
   */
  readonly expirationTime?: number;
  /** Returns additional claims. Can't change the registered ones. Default: the user's fields, as in responses. */
  readonly definePayload?: (subject: TokenSubject) => Promise<Record<string, unknown>> | Record<string, unknown>;
  /** Returns the `sub` claim. Default: the user's ID. */
  readonly getSubject?: (subject: TokenSubject) => Promise<string> | string;
  /**
   * Signs every token instead of the app's own keys, for example with a key management service. Gets the claims and the
   * header, adds the `kid`, and returns the token. Requires `jwks.remoteUrl` and `jwks.keyPairConfig` or
   * `jwks.keyPairConfigs`. Default: signs with keys from the database.
   */
  readonly sign?: (claims: Readonly<Record<string, unknown>>, token: TokenToSign) => Promise<string>;
}

/** Options for `jwt`. */
export interface JwtOptions {
  readonly jwks?: JwksOptions;
  readonly jwt?: TokenOptions;
  /** Audiences that callers of `/token` can request, in addition to the default one. Default: none. */
  readonly allowedAudiences?: readonly string[];
  /** Whether `get-session` also signs a token and sends it in the `set-auth-jwt` header. Default: false. */
  readonly setJwtHeader?: boolean;
  /**
   * Whether to publish which sessions have ended, at `/jwt/ended-sessions`, so that other services reject their tokens
   * within 30 seconds. Adds the `endedSession` table. Default: false.
   */
  readonly revocationFeed?: boolean;
}

/** A signer outside of the app. */
export interface RemoteSigner {
  readonly url: string;
  readonly sign: NonNullable<TokenOptions["sign"]>;
}

/** The options with their defaults. Times are in seconds. */
export interface JwtSettings {
  /** Size of the keys by algorithm, the default algorithm first. */
  readonly algorithms: ReadonlyMap<SigningAlgorithm, { readonly modulusLength: number }>;
  readonly rotationInterval: number;
  readonly gracePeriod: number;
  readonly jwksPath: string;
  /** The external signer and the URL of its public keys. `null` if the app has the keys. */
  readonly remote: RemoteSigner | null;
  readonly token: TokenOptions & { readonly expirationTime: number };
  readonly allowedAudiences: readonly string[];
  readonly setJwtHeader: boolean;
  readonly revocationFeed: boolean;
}

/** In seconds: twice a token's maximum lifetime, which is one day, plus an hour. */
const defaultGracePeriod = 176_400;

const optionNames: OptionNames<JwtOptions> = {
  jwks: {
    keyPairConfig: true,
    keyPairConfigs: true,
    rotationInterval: true,
    gracePeriod: true,
    jwksPath: true,
    remoteUrl: true,
  },
  jwt: { issuer: true, audience: true, expirationTime: true, definePayload: true, getSubject: true, sign: true },
  allowedAudiences: true,
  setJwtHeader: true,
  revocationFeed: true,
};

/** Checks the options and adds the defaults. @throws {Error} if an option is invalid. The message names the option. */
export function resolveJwt(options: JwtOptions): JwtSettings {
  checkOptionNames("jwt", options, optionNames);
  const { jwks = {}, jwt = {}, allowedAudiences = [], setJwtHeader = false, revocationFeed = false } = options;
  const jwksPath = jwks.jwksPath ?? "/jwks";
  if (!/^(?:\/[\w.-]+)+$/.test(jwksPath)) {
    throw new Error(`jwt.jwks.jwksPath is "${jwksPath}". Use a path under the base path, such as "/jwks".`);
  }
  return {
    algorithms: resolveAlgorithms(jwks),
    remote: resolveRemote(jwks, jwt),
    rotationInterval: checkInteger("jwt.jwks.rotationInterval", jwks.rotationInterval ?? 7_776_000, {
      min: 7200,
      unit: "seconds",
    }),
    gracePeriod: checkInteger("jwt.jwks.gracePeriod", jwks.gracePeriod ?? defaultGracePeriod, {
      min: 3600,
      unit: "seconds",
    }),
    jwksPath,
    token: {
      ...jwt,
      expirationTime: checkInteger("jwt.jwt.expirationTime", jwt.expirationTime ?? 300, {
        min: 30,
        max: 3600,
        unit: "seconds",
      }),
    },
    allowedAudiences,
    setJwtHeader,
    revocationFeed,
  };
}

function resolveRemote(
  { remoteUrl, keyPairConfig, keyPairConfigs, ...local }: JwksOptions,
  { sign }: TokenOptions,
): RemoteSigner | null {
  if (remoteUrl === undefined && sign === undefined) return null;
  if (remoteUrl === undefined) {
    throw new Error("jwt.jwt.sign is set, but not jwt.jwks.remoteUrl. Set it to the URL of the public keys.");
  }
  if (sign === undefined) {
    throw new Error(
      "jwt.jwks.remoteUrl is set, but not jwt.jwt.sign. Set it to a function that signs with those keys.",
    );
  }
  if (!keyPairConfig && !keyPairConfigs) {
    throw new Error("jwt.jwt.sign is set, but not jwt.jwks.keyPairConfig. Set it to the algorithm that it signs with.");
  }
  const [unused] = Object.keys(local);
  if (unused !== undefined) throw new Error(`jwt.jwks.${unused} has no effect with jwt.jwt.sign. Remove it.`);
  if (!URL.canParse(remoteUrl) || !/^https:\/\//.test(remoteUrl)) {
    throw new Error(`jwt.jwks.remoteUrl is "${remoteUrl}". Use an https URL, so that no one can replace the keys.`);
  }
  return { url: remoteUrl, sign };
}

function resolveAlgorithms({ keyPairConfig, keyPairConfigs, remoteUrl }: JwksOptions): JwtSettings["algorithms"] {
  if (keyPairConfig && keyPairConfigs) {
    throw new Error("jwt.jwks has keyPairConfig and keyPairConfigs. Remove keyPairConfig.");
  }
  if (keyPairConfigs?.length === 0) throw new Error("jwt.jwks.keyPairConfigs is empty. Add at least one algorithm.");
  const first = keyPairConfig ?? { alg: "EdDSA" };
  // With a key management service, there's only one key, but the database can have one for each algorithm.
  const more = remoteUrl === undefined ? signingAlgorithms : [];
  const others = more.filter((alg) => alg !== first.alg).map((alg) => ({ alg }));
  const all: readonly KeyPairConfig[] = keyPairConfigs ?? [first, ...others];
  return new Map(
    all.map(({ alg, modulusLength = 2048 }) => [
      checkOneOf("jwt.jwks.keyPairConfigs.alg", alg, signingAlgorithms),
      {
        modulusLength: checkInteger("jwt.jwks.keyPairConfigs.modulusLength", modulusLength, { min: 2048, max: 8192 }),
      },
    ]),
  );
}
