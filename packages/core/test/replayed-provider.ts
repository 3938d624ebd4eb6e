/** Apps with every built-in provider. `recorded-provider.ts` simulates the providers. */

import { startAuth, type TestApp } from "@latchkey/test-kit";
import { exportJWK, exportPKCS8, generateKeyPair, SignJWT } from "jose";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import type { BuiltInProviders } from "../src/features/social/providers/built-in.ts";
import {
  facts,
  fill,
  type ProviderId,
  type ProviderServer,
  providerIds,
  startProviderServer,
} from "./recorded-provider.ts";

/** Only characters that forms, and thus HTTP Basic, leave unchanged (RFC 6749, appendix B). */
export const clientId = "app-1_x.y";
export const clientSecret = "secret-1_x.y";

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;
/** Responds like the recorded providers. */
export let server: ProviderServer;
export let appleKeys: Keys;
export let socialProviders: BuiltInProviders;
let idTokenKeys: Readonly<Record<string, Keys>>;

/** Starts the server and creates its keys for the tests of a file. Call it at the top of the file. */
export function useReplayedProvider(): void {
  beforeAll(async () => {
    server = await startProviderServer();
    appleKeys = await generateKeyPair("ES256", { extractable: true });
    idTokenKeys = { RS256: await generateKeyPair("RS256"), ES256: await generateKeyPair("ES256") };
    const plain = Object.fromEntries(providerIds.map((id) => [id, { clientId, clientSecret }]));
    socialProviders = {
      ...(plain as any),
      apple: {
        clientId,
        teamId: "TEAM000001",
        keyId: "KEY0000001",
        privateKey: await exportPKCS8(appleKeys.privateKey),
      },
      tiktok: { clientKey: clientId, clientSecret },
    };
  });
  afterAll(() => server.close());
  beforeEach(() => {
    server.seen.length = 0;
  });
  afterEach(() => {
    server.answers = [];
  });
}

/** An app that uses the recorded providers: all of them, or the given ones. */
export function startReplayed(providers: Partial<BuiltInProviders> = socialProviders): Promise<TestApp> {
  return startAuth({ socialProviders: providers, fetch: server.fetch });
}

/** Sets the provider's responses to the code exchange, or the ones in `answer`. */
export async function provide(
  app: TestApp,
  id: ProviderId,
  nonce: string,
  answer = facts[id].fixtures.tokenResponse,
): Promise<void> {
  const { fixtures, tokenEndpoint, jwksUri } = facts[id];
  const { algorithm, publicKey } = signingKeys(id);
  const values = { clientId, nonce };
  const at = (url: string) => url.replace("{tenant}", "common");
  const idToken = await signIdToken(app, id, nonce);
  const body = fill(answer.body, { ...values, idToken }, app.clock.now());
  const jwk = { ...(await exportJWK(publicKey)), kid: "k-1", alg: algorithm, use: "sig" };
  server.answers = [
    { method: "POST", url: at(tokenEndpoint), status: answer.status, body },
    ...(jwksUri === null ? [] : [{ method: "GET", url: at(jwksUri), status: 200, body: { keys: [jwk] } }]),
    ...fill(fixtures.userinfoResponses, values, app.clock.now()),
  ];
}

/** The fixture's ID token with different claims. */
export async function signIdToken(
  app: TestApp,
  id: ProviderId,
  nonce: string,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const { algorithm, privateKey } = signingKeys(id);
  const claims = fill(facts[id].fixtures.idTokenClaims ?? {}, { clientId, nonce }, app.clock.now());
  return new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg: algorithm, kid: "k-1" }).sign(privateKey);
}

function signingKeys(id: ProviderId): Keys & { readonly algorithm: string } {
  const algorithm = facts[id].idToken.algorithms[0] ?? "RS256";
  return { algorithm, ...(idTokenKeys[algorithm] as Keys) };
}
