/** Signs tokens, for the plugin's own calls and as a service for other plugins. */

import { LETTERS_AND_DIGITS, randomString } from "@latchkey/core/crypto";
import type { AuthContext, RequestContext, TokenSigner } from "@latchkey/core/plugin";
import { presentSession, presentUser } from "@latchkey/core/plugin";
import { SignJWT } from "jose";
import type { ActiveSession } from "./contract.ts";
import { verifyOwnToken } from "./keys/key-set.ts";
import { signRemotely } from "./keys/remote.ts";
import { signingKey } from "./keys/signing-key.ts";
import type { JwtSettings } from "./options.ts";

/** The `typ` of tokens from `/token` and `signJWT`. */
export const tokenType = "JWT";

/** Signs the claims unchanged. */
export async function signClaims(
  context: AuthContext,
  settings: JwtSettings,
  { type, claims, algorithm }: Parameters<TokenSigner["sign"]>[1],
): Promise<string> {
  const [first] = settings.algorithms.keys();
  const wanted = algorithm ?? first;
  const alg = [...settings.algorithms.keys()].find((one) => one === wanted);
  if (alg === undefined) throw new Error(`The app doesn't sign with ${wanted}. Add it to jwt.jwks.keyPairConfigs.`);
  if (settings.remote) return signRemotely(settings.remote, { alg, typ: type }, claims);
  const { kid, key } = await signingKey(context, settings, alg);
  return new SignJWT({ ...claims }).setProtectedHeader({ alg, kid, typ: type }).sign(key);
}

/** The service that signs and verifies tokens for other plugins. */
export function createTokenSigner(settings: JwtSettings): TokenSigner {
  return {
    keySet: settings.remote ? { url: settings.remote.url } : { path: settings.jwksPath },
    algorithms: [...settings.algorithms.keys()],
    sign: (context, token) => signClaims(context, settings, token),
    verify: (context, token, expected) => verifyOwnToken(context, settings, token, expected),
  };
}

/** Claims that `signJWT` can set for a single token. */
export interface TokenOverrides {
  readonly issuer?: string | undefined;
  readonly audience?: string | readonly string[] | undefined;
  readonly expirationTime?: number | undefined;
  /** The latest possible `exp`. Unset if the token isn't for something that ends. */
  readonly notAfter?: Date | undefined;
}

/** Returns the claims that no payload can change. */
function registeredClaims(context: RequestContext, { token }: JwtSettings, overrides: TokenOverrides) {
  const iat = toSeconds(context.now().getTime());
  const exp = iat + (overrides.expirationTime ?? token.expirationTime);
  return {
    iat,
    exp: overrides.notAfter ? Math.min(exp, toSeconds(overrides.notAfter.getTime())) : exp,
    iss: overrides.issuer ?? token.issuer ?? context.origin,
    aud: overrides.audience ?? token.audience ?? context.origin,
    jti: randomString(context.random, 24, LETTERS_AND_DIGITS),
  };
}

/** Signs a payload from the app. Keeps its `sub`, removes `nbf`, and sets the other registered claims. */
export function signPayload(
  context: RequestContext,
  settings: JwtSettings,
  payload: Readonly<Record<string, unknown>>,
  overrides: TokenOverrides = {},
): Promise<string> {
  const { nbf: _nbf, ...own } = payload;
  const claims = { ...own, ...registeredClaims(context, settings, overrides) };
  return signClaims(context, settings, { type: tokenType, claims });
}

/** Signs a token for a session. */
export async function signSessionToken(
  context: RequestContext,
  settings: JwtSettings,
  active: ActiveSession,
  audience?: string,
): Promise<string> {
  const { definePayload, getSubject } = settings.token;
  const subject = { user: presentUser(context, active.user), session: presentSession(context, active.session) };
  const payload = definePayload ? await definePayload(subject) : { ...subject.user };
  const sub = getSubject ? await getSubject(subject) : subject.user.id;
  const notAfter = endOf(context, active.session);
  return signPayload(context, settings, { ...payload, sub, sid: subject.session.id }, { audience, notAfter });
}

/** Returns when the session expires if nothing extends it. Its tokens expire by then, too. */
function endOf({ settings }: RequestContext, { createdAt, expiresAt }: ActiveSession["session"]): Date {
  const { absoluteExpiresIn } = settings.session;
  if (absoluteExpiresIn === null) return expiresAt;
  return new Date(Math.min(expiresAt.getTime(), createdAt.getTime() + absoluteExpiresIn * 1000));
}

function toSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
