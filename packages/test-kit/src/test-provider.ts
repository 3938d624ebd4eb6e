/** A provider with a single user. Signing in with it needs no network. */

import { defineProvider, type SocialProvider } from "@latchkey/core";

const issuer = "https://idp.test";

/** The profile that the provider returns. */
export interface TestPerson {
  readonly id: string;
  readonly email: string;
}

/**
 * Creates a provider that returns `person` for every sign-in, with a verified email. Use it with `testProviderFetch`.
 */
export function testProvider(person: TestPerson): SocialProvider {
  return defineProvider({
    id: "idp",
    name: "Test provider",
    options: { clientId: "client", clientSecret: "test-client-secret" },
    authorization: { endpoint: `${issuer}/authorize`, scopes: ["email"], pkce: true, nonce: false },
    token: { endpoint: `${issuer}/token`, auth: "client_secret_post", refresh: "rotates" },
    idToken: null,
    missingEmail: "reject",
    async fetchProfile() {
      return { ...person, name: "Ann", emailVerified: true, image: null, raw: {} };
    },
  });
}

/** A `fetch` that responds like the provider's token endpoint. */
export const testProviderFetch: typeof fetch = async (input) => {
  const url = input instanceof Request ? input.url : String(input);
  if (url !== `${issuer}/token`) return new Response(null, { status: 404 });
  return Response.json({ access_token: "of the provider", token_type: "Bearer", expires_in: 3600 });
};
