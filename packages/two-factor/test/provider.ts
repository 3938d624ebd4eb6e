/** A provider of one person, whose answers are given here; signing in by it needs no network. */

import { defineProvider, type SocialProvider } from "@latchkey/core";

const issuer = "https://idp.test";

/** What the provider says of the person who comes. */
export interface Person {
  readonly id: string;
  readonly email: string;
}

/** Identifies every user as `person`, with a verified email. */
export function testProvider(person: Person): SocialProvider {
  return defineProvider({
    id: "idp",
    name: "Test provider",
    options: { clientId: "client", clientSecret: "a secret of the client" },
    authorization: { endpoint: `${issuer}/authorize`, scopes: ["email"], pkce: true, nonce: false },
    token: { endpoint: `${issuer}/token`, auth: "client_secret_post", refresh: "rotates" },
    idToken: null,
    missingEmail: "reject",
    async fetchProfile() {
      return { ...person, name: "Ann", emailVerified: true, image: null, raw: {} };
    },
  });
}

/** The provider's end of the exchange of codes. */
export const testProviderFetch: typeof fetch = async (input) => {
  const url = input instanceof Request ? input.url : String(input);
  if (url !== `${issuer}/token`) return new Response(null, { status: 404 });
  return Response.json({ access_token: "of the provider", token_type: "Bearer", expires_in: 3600 });
};
