/** The options of the plugin. */

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
  /** The default algorithm. Without `keyPairConfigs`, other plugins can use others. Default: `{ alg: "EdDSA" }`. */
  readonly keyPairConfig?: KeyPairConfig;
  /** All algorithms that tokens can be signed with, the default one first. */
  readonly keyPairConfigs?: readonly KeyPairConfig[];
  /** How long a key signs, in seconds. At least 7200. Default: 7776000 (90 days). */
  readonly rotationInterval?: number;
  /** How long a replaced key stays published, in seconds. At least 3600. Default: 10800 (3 hours). */
  readonly gracePeriod?: number;
  /** Path of the public keys under the base path. Default: `/jwks`. */
  readonly jwksPath?: string;
}

/** The user and session that a token is for. */
export interface TokenSubject {
  readonly user: User;
  readonly session: Session;
}

/** Options for the tokens of `/token` and `signJWT`. */
export interface TokenOptions {
  /** The claim `iss`. Default: the app's origin. */
  readonly issuer?: string;
  /** The claim `aud`. Default: the app's origin. */
  readonly audience?: string | readonly string[];
  /** Seconds until a token expires, from 30 to 3600. It stays valid even if its session ends. Default: 300. */
  readonly expirationTime?: number;
  /** Returns additional claims. Can't change the registered ones. Default: the user's fields, as in responses. */
  readonly definePayload?: (subject: TokenSubject) => Promise<Record<string, unknown>> | Record<string, unknown>;
  /** Returns the claim `sub`. Default: the user's id. */
  readonly getSubject?: (subject: TokenSubject) => Promise<string> | string;
}

/** Options of `jwt`. */
export interface JwtOptions {
  readonly jwks?: JwksOptions;
  readonly jwt?: TokenOptions;
  /** Audiences that `/token` can be asked for, in addition to the default one. Default: none. */
  readonly allowedAudiences?: readonly string[];
  /** Whether `get-session` also signs a token and sends it in the header `set-auth-jwt`. Default: false. */
  readonly setJwtHeader?: boolean;
}

/** The options with their defaults. Times are in seconds. */
export interface JwtSettings {
  /** Size of the keys by algorithm, the default algorithm first. */
  readonly algorithms: ReadonlyMap<SigningAlgorithm, { readonly modulusLength: number }>;
  readonly rotationInterval: number;
  readonly gracePeriod: number;
  readonly jwksPath: string;
  readonly token: TokenOptions & { readonly expirationTime: number };
  readonly allowedAudiences: readonly string[];
  readonly setJwtHeader: boolean;
}

const optionNames: OptionNames<JwtOptions> = {
  jwks: { keyPairConfig: true, keyPairConfigs: true, rotationInterval: true, gracePeriod: true, jwksPath: true },
  jwt: { issuer: true, audience: true, expirationTime: true, definePayload: true, getSubject: true },
  allowedAudiences: true,
  setJwtHeader: true,
};

/** Checks the options and adds the defaults. @throws {Error} that names the option if one is invalid */
export function resolveJwt(options: JwtOptions): JwtSettings {
  checkOptionNames("jwt", options, optionNames);
  const { jwks = {}, jwt = {}, allowedAudiences = [], setJwtHeader = false } = options;
  const jwksPath = jwks.jwksPath ?? "/jwks";
  if (!/^(?:\/[\w.-]+)+$/.test(jwksPath)) {
    throw new Error(`jwt.jwks.jwksPath is "${jwksPath}". Use a path under the base path, such as "/jwks".`);
  }
  return {
    algorithms: resolveAlgorithms(jwks),
    rotationInterval: checkInteger("jwt.jwks.rotationInterval", jwks.rotationInterval ?? 7_776_000, {
      min: 7200,
      unit: "seconds",
    }),
    gracePeriod: checkInteger("jwt.jwks.gracePeriod", jwks.gracePeriod ?? 10_800, { min: 3600, unit: "seconds" }),
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
  };
}

function resolveAlgorithms({ keyPairConfig, keyPairConfigs }: JwksOptions): JwtSettings["algorithms"] {
  if (keyPairConfig && keyPairConfigs) {
    throw new Error("jwt.jwks has keyPairConfig and keyPairConfigs. Remove keyPairConfig.");
  }
  if (keyPairConfigs?.length === 0) throw new Error("jwt.jwks.keyPairConfigs is empty. Add at least one algorithm.");
  const first = keyPairConfig ?? { alg: "EdDSA" };
  const others = signingAlgorithms.filter((alg) => alg !== first.alg).map((alg) => ({ alg }));
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
