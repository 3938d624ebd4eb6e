/** The app's requests to its OpenID provider. */

import * as openid from "openid-client";

/** The app's registration with its provider. */
export interface Registration {
  /** For example, `https://example.com/api/auth`. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** A sign-in that the app stores until the user comes back. */
export interface PendingSignIn {
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
}

/** A signed-in user. */
export interface SignedIn {
  readonly subject: string;
  readonly accessToken: string;
}

/** The user's profile from the provider. */
export interface Profile {
  readonly name: string;
  readonly email: string;
  /** The organization that the user has chosen. `null` if the app didn't ask for one. */
  readonly organization: { readonly slug: string; readonly role: string } | null;
}

/** Starts sign-ins and reads profiles. It reads the provider's metadata with the first request. */
export interface Provider {
  /** @param scope separated by spaces */
  start(scope: string): Promise<{ readonly url: URL; readonly pending: PendingSignIn }>;
  /**
   * @param url the redirect URI with the provider's response
   * @throws {Error} if the user denied access, or the response is forged
   */
  finish(url: URL, pending: PendingSignIn): Promise<SignedIn>;
  /** Returns the profile, or `null` if the user has revoked the app's access. */
  readProfile(user: SignedIn): Promise<Profile | null>;
}

/** Creates the provider's client. Plain HTTP is only allowed on this machine. */
export function createProvider({ issuer, clientId, clientSecret }: Registration, redirectURI: string): Provider {
  const url = new URL(issuer);
  const execute = ["localhost", "127.0.0.1"].includes(url.hostname) ? [openid.allowInsecureRequests] : [];
  let discovered: Promise<openid.Configuration> | undefined;
  const discover = (): Promise<openid.Configuration> => {
    discovered ??= openid.discovery(url, clientId, clientSecret, undefined, { execute });
    return discovered.catch((error: unknown) => {
      // The next request tries again.
      discovered = undefined;
      throw error;
    });
  };
  return {
    async start(scope) {
      const verifier = openid.randomPKCECodeVerifier();
      const pending = { verifier, state: openid.randomState(), nonce: openid.randomNonce() };
      const parameters = {
        redirect_uri: redirectURI,
        scope,
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      };
      return { url: openid.buildAuthorizationUrl(await discover(), parameters), pending };
    },
    async finish(response, { verifier, state, nonce }) {
      const tokens = await openid.authorizationCodeGrant(await discover(), response, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      return { subject: tokens.claims()?.sub ?? "", accessToken: tokens.access_token };
    },
    async readProfile({ subject, accessToken }) {
      const config = await discover();
      try {
        const { name = "", email = "", org_slug, org_role } = await openid.fetchUserInfo(config, accessToken, subject);
        return { name, email, organization: org_slug ? { slug: String(org_slug), role: String(org_role) } : null };
      } catch (error) {
        if (error instanceof openid.WWWAuthenticateChallengeError) return null;
        throw error;
      }
    },
  };
}
