import { startAuth } from "@latchkey/test-kit";
import { afterEach, describe, expect, test, vi } from "vitest";
import { testProvider } from "../../../test/social-app.ts";
import { openidProvider } from "./openid.ts";
import { resolveSocial } from "./options.ts";
import { builtInProviders as noProviders } from "./providers/built-in.workerd.ts";
import { github } from "./providers/github.ts";

afterEach(() => vi.unstubAllEnvs());

const make = (options: object): Promise<unknown> => startAuth(options as never);

const client = { clientId: "a", clientSecret: "b" };
const op = { ...client, id: "op", issuer: "https://op.test" };
const { authorization, idToken, token } = testProvider();

describe("invalid options fail at startup, and the error names the option", () => {
  test.each<[string, object, string]>([
    [
      "two of one id",
      { providers: [testProvider(), testProvider()] },
      'providers[1]: there are two providers with the id "idp"',
    ],
    [
      "the id of a built-in provider that's configured",
      { socialProviders: { github: client }, providers: [testProvider({}, { id: "github" })] },
      'providers[0]: the id "github" belongs to a built-in provider',
    ],
    [
      "the id of a built-in provider that isn't configured",
      { providers: [testProvider({}, { id: "google" })] },
      'providers[0]: the id "google" belongs to a built-in provider',
    ],
    [
      "private_key_jwt without a key",
      { providers: [openidProvider({ ...op, tokenEndpointAuthMethod: "private_key_jwt" })] },
      "providers[0]: private_key_jwt requires privateKey",
    ],
    [
      "a public key as the signing key",
      { providers: [openidProvider({ ...op, privateKey: { kty: "RSA", alg: "RS256", n: "x", e: "AQAB" } })] },
      "providers[0]: privateKey isn't a private key",
    ],
    [
      "a key with an unsafe algorithm",
      { providers: [openidProvider({ ...op, privateKey: { kty: "oct", alg: "HS256", d: "x" } })] },
      'providers[0]: privateKey.alg is "HS256"',
    ],
    [
      "an end-session endpoint without https",
      { providers: [openidProvider({ ...op, endSessionEndpoint: "http://op.test/out" })] },
      "providers[0]: the end-session endpoint",
    ],
    [
      "a relative post-logout URL",
      { providers: [openidProvider({ ...op, postLogoutRedirectURI: "/bye" })] },
      "providers[0]: postLogoutRedirectURI",
    ],
    ["an invalid id", { providers: [testProvider({}, { id: "../x" })] }, "providers[0]: the id"],
    ["an unknown built-in provider", { socialProviders: { nobody: client } }, "socialProviders.nobody"],
    ["a missing client ID", { providers: [testProvider({ clientId: "" })] }, "providers[0]: clientId is missing"],
    [
      "an empty list of client IDs",
      { providers: [testProvider({ clientId: [] })] },
      "providers[0]: clientId is missing",
    ],
    ["an empty secret", { providers: [testProvider({ clientSecret: "" })] }, "providers[0]: clientSecret is empty"],
    [
      "plain http",
      { providers: [testProvider({}, { token: { ...token, endpoint: "http://idp.test/token" } })] },
      "providers[0]: the token endpoint",
    ],
    [
      "OAUTH-20: a parameter that's set for each sign-in",
      { providers: [testProvider({}, { authorization: { ...authorization, parameters: { state: "x" } } })] },
      'authorization.parameters can\'t have "state"',
    ],
    [
      "JWT-02: ID tokens with a symmetric algorithm",
      { providers: [testProvider({}, { idToken: { ...idToken, algorithms: ["HS256"] } as never })] },
      'the ID token algorithm "HS256"',
    ],
    [
      "unsigned ID tokens",
      { providers: [testProvider({}, { idToken: { ...idToken, algorithms: ["none"] } as never })] },
      'the ID token algorithm "none"',
    ],
    ["an invalid redirect URI", { providers: [testProvider({ redirectURI: "/callback" })] }, "redirectURI"],
    [
      "an unknown trusted provider",
      { account: { accountLinking: { trustedProviders: ["gogle"] } } },
      'account.accountLinking.trustedProviders: there is no provider "gogle"',
    ],
  ])("%s", async (_, options, message) => {
    await expect(make(options)).rejects.toThrow(message);
  });

  test("a provider that's a plain object is rejected", async () => {
    const { connect: _, ...plain } = testProvider();
    await expect(make({ providers: [plain] })).rejects.toThrow(
      'providers[0]: the provider "idp" is a plain object. Wrap it in defineProvider().',
    );
  });

  test("a built-in provider by id is rejected in a bundle without it, and the error shows the import to add", () => {
    const options = { socialProviders: { github: client } };
    expect(() => resolveSocial(options, true, noProviders)).toThrow(
      'socialProviders.github: this bundle has no built-in providers (condition "workerd"). Import the ones you use: ' +
        'import { github } from "@latchkey/core/providers", and set providers: [github({ … })] instead.',
    );
    const imported = resolveSocial({ providers: [github(client)] }, true, noProviders);
    expect([...imported.flows.keys()]).toEqual([...resolveSocial(options, true).flows.keys()]);
  });

  test("OAUTH-32: a provider can't have the id that's used for email and password", async () => {
    const issuer = "https://idp.test";
    for (const provider of [
      testProvider({}, { id: "credential" }),
      openidProvider({ ...client, id: "credential", issuer }),
    ]) {
      await expect(make({ providers: [provider] })).rejects.toThrow("providers[0]: the id");
    }
    await expect(make({ socialProviders: { credential: client } })).rejects.toThrow("socialProviders.credential");
  });

  test("an issuer without https is rejected unless it's allowed, and always in production", async () => {
    const issuer = "http://127.0.0.1:1234";
    expect(() => openidProvider({ issuer, ...client })).toThrow("openidProvider: issuer");
    const insecure = openidProvider({ issuer, ...client, allowInsecureIssuer: true });
    await make({ providers: [insecure] });
    vi.stubEnv("NODE_ENV", "production");
    await expect(make({ baseURL: "https://app.test", providers: [insecure] })).rejects.toThrow("plain http");
  });

  test.each(["not a url", "https://user@idp.test", "https://idp.test?x=1", "ftp://idp.test"])(
    "an issuer like %s",
    (issuer) => {
      expect(() => openidProvider({ issuer, ...client })).toThrow("openidProvider: issuer");
    },
  );

  test.each([
    [{ tokenParameters: { code: "x" } }, 'openidProvider: tokenParameters can\'t have "code"'],
    [{ refreshParameters: { client_secret: "x" } }, 'openidProvider: refreshParameters can\'t have "client_secret"'],
    [{ accessTokenExpiresIn: 0 }, "openidProvider: accessTokenExpiresIn is 0"],
  ])("%j", (options, message) => {
    expect(() => openidProvider({ ...op, ...options })).toThrow(message);
  });

  test("a built-in provider can't be configured twice", async () => {
    await expect(make({ socialProviders: { github: client }, providers: [github(client)] })).rejects.toThrow(
      'providers[0]: there are two providers with the id "github"',
    );
  });

  test("a client ID and a secret are enough for built-in providers", async () => {
    await make({ socialProviders: { github: client, google: client, discord: client } });
  });
});
