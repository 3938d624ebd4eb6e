/** The plugin's endpoints. */

import { defineEndpoint, type EndpointOf, fail, httpErrors, input, requireSession } from "@latchkey/core/plugin";
import type { JwtCalls, RotateKeysInput, SignJwtInput } from "./contract.ts";
import { jwtErrors } from "./errors.ts";
import { entityTag, publicKeys, verifyOwnToken } from "./keys/key-set.ts";
import { listKeyStates, rotateKeys } from "./keys/rotate.ts";
import { testRotation } from "./keys/rotation-test.ts";
import type { JwtSettings } from "./options.ts";
import { keySetOutput, keyStatesOutput, stepsOutput, tokenOutput, verifiedOutput } from "./outputs.ts";
import { signPayload, signSessionToken, tokenType } from "./sign.ts";

/** Returns the public keys. Verifiers can cache them for five minutes. */
export function getJwks(settings: JwtSettings): EndpointOf<JwtCalls["getJwks"]> {
  return defineEndpoint({
    method: "GET",
    path: settings.jwksPath,
    summary: "Get the public keys",
    output: keySetOutput,
    errors: { NOT_FOUND: httpErrors.NOT_FOUND },
    cors: "any-origin",
    rateLimit: false,
    queryBudget: 1,
    async handle(_, context) {
      if (settings.remote) fail(httpErrors, "NOT_FOUND", { message: `The keys are at ${settings.remote.url}` });
      const keys = await publicKeys(context);
      const etag = entityTag(keys);
      context.reply.setSuccessHeader("cache-control", "public, max-age=300");
      context.reply.setSuccessHeader("etag", etag);
      if (context.header("if-none-match") === etag) context.reply.successStatus = 304;
      return { keys };
    },
  });
}

/** Returns a token for the caller's session. */
export function getToken(settings: JwtSettings): EndpointOf<JwtCalls["getToken"]> {
  const audiences = new Set(settings.allowedAudiences);
  return defineEndpoint({
    method: "GET",
    path: "/token",
    summary: "Get a token for your session",
    input: input.object({ audience: input.optional(input.text()) }),
    output: tokenOutput,
    guards: [requireSession],
    errors: { INVALID_AUDIENCE: jwtErrors.INVALID_AUDIENCE },
    rateLimit: { window: 60, max: 60 },
    queryBudget: 2,
    async handle({ audience }, context) {
      if (audience !== undefined && !audiences.has(audience)) fail(jwtErrors, "INVALID_AUDIENCE");
      const { user, session } = context;
      return { token: await signSessionToken(context, settings, { user, session }, audience) };
    },
  });
}

/** Signs a payload from the app. */
export function signJWT(settings: JwtSettings): EndpointOf<JwtCalls["signJWT"]> {
  return defineEndpoint({
    method: "POST",
    path: "/sign-jwt",
    serverOnly: true,
    input: input.object<SignJwtInput>({
      payload: input.record(input.text(), input.anything, { max: 200 }),
      overrideOptions: input.optional(
        input.object<NonNullable<SignJwtInput["overrideOptions"]>>({
          issuer: input.optional(input.text()),
          audience: input.optional(input.either(input.text(), input.list(input.text()))),
          expirationTime: input.optional(input.jsonInteger({ min: 1, max: 3600 })),
        }),
      ),
    }),
    output: tokenOutput,
    queryBudget: 1,
    async handle({ payload, overrideOptions }, context) {
      return { token: await signPayload(context, settings, payload, overrideOptions) };
    },
  });
}

/** Verifies a token that this app signed with `/token` or `signJWT`. */
export function verifyJWT(settings: JwtSettings): EndpointOf<JwtCalls["verifyJWT"]> {
  return defineEndpoint({
    method: "POST",
    path: "/verify-jwt",
    serverOnly: true,
    input: input.object({
      token: input.rawText({ max: 16_384 }),
      issuer: input.optional(input.text()),
      audience: input.optional(input.text()),
    }),
    output: verifiedOutput,
    queryBudget: 1,
    async handle({ token, ...expected }, context) {
      const payload = await verifyOwnToken(context, settings, token, {
        type: tokenType,
        issuer: expected.issuer ?? settings.token.issuer ?? context.origin,
        audience: expected.audience ?? settings.token.audience ?? context.origin,
      });
      return { payload };
    },
  });
}

/** Lists the signing keys. */
export const listSigningKeys: EndpointOf<JwtCalls["listSigningKeys"]> = defineEndpoint({
  method: "GET",
  path: "/list-signing-keys",
  serverOnly: true,
  output: keyStatesOutput,
  queryBudget: 1,
  handle: (_, context) => listKeyStates(context),
});

/** Replaces the signing keys. */
export function rotateSigningKeys(settings: JwtSettings): EndpointOf<JwtCalls["rotateSigningKeys"]> {
  return defineEndpoint({
    method: "POST",
    path: "/rotate-signing-keys",
    serverOnly: true,
    input: input.object<RotateKeysInput>({
      alg: input.optional(input.text({ max: 16 })),
      compromised: input.optional(input.boolean),
    }),
    output: keyStatesOutput,
    errors: { UNSUPPORTED_ALGORITHM: jwtErrors.UNSUPPORTED_ALGORITHM },
    queryBudget: 4,
    async handle({ alg, compromised = false }, context) {
      const isKnown = alg === undefined || [...settings.algorithms.keys()].some((one) => one === alg);
      if (!isKnown) fail(jwtErrors, "UNSUPPORTED_ALGORITHM");
      if (settings.remote)
        fail(jwtErrors, "UNSUPPORTED_ALGORITHM", { message: "Rotate the keys where jwt.sign signs" });
      await rotateKeys(context, settings, { algorithms: alg === undefined ? null : [alg], isCompromised: compromised });
      return listKeyStates(context);
    },
  });
}

/** Tests a rotation with simulated keys. */
export function testKeyRotation(settings: JwtSettings): EndpointOf<JwtCalls["testKeyRotation"]> {
  return defineEndpoint({
    method: "POST",
    path: "/test-key-rotation",
    serverOnly: true,
    output: stepsOutput,
    queryBudget: 0,
    // With `jwt.sign`, the app has no keys to rotate.
    handle: (_, context) => (settings.remote ? Promise.resolve([]) : testRotation(context, settings)),
  });
}
