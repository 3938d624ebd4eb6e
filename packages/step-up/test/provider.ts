/** A provider of one person. Signing in with it needs no network. */

import { defineProvider, type SocialProvider } from "@latchkey/core";
import type { TestBrowser } from "@latchkey/test-kit";

const issuer = "https://idp.test";

/** A provider that signs everyone in as the same person, with a verified email. */
export function testProvider(person: { id: string; readonly email: string }): SocialProvider {
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

/** Returns from the provider with a code. @returns the error in the URL, or `null` */
export async function comeBack(browser: TestBrowser, url: string): Promise<string | null> {
  const state = new URL(url).searchParams.get("state") ?? "";
  const { headers } = await browser.get(`/callback/idp?${new URLSearchParams({ code: "a-code", state })}`);
  return new URL(headers.get("location") ?? "http://none.test").searchParams.get("error");
}
