/** A sign-in provider whose responses come from the app's `fetch` option. */

import { defineProvider, type SocialProvider } from "@latchkey/core";
import type { TestBrowser, TestReply } from "@latchkey/test-kit";

const issuer = "https://idp.test";

/** Creates a provider that gives every user this identity. */
export function provider(person: Readonly<Record<string, unknown>>, options: object = {}): SocialProvider {
  return defineProvider({
    id: "idp",
    name: "Test provider",
    options: { clientId: "client", clientSecret: "secret", ...options },
    authorization: { endpoint: `${issuer}/authorize`, scopes: ["email"], pkce: true, nonce: false },
    token: { endpoint: `${issuer}/token`, auth: "client_secret_basic", refresh: "may-rotate" },
    idToken: null,
    missingEmail: "reject",
    fetchProfile: async () => ({
      id: "1",
      name: String(person.name),
      email: String(person.email),
      emailVerified: true,
      image: null,
      raw: person,
    }),
  });
}

/** The response of the provider's token endpoint. */
export const providerFetch: typeof fetch = async () =>
  Response.json({ access_token: "token", token_type: "bearer", expires_in: 3600 });

/** Goes through the whole flow, from the app to the provider and back. */
export async function arrive(browser: TestBrowser): Promise<TestReply> {
  const { body } = await browser.post<{ url: string }>("/sign-in/social", { provider: "idp" });
  const state = new URL(body.url).searchParams.get("state") as string;
  return browser.get(`/callback/idp?${new URLSearchParams({ state, code: "code" })}`);
}
