/** The response shapes for the plugin's calls. */

import {
  anything,
  boolean,
  date,
  list,
  nullable,
  object,
  oneOf,
  optional,
  record,
  type Shape,
  text,
} from "@latchkey/core/shapes";
import type {
  EndedSessions,
  JsonWebKey,
  JsonWebKeySet,
  RotationStep,
  SignedToken,
  SigningKeyState,
  VerifiedJwt,
} from "./contract.ts";

/** Response from `/jwks`. */
export const keySetOutput: Shape<JsonWebKeySet> = object<JsonWebKeySet>({
  keys: list(
    object<JsonWebKey>({
      kid: text,
      alg: text,
      use: text,
      kty: optional(text),
      crv: optional(text),
      x: optional(text),
      y: optional(text),
      n: optional(text),
      e: optional(text),
    }),
  ),
});

/** Response from `/jwt/ended-sessions`. */
export const endedSessionsOutput: Shape<EndedSessions> = object<EndedSessions>({
  sids: list(text),
  until: text,
  more: boolean,
});

/** A signed token. */
export const tokenOutput: Shape<SignedToken> = object<SignedToken>({ token: text });

/** Response from `auth.api.verifyJWT`. */
export const verifiedOutput: Shape<VerifiedJwt> = object<VerifiedJwt>({ payload: nullable(record(anything)) });

/** The signing keys. */
export const keyStatesOutput: Shape<readonly SigningKeyState[]> = list(
  object<SigningKeyState>({
    kid: text,
    alg: text,
    status: oneOf("published", "signing", "retired", "removed"),
    createdAt: date,
    activeAt: nullable(date),
    expiresAt: nullable(date),
    removeAt: nullable(date),
  }),
);

/** The steps of the rotation test. */
export const stepsOutput: Shape<readonly RotationStep[]> = list(object<RotationStep>({ name: text, passed: boolean }));
