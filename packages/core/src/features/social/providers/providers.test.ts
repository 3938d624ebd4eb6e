import { exportPKCS8, generateKeyPair, jwtVerify } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  facts,
  fill,
  type ProviderId,
  type ProviderServer,
  providerIds,
  startProviderServer,
} from "../../../../test/recorded-provider.ts";
import type { FetchJsonInit, ProfileSource, ProviderTokens, SocialProvider } from "../provider.ts";
import { type BuiltInProviders, builtIn } from "./built-in.ts";

const now = new Date("2026-11-05T12:00:00Z");
const values = { clientId: "app-1", nonce: "n-7c1", state: "s-1", idToken: "header.payload.signature" };

/** The fewest options that each takes. */
const least: BuiltInProviders = {
  ...(Object.fromEntries(providerIds.map((id) => [id, { clientId: "app-1", clientSecret: "secret-1" }])) as any),
  tiktok: { clientKey: "app-1", clientSecret: "secret-1" },
};

let server: ProviderServer;
beforeAll(async () => {
  server = await startProviderServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.seen.length = 0;
});

function declare<Id extends ProviderId>(id: Id, options: Partial<BuiltInProviders[Id]> = {}): SocialProvider {
  return builtIn[id]({ ...least[id], ...options });
}

function claimsOf(id: ProviderId): Record<string, unknown> | null {
  return fill(facts[id].fixtures.idTokenClaims, values, now) as Record<string, unknown> | null;
}

interface Played {
  readonly claims?: Readonly<Record<string, unknown>> | null;
  readonly raw?: Readonly<Record<string, unknown>>;
  readonly accessToken?: string;
  readonly callback?: Readonly<Record<string, string>>;
}

/** What the flow would hand over after the fixture's callback. */
function sourceOf(id: ProviderId, played: Played = {}): ProfileSource {
  const { fixtures, profile } = facts[id];
  const raw = played.raw ?? (fixtures.tokenResponse.body as Record<string, unknown>);
  const fromToken = profile.source === "id_token" || raw.id_token === "{{idToken}}";
  const tokens: ProviderTokens = {
    accessToken: played.accessToken ?? String(raw.access_token),
    tokenType: "bearer",
    refreshToken: null,
    idToken: null,
    accessTokenExpiresAt: null,
    refreshTokenExpiresAt: null,
    scopes: String(raw.scope ?? "").split(/[ ,]/),
    raw,
  };
  const ask = async (url: string, init: FetchJsonInit = {}): Promise<Response> => {
    const { anonymous, ...request } = init;
    const headers = new Headers({ accept: "application/json", "user-agent": "latchkey", ...request.headers });
    if (!anonymous && !headers.has("authorization")) headers.set("authorization", `Bearer ${tokens.accessToken}`);
    const response = await server.fetch(url, { ...request, headers, redirect: "manual" });
    if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
    return response;
  };
  return {
    tokens,
    claims: played.claims !== undefined ? played.claims : fromToken ? claimsOf(id) : null,
    callback: played.callback ?? fixtures.callback.form ?? fixtures.callback.query ?? {},
    fetchJson: async (url, init) => (await ask(url, init)).json(),
    fetchBytes: async (url, init) => new Uint8Array(await (await ask(url, init)).arrayBuffer()),
  };
}

/** The fixture's person, with values put in at paths of the profile. */
function play(id: ProviderId, changes: Readonly<Record<string, unknown>> = {}, played: Played = {}): ProfileSource {
  server.answers = fill(facts[id].fixtures.userinfoResponses, values, now);
  const source = sourceOf(id, played);
  for (const [path, value] of Object.entries(changes)) {
    for (const { body } of server.answers) put(body, path, value);
    if (source.claims) put(source.claims, path, value);
  }
  return source;
}

/** Where the path leads nowhere, nothing changes. */
function put(target: any, path: string, value: unknown): void {
  const steps = path.split(/[.[\]]+/).filter(Boolean);
  const last = steps.pop() ?? "";
  const parent = steps.reduce((at, step) => at?.[step], target);
  if (typeof parent !== "object" || parent === null) return;
  if (value === undefined) delete parent[last];
  else parent[last] = value;
}

describe.each(providerIds)("%s", (id) => {
  const known = facts[id];

  test("declares the endpoints, scopes and rules of the facts", () => {
    const { name, authorization, token, missingEmail } = declare(id);
    const withTenant = (url: string) => url.replace("{tenant}", "common");
    expect({ name, id: declare(id).id }).toEqual({ name: known.displayName, id });
    expect(authorization.endpoint).toBe(withTenant(known.authorizationEndpoint));
    expect(authorization.scopes).toEqual(known.scopes.default);
    expect(authorization.separator ?? " ").toBe(known.scopes.separator);
    expect(authorization.pkce).toBe(known.pkce.sendByDefault);
    expect(authorization.responseMode ?? "query").toBe(known.responseMode);
    expect(authorization.clientIdParameter ?? "client_id").toBe(known.clientAuth.clientIdParam);
    expect(token.endpoint).toBe(withTenant(known.tokenEndpoint));
    expect(token.auth).toBe(known.clientAuth.preferred);
    expect(token.clientIdParameter ?? "client_id").toBe(known.clientAuth.clientIdParam);
    expect(token.refresh).toBe(known.refresh.rotation);
    expect(missingEmail === "reject" ? "reject" : "placeholder").toBe(known.email.whenAbsent.policy);
  });

  test("checks id tokens as the facts say", () => {
    const { idToken, authorization } = declare(id);
    const { algorithms, issuers, nonce, maxAgeSeconds, directSignIn, acceptsOpaqueAccessToken } = known.idToken;
    if (algorithms.length === 0) {
      expect({ idToken, nonce: authorization.nonce }).toEqual({ idToken: null, nonce: false });
      return;
    }
    const rule = nonce?.rule === "not-supported" ? "none" : nonce?.rule;
    const issuer = typeof idToken?.issuer === "function" ? idToken.issuer(claimsOf(id) ?? {}) : idToken?.issuer;
    const tid = String(claimsOf(id)?.tid);
    expect([issuer].flat()).toEqual(
      issuers.filter((one) => !one.startsWith("(")).map((one) => one.replace("{tid}", tid)),
    );
    expect(idToken).toMatchObject({ algorithms, nonce: rule, direct: directSignIn });
    expect(idToken?.jwksUri).toBe(known.jwksUri?.replace("{tenant}", "common"));
    expect(idToken?.maxAge ?? null).toBe(maxAgeSeconds);
    expect(idToken?.verifyDirect !== undefined).toBe(acceptsOpaqueAccessToken);
  });

  test("sends what the facts say it sends by default", () => {
    const own = ["response_mode", "response_type", "client_key"];
    const sent = known.authorizeParams.filter(
      ({ name, sentByDefault }) => sentByDefault !== null && !own.includes(name),
    );
    const expected = Object.fromEntries(sent.map(({ name, sentByDefault }) => [name, sentByDefault]));
    // By its options, people who agreed before are not asked again.
    if (id === "discord") expected.prompt = "none";
    expect(declare(id).authorization.parameters ?? {}).toEqual(expected);
  });

  test("reads the person of the fixture", async () => {
    const { raw, ...person } = await declare(id).fetchProfile(play(id));
    expect(person).toEqual(known.fixtures.expectedUser);
    expect(Object.keys(raw).length).toBeGreaterThan(0);
  });

  test("gives a placeholder under .invalid, or none", async () => {
    const { missingEmail, fetchProfile } = declare(id);
    const profile = await fetchProfile(play(id));
    const { pattern } = known.email.whenAbsent;
    const placeholder = missingEmail === "reject" ? undefined : missingEmail(profile);
    expect(placeholder).toBe(pattern?.replace("{id}", profile.id));
  });

  test("brings answers and errors of the token endpoint into the standard form", () => {
    const normalize = declare(id).token.normalize ?? ((answer) => answer);
    const { tokenResponse, tokenErrorResponse, refreshResponse } = known.fixtures;
    for (const answer of [tokenResponse, refreshResponse]) {
      if (!answer) continue;
      const tokens = normalize(answer.body as Record<string, unknown>);
      expect(tokens.error).toBeUndefined();
      expect(tokens.access_token).toBe((answer.body as Record<string, unknown>).access_token);
      expect(tokens.scope ?? "").toMatch(/^[^\s,]*( [^\s,]+)*$/);
      expect(["number", "undefined"]).toContain(typeof tokens.expires_in);
    }
    const failed = normalize(tokenErrorResponse.body as Record<string, unknown>);
    expect(failed.error).toMatch(/^[\x21\x23-\x5b\x5d-\x7e]+$/);
    if (id !== "reddit") expect(failed.error_description).toMatch(/^(made-up error text|Invalid request)$/);
    expect(failed.access_token).toBeUndefined();
  });

  const nobody = [undefined, null, "", "  ", "0", 0, -1, 1.5, 2 ** 60, true, [], {}, "x".repeat(256)];
  test.each(nobody)("OAUTH-18: a profile with the subject %j is refused", async (subject) => {
    const path = known.mapping.id.path ?? "";
    await expect(declare(id).fetchProfile(play(id, { [path]: subject }))).rejects.toThrow(/subject/);
  });

  test.each([null, "text", 7, [], { unexpected: true }])("a profile that is %j is refused", async (body) => {
    const claims = known.profile.source === "id_token" ? (body as any) : undefined;
    const source = play(id, {}, claims === undefined ? {} : { claims });
    server.answers = server.answers.map((answer) => ({ ...answer, body }));
    await expect(declare(id).fetchProfile(source)).rejects.toThrow();
  });

  test("the subject keeps its case", async () => {
    const subjects = ["Person", "person"].map((text) => (/^\d+$/.test(known.fixtures.expectedUser.id) ? null : text));
    for (const subject of subjects) {
      if (subject === null) continue;
      const profile = await declare(id).fetchProfile(play(id, { [known.mapping.id.path ?? ""]: subject }));
      expect(profile.id).toBe(subject);
    }
  });
});

const flagged = providerIds.filter((id) => facts[id].email.verifiedTrust === "trusted");
const unflagged = providerIds.filter((id) => facts[id].email.verifiedTrust === "never");
const ownRules: readonly ProviderId[] = ["github", "twitter"];

describe("verified addresses", () => {
  const vague = ["false", 0, "0", "", "yes", 2, {}, [true], null, undefined];

  describe.each(flagged.filter((id) => !ownRules.includes(id)))("of %s", (id) => {
    test.each(vague)("OAUTH-09: the flag %j is a no", async (flag) => {
      const path = facts[id].mapping.emailVerified.path ?? "";
      const profile = await declare(id).fetchProfile(play(id, { [path]: flag }));
      expect(profile.emailVerified).toBe(false);
    });
  });

  test.each(unflagged)("OAUTH-09: %s vouches for none, whatever else it says", async (id) => {
    const says = { verified: true, email_verified: true, has_verified_email: true };
    const roots = ["", "data.", "data[0].", "data.user.", "user."];
    const changes = roots.flatMap((root) => Object.entries(says).map(([name, value]) => [`${root}${name}`, value]));
    const profile = await declare(id).fetchProfile(play(id, Object.fromEntries(changes)));
    expect(profile.emailVerified).toBe(false);
  });

  test("Zoom's number 1 is a yes, and a text is not", async () => {
    const verified = async (flag: unknown) =>
      (await declare("zoom").fetchProfile(play("zoom", { verified: flag }))).emailVerified;
    expect([await verified(1), await verified("1"), await verified("true")]).toEqual([true, false, false]);
  });
});

describe("Apple", () => {
  const keys = { teamId: "TEAM000001", keyId: "KEY0000001" };

  test("signs its client secret with the team's key, for five minutes", async () => {
    const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
    const pem = await exportPKCS8(privateKey);
    for (const written of [pem, pem.replaceAll("\n", "\\n")]) {
      const { token } = builtIn.apple({
        clientId: ["com.example.web", "com.example.app"],
        ...keys,
        privateKey: written,
      });
      const secret = (await token.clientSecret?.(now)) ?? "";
      const { payload, protectedHeader } = await jwtVerify(secret, publicKey, { currentDate: now });
      const issuedAt = now.getTime() / 1000;
      expect(protectedHeader).toEqual({ alg: "ES256", kid: "KEY0000001" });
      expect(payload).toEqual({
        iss: "TEAM000001",
        sub: "com.example.web",
        aud: "https://appleid.apple.com",
        iat: issuedAt,
        exp: issuedAt + 300,
      });
    }
  });

  test("a secret made beforehand is used as it is", () => {
    expect(declare("apple").token.clientSecret).toBeUndefined();
  });

  test("a key for something else is named when it is first needed", async () => {
    const { privateKey } = await generateKeyPair("RS256", { extractable: true });
    const { token } = builtIn.apple({ clientId: "com.example", ...keys, privateKey: await exportPKCS8(privateKey) });
    await expect(token.clientSecret?.(now)).rejects.toThrow("socialProviders.apple.privateKey is no key for ES256");
  });

  test("id tokens are for the client ids, the bundle, or what is named instead", () => {
    const audience = (options: object) => builtIn.apple({ clientId: ["web", "native"], ...options }).idToken?.audience;
    expect(audience({})).toEqual(["web", "native"]);
    expect(audience({ appBundleIdentifier: "com.example.app" })).toEqual(["web", "native", "com.example.app"]);
    expect(audience({ audience: "other", appBundleIdentifier: "com.example.app" })).toEqual(["other"]);
  });

  test.each(["", "{", "[]", '"text"', '{"name":"text"}', '{"name":{"firstName":7}}'])(
    "OAUTH-29: a posted user %j is no name",
    async (user) => {
      const profile = await declare("apple").fetchProfile(play("apple", {}, { callback: { user } }));
      expect(profile.name).toBe("");
    },
  );

  test("OAUTH-29: of the posted user, only the name counts, and not without end", async () => {
    const user = JSON.stringify({ name: { firstName: "x".repeat(5000) }, email: "victim@example.com", sub: "other" });
    const profile = await declare("apple").fetchProfile(play("apple", { email: undefined }, { callback: { user } }));
    expect(profile).toMatchObject({ email: null, id: facts.apple.fixtures.expectedUser.id });
    expect(profile.name).toHaveLength(255);
  });
});

describe("Discord", () => {
  const picture = async (changes: object) =>
    (await declare("discord").fetchProfile(play("discord", { ...changes }))).image;

  test("pictures that move, that do not, and those of people without one", async () => {
    const avatars = "https://cdn.discordapp.com/avatars/310245678901234567";
    const standard = "https://cdn.discordapp.com/embed/avatars";
    expect(await picture({ avatar: "a_00ff" })).toBe(`${avatars}/a_00ff.gif`);
    expect(await picture({ avatar: "00ff" })).toBe(`${avatars}/00ff.png`);
    expect(await picture({ avatar: null })).toBe(`${standard}/${Number((310245678901234567n >> 22n) % 6n)}.png`);
    expect(await picture({ avatar: null, discriminator: "1337" })).toBe(`${standard}/2.png`);
    expect(await picture({ avatar: "../../evil" })).toMatch(/embed\/avatars\/\d\.png$/);
  });

  test("permissions go with the bot alone", () => {
    const parameters = (options: object) => declare("discord", { permissions: 8, ...options }).authorization.parameters;
    expect(parameters({})).toEqual({ prompt: "none" });
    expect(parameters({ scope: ["bot"], prompt: "consent" })).toEqual({ prompt: "consent", permissions: "8" });
  });
});

describe("Facebook", () => {
  const proof = /^[0-9a-f]{64}$/;

  test("asks with a proof of the secret, unless that is switched off", async () => {
    await declare("facebook", { fields: ["birthday", "name"] }).fetchProfile(play("facebook"));
    await declare("facebook", { appSecretProof: false }).fetchProfile(play("facebook"));
    expect(server.seen.map(({ query }) => query)).toEqual([
      { fields: "id,name,email,picture,birthday", appsecret_proof: expect.stringMatching(proof) },
      { fields: "id,name,email,picture" },
    ]);
  });

  test("a token of Limited Login is the whole profile", async () => {
    const profile = await declare("facebook").fetchProfile(play("facebook", {}, { claims: claimsOf("facebook") }));
    expect(profile).toMatchObject(facts.facebook.fixtures.expectedUser);
    expect(server.seen).toEqual([]);
  });

  const verify = (changes: object = {}, options: object = {}, played: Played = {}) => {
    const source = play("facebook", { ...changes }, { claims: null, accessToken: "", ...played });
    return declare("facebook", options).idToken?.verifyDirect?.("EAAdirect", source);
  };

  test("a token with three parts is left to the usual checks", async () => {
    const source = play("facebook");
    expect(await declare("facebook").idToken?.verifyDirect?.("a.b.c", source)).toBeNull();
    expect(server.seen).toEqual([]);
  });

  test("an access token is shown to Facebook, and the profile is read with that very one", async () => {
    const claims = await verify({}, {}, { accessToken: "EAAdirect" });
    expect(claims).toMatchObject({ sub: "10223344556677889", email: "robin.vale@example.com" });
    const [debug, me] = server.seen;
    expect(debug).toMatchObject({ query: { input_token: "EAAdirect", access_token: "app-1|secret-1" } });
    expect(debug?.headers.authorization).toBeUndefined();
    expect(me?.headers.authorization).toBe("Bearer EAAdirect");
    const profile = await declare("facebook").fetchProfile(play("facebook", {}, { claims: claims ?? null }));
    expect(profile).toMatchObject(facts.facebook.fixtures.expectedUser);
  });

  test.each([
    ["of another app", { "data.app_id": "app-2" }],
    ["of an app that is a number", { "data.app_id": 1 }],
    ["of no app", { "data.app_id": undefined }],
    ["that is not valid", { "data.is_valid": false }],
    ["whose validity is a text", { "data.is_valid": "true" }],
    ["of another person", { "data.user_id": "1" }],
    ["of nobody", { "data.user_id": undefined }],
  ])("OAUTH-15: an access token %s is refused", async (_, changes) => {
    await expect(verify(changes)).rejects.toThrow();
  });

  test("OAUTH-15: an access token that came along and is another is refused", async () => {
    await expect(verify({}, {}, { accessToken: "EAAanother" })).rejects.toThrow("another than the one to check");
  });

  test("an access token for a further app of one's own is taken", async () => {
    await expect(verify({ "data.app_id": "app-2" }, { clientId: ["app-1", "app-2"] })).resolves.toMatchObject({
      sub: "10223344556677889",
    });
  });

  test("without the secret no access token is taken", async () => {
    const { idToken } = builtIn.facebook({ clientId: "app-1" });
    await expect(idToken?.verifyDirect?.("EAAdirect", play("facebook", {}, { accessToken: "" }))).rejects.toThrow(
      "clientSecret",
    );
  });

  test("a configuration stands in place of scopes; the version is in every address", () => {
    const { authorization, token } = declare("facebook", { configId: "c-1", version: "v30.0" });
    expect(authorization).toMatchObject({ scopeParameter: null, parameters: { config_id: "c-1" } });
    expect(authorization.endpoint).toBe("https://www.facebook.com/v30.0/dialog/oauth");
    expect(token.endpoint).toBe("https://graph.facebook.com/v30.0/oauth/access_token");
  });
});

describe("GitHub", () => {
  const read = async (shown: unknown, addresses: unknown) => {
    const source = play("github", { email: shown });
    const [profile, list] = server.answers;
    if (!profile || !list) throw new Error("The fixture has two answers.");
    server.answers = [profile, addresses === null ? { ...list, status: 403 } : { ...list, body: addresses }];
    const { email, emailVerified } = await declare("github").fetchProfile(source);
    return [email, emailVerified];
  };
  const address = (email: string, primary: unknown, verified: unknown) => ({ email, primary, verified });

  test("the primary address that is verified comes before the one that is shown", async () => {
    expect(await read("shown@x.org", [address("a@x.org", false, true), address("b@x.org", true, true)])).toEqual([
      "b@x.org",
      true,
    ]);
  });

  test("OAUTH-13: the flag is the chosen address's own", async () => {
    expect(await read("Shown@x.org", [address("a@x.org", true, false), address("shown@x.org", false, true)])).toEqual([
      "shown@x.org",
      true,
    ]);
    expect(await read("shown@x.org", [address("a@x.org", false, true)])).toEqual(["shown@x.org", false]);
    expect(await read(null, [address("a@x.org", false, true), address("b@x.org", true, false)])).toEqual([
      "b@x.org",
      false,
    ]);
    expect(await read(null, [address("a@x.org", false, false)])).toEqual(["a@x.org", false]);
  });

  test("OAUTH-09: a flag that is no flag is a no", async () => {
    for (const flag of ["false", 0, 1, undefined])
      expect(await read(null, [address("a@x.org", true, flag)])).toEqual(["a@x.org", false]);
  });

  test("without the list people get in, unverified", async () => {
    expect(await read("shown@x.org", null)).toEqual(["shown@x.org", false]);
    expect(await read(null, null)).toEqual([null, false]);
    expect(await read(null, { message: "no list" })).toEqual([null, false]);
    expect(await read(null, ["a@x.org", null, { email: 7 }])).toEqual([null, false]);
  });

  test("Enterprise servers have the API below, tenants beside", async () => {
    const hosts = async (enterpriseBaseUrl: string) => {
      server.seen.length = 0;
      const declaration = declare("github", { enterpriseBaseUrl });
      await declaration.fetchProfile(play("github")).catch(() => {});
      return [declaration.authorization.endpoint, declaration.token.endpoint, server.seen[0]?.url];
    };
    expect(await hosts("https://github.example.com/")).toEqual([
      "https://github.example.com/login/oauth/authorize",
      "https://github.example.com/login/oauth/access_token",
      "https://github.example.com/api/v3/user",
    ]);
    expect((await hosts("https://octo.ghe.com"))[2]).toBe("https://api.octo.ghe.com/user");
  });
});

describe("Microsoft", () => {
  const home = "11112222-3333-4444-5555-666677778888";
  const other = "99998888-7777-6666-5555-444433332222";
  const personal = "9188040d-6c67-4c5b-b112-36a304b66dad";
  const issuer = (tenantId: string | undefined, tid: unknown) => {
    const rule = declare("microsoft", { tenantId }).idToken?.issuer;
    return typeof rule === "function" ? rule({ tid }) : rule;
  };
  const issuerOf = (tid: string) => `https://login.microsoftonline.com/${tid}/v2.0`;

  test.each([
    [undefined, [home, other, personal]],
    ["common", [home, other, personal]],
    ["organizations", [home, other]],
    ["consumers", [personal]],
    [home, [home]],
    [home.toUpperCase(), [home]],
  ])("OAUTH-14: the tenant %s takes tokens of its own people alone", (tenantId, taken) => {
    const expected = [home, other, personal].map((tid) => (taken.includes(tid) ? issuerOf(tid) : null));
    expect([home, other, personal].map((tid) => issuer(tenantId, tid))).toEqual(expected);
  });

  test.each([undefined, null, "", 7, "common", "{tenantid}", `${home}/../${other}`, `${home}\n`])(
    "OAUTH-14: the tenant claim %j is none",
    (tid) => expect(issuer("common", tid)).toBeNull(),
  );

  const email = "robin.vale@example.com";
  test.each([
    [{ xms_edov: true }, true],
    [{ xms_edov: 1 }, true],
    [{ xms_edov: "1" }, true],
    [{ xms_edov: "true" }, true],
    [{ email_verified: true }, true],
    [{ verified_primary_email: [email.toUpperCase()] }, true],
    [{ verified_secondary_email: ["a@x.org", email] }, true],
    [{}, false],
    [{ xms_edov: false }, false],
    [{ xms_edov: "0" }, false],
    [{ xms_edov: "false" }, false],
    [{ email_verified: "true" }, false],
    [{ verified_primary_email: ["other@example.com"] }, false],
    [{ verified_primary_email: [], verified_secondary_email: null }, false],
    [{ xms_edov: true, email: undefined }, false],
  ])("OAUTH-14: claims with %j vouch for the address: %s", async (claims, verified) => {
    const source = play("microsoft", { xms_edov: undefined, ...claims });
    expect((await declare("microsoft").fetchProfile(source)).emailVerified).toBe(verified);
  });

  test("a name to sign in by is no address", async () => {
    const profile = await declare("microsoft").fetchProfile(play("microsoft", { email: undefined, name: undefined }));
    expect(profile).toMatchObject({ email: null, name: "robin.vale@example.com" });
  });

  test("the picture becomes a data URL, and its lack stops nobody", async () => {
    const source = play("microsoft");
    const url = "https://graph.microsoft.com/v1.0/me/photos/96x96/$value";
    server.answers = [{ method: "GET", url, status: 200, body: new Uint8Array([255, 216, 255]) }];
    const image = async (options: object) => (await declare("microsoft", options).fetchProfile(source)).image;
    expect(await image({ profilePhotoSize: 96 })).toBe("data:image/jpeg;base64,/9j/");
    expect(await image({})).toBeNull();
    server.seen.length = 0;
    expect(await image({ profilePhotoSize: 96, disableProfilePhoto: true })).toBeNull();
    expect(server.seen).toEqual([]);
  });

  test("a public client has no secret, and names its page's origin", () => {
    const { token } = builtIn.microsoft({ clientId: "app-1", spaOrigin: "https://app.example.com" });
    expect(token).toMatchObject({ auth: "none", headers: { origin: "https://app.example.com" } });
  });

  test("a refresh asks for the same scopes, and for offline access", () => {
    const { refreshParameters } = declare("microsoft").token;
    const signIn = { redirectURI: "https://x.org/callback", scopes: ["openid", "Mail.Read"] };
    expect(refreshParameters?.({}, signIn)).toEqual({ scope: "openid Mail.Read offline_access" });
    expect(refreshParameters?.({})).toEqual({});
  });

  test("a national cloud has its own login and its own pictures", async () => {
    const cloud = declare("microsoft", { authority: "https://login.microsoftonline.us/", tenantId: home });
    expect(cloud.token.endpoint).toBe(`https://login.microsoftonline.us/${home}/oauth2/v2.0/token`);
    await cloud.fetchProfile(play("microsoft"));
    expect(server.seen[0]?.url).toBe("https://graph.microsoft.us/v1.0/me/photos/48x48/$value");
  });
});

describe("Google", () => {
  test("without an id token, userinfo says the same", async () => {
    const { raw, ...person } = await declare("google").fetchProfile(play("google", {}, { claims: null }));
    expect(person).toEqual(facts.google.fixtures.expectedUser);
  });

  test.each([
    ["example.com", "example.com", true],
    ["Example.com", "example.com", true],
    ["*", "any.example", true],
    ["*", undefined, false],
    ["example.com", undefined, false],
    ["example.com", "evil.example", false],
    ["example.com", ["example.com"], false],
  ])("the domain %s takes the claim %j: %s", async (hd, claim, taken) => {
    const read = declare("google", { hd }).fetchProfile(play("google", { hd: claim }));
    if (taken) await expect(read).resolves.toBeDefined();
    else await expect(read).rejects.toThrow("Workspace domain");
  });

  test("what an app wants to be asked goes along", () => {
    const { authorization } = declare("google", {
      accessType: "offline",
      prompt: "consent",
      hd: "example.com",
      display: "popup",
      includeGrantedScopes: false,
    });
    expect(authorization.parameters).toEqual({
      access_type: "offline",
      prompt: "consent",
      hd: "example.com",
      display: "popup",
    });
  });
});

describe("the others' quirks", () => {
  test("Spotify: nobody needs a picture or a name, and the newer id is a choice", async () => {
    const read = (options: object, changes: object = {}) =>
      declare("spotify", options).fetchProfile(play("spotify", { ...changes }));
    expect(await read({}, { images: [], display_name: null })).toMatchObject({ image: null, name: "robinvale77" });
    expect(await read({}, { images: null })).toMatchObject({ image: null });
    expect(await read({ useAccountId: true })).toMatchObject({ id: "acc_5d0c1e7f" });
    expect(declare("spotify", { showDialog: true }).authorization.parameters).toEqual({ show_dialog: "true" });
  });

  test("Twitch: errors are told apart by their message", () => {
    const normalize = declare("twitch").token.normalize;
    expect(normalize?.({ status: 400, message: "Invalid refresh token", error: "Bad Request" })?.error).toBe(
      "invalid_grant",
    );
    expect(normalize?.({ status: 403, message: "invalid client secret" })?.error).toBe("invalid_client");
    expect(normalize?.({ status: 400, message: "missing code" })?.error).toBe("invalid_request");
  });

  test("Twitch: an app chooses its claims", () => {
    expect(declare("twitch", { claims: ["email"] }).authorization.parameters).toEqual({
      claims: '{"id_token":{"email":null}}',
    });
  });

  test("X: without the permission for addresses there is none, and the badge is no proof", async () => {
    const source = play("twitter", { "data.verified": true });
    server.answers = server.answers.slice(0, 1);
    expect(await declare("twitter").fetchProfile(source)).toMatchObject({ email: null, emailVerified: false });
  });

  test("X: an address of another person is nobody's", async () => {
    const source = play("twitter");
    put(server.answers[1]?.body, "data.id", "2");
    expect(await declare("twitter").fetchProfile(source)).toMatchObject({ email: null, emailVerified: false });
  });

  test("X: pictures in full size, where that is wanted", async () => {
    const { image } = await declare("twitter", { fullSizeImage: true }).fetchProfile(play("twitter"));
    expect(image).toBe("https://pbs.twimg.com/profile_images/1/robin.jpg");
  });

  test("Dropbox: the call has neither body nor content type", async () => {
    await declare("dropbox").fetchProfile(play("dropbox"));
    expect(server.seen[0]).toMatchObject({ method: "POST", body: "" });
    expect(server.seen[0]?.headers["content-type"]).toBeUndefined();
    expect(declare("dropbox", { accessType: "offline" }).authorization.parameters).toEqual({
      token_access_type: "offline",
    });
  });

  test("Kick: an empty list is nobody; an empty picture is none", async () => {
    await expect(declare("kick").fetchProfile(play("kick", { data: [] }))).rejects.toThrow(
      "Kick's profile is missing.",
    );
    expect(await declare("kick").fetchProfile(play("kick", { "data[0].profile_picture": "" }))).toMatchObject({
      image: null,
    });
    expect(declare("kick").token.normalize?.(facts.kick.fixtures.tokenErrorResponse.body as any)).toEqual({
      error: "invalid_request",
      error_description: "Invalid request",
    });
  });

  test("LinkedIn, Roblox: userinfo of another person than the id token's is refused", async () => {
    for (const id of ["linkedin", "roblox"] as const) {
      const claims = { ...claimsOf(id), sub: "another" };
      await expect(declare(id).fetchProfile(play(id, {}, { claims }))).rejects.toThrow("two subjects");
    }
  });

  test("LinkedIn: an answer without a type is a bearer's", () => {
    const { normalize } = declare("linkedin").token;
    expect(normalize?.({ access_token: "a" })).toEqual({ access_token: "a", token_type: "Bearer" });
  });

  test.each([{ state: "blocked" }, { state: "deactivated" }, { state: undefined }, { locked: true }])(
    "GitLab: a user with %j is refused",
    async (changes) => {
      await expect(declare("gitlab").fetchProfile(play("gitlab", changes))).rejects.toThrow("blocked or locked");
    },
  );

  test("GitLab: a server of one's own, with a path and pictures from its root", async () => {
    const issuer = "https://code.example.com/git";
    const own = declare("gitlab", { issuer: `${issuer}/` });
    expect([own.authorization.endpoint, own.token.endpoint, own.idToken?.issuer, own.idToken?.jwksUri]).toEqual([
      `${issuer}/oauth/authorize`,
      `${issuer}/oauth/token`,
      issuer,
      `${issuer}/oauth/discovery/keys`,
    ]);
    const source = play("gitlab", { avatar_url: "/uploads/7.png" });
    server.answers = server.answers.map((answer) => ({ ...answer, url: `${issuer}/api/v4/user` }));
    expect(await own.fetchProfile(source)).toMatchObject({ image: "https://code.example.com/uploads/7.png" });
  });

  test("GitLab: an address is verified if the app trusts the server, or OpenID Connect says so", async () => {
    const verified = async (options: object, changes: object = {}) =>
      (await declare("gitlab", options).fetchProfile(play("gitlab", { ...changes }))).emailVerified;
    expect(await verified({ trustConfirmed: true })).toBe(true);
    expect(await verified({ trustConfirmed: true }, { confirmed_at: null })).toBe(false);
    const options = { disableDefaultScope: true, scope: ["openid", "email", "profile"] };
    const openid = declare("gitlab", options);
    expect(openid.authorization.nonce).toBe(true);
    const source = play("gitlab");
    const body = {
      sub: "778899",
      name: "Robin Vale",
      email: "robin.vale@example.com",
      email_verified: true,
      picture: "https://x.org/p.png",
    };
    server.answers = [{ method: "GET", url: "https://gitlab.com/oauth/userinfo", status: 200, body }];
    const { raw, ...person } = await openid.fetchProfile(source);
    expect(person).toEqual({
      id: "778899",
      name: "Robin Vale",
      email: body.email,
      emailVerified: true,
      image: body.picture,
    });
    await expect(openid.fetchProfile({ ...source, claims: { sub: "1" } })).rejects.toThrow("two subjects");
  });

  test("GitLab: a refresh repeats the redirect URI", () => {
    const signIn = { redirectURI: "https://x.org/callback", scopes: [] };
    expect(declare("gitlab").token.refreshParameters?.({}, signIn)).toEqual({ redirect_uri: "https://x.org/callback" });
  });

  test("TikTok: only what was granted is asked for, and an error in a good answer is one", async () => {
    await declare("tiktok").fetchProfile(play("tiktok"));
    expect(server.seen[0]?.query).toEqual({ fields: "open_id,union_id,avatar_url,avatar_large_url,display_name" });
    await declare("tiktok").fetchProfile(
      play("tiktok", {}, { raw: { access_token: "a", scope: "user.info.profile" } }),
    );
    expect(server.seen[1]?.query.fields).toMatch(/,username$/);
    const failed = declare("tiktok").fetchProfile(play("tiktok", { "error.code": "scope_not_authorized" }));
    await expect(failed).rejects.toThrow("TikTok refused");
  });

  test("TikTok: the end of the refresh token is told as everywhere else, and codes are unescaped", () => {
    const { normalize, readCode } = declare("tiktok").token;
    expect(normalize?.(facts.tiktok.fixtures.tokenResponse.body as any)).toMatchObject({
      refresh_token_expires_in: 15552000,
    });
    expect(["c_tiktok_001%2A1", "c_tiktok_001*1", "100%"].map((code) => readCode?.(code))).toEqual([
      "c_tiktok_001*1",
      "c_tiktok_001*1",
      "100%",
    ]);
  });

  test("TikTok: a desktop registration gets its challenge in hexadecimal", () => {
    expect(declare("tiktok", { pkce: "hex" }).authorization).toMatchObject({ pkce: true, challengeEncoding: "hex" });
  });

  test("placeholders can be switched off", () => {
    for (const id of ["tiktok", "reddit", "roblox"] as const) {
      expect(declare(id, { missingEmail: "reject" }).missingEmail).toBe("reject");
    }
  });

  test("Reddit: both calls carry the app's own name", async () => {
    const named = declare("reddit", { userAgent: "web:com.example:1.0 (by /u/robin)" });
    await named.fetchProfile(play("reddit"));
    expect(server.seen[0]?.headers["user-agent"]).toBe("web:com.example:1.0 (by /u/robin)");
    expect(named.token.headers).toEqual({ "user-agent": "web:com.example:1.0 (by /u/robin)" });
    expect(declare("reddit").token.headers).toEqual({ "user-agent": "web:app-1:1.0" });
  });

  test("Reddit: bad credentials, codes with a rest of an anchor, pictures of the second choice, ids with their kind", async () => {
    const { normalize, readCode } = declare("reddit").token;
    expect(normalize?.({ message: "Unauthorized", error: 401 })).toEqual({
      error: "invalid_client",
      error_description: "Unauthorized",
    });
    expect(readCode?.("code#_")).toBe("code");
    const changes = { icon_img: "", snoovatar_img: "https://i.redd.it/a&amp;b.png?x=1", id: "t2_4x7qz" };
    expect(await declare("reddit").fetchProfile(play("reddit", changes))).toMatchObject({
      id: "4x7qz",
      image: "https://i.redd.it/a&b.png",
    });
  });

  test("VK: the device goes along, is kept, and goes along again", () => {
    const { exchangeParameters, keep, refreshParameters } = declare("vk").token;
    const callback = facts.vk.fixtures.callback.query ?? {};
    expect(exchangeParameters?.(callback)).toEqual({ device_id: "dev-robin-01" });
    expect(keep?.(callback)).toEqual({ device_id: "dev-robin-01" });
    const again = refreshParameters?.({ device_id: "dev-robin-01" });
    expect(again).toEqual({ device_id: "dev-robin-01", state: expect.stringMatching(/^[\w-]{43}$/) });
  });

  test("VK: the access token stands in the form, and nowhere else", async () => {
    await declare("vk").fetchProfile(play("vk"));
    expect(server.seen[0]?.body).toBe("access_token=vk2.a.at001&client_id=app-1");
    expect(server.seen[0]?.headers.authorization).toBeUndefined();
    expect(server.seen[0]?.headers["content-type"]).toBe("application/x-www-form-urlencoded");
  });

  test("VK: language, colours and the older host; an empty address is none", async () => {
    const { authorization, token } = declare("vk", { langId: 0, scheme: "dark", baseUrl: "https://id.vk.com" });
    expect(authorization.parameters).toEqual({ lang_id: "0", scheme: "dark" });
    expect([authorization.endpoint, token.endpoint]).toEqual([
      "https://id.vk.com/authorize",
      "https://id.vk.com/oauth2/auth",
    ]);
    expect(await declare("vk").fetchProfile(play("vk", { "user.email": "" }))).toMatchObject({ email: null });
  });

  test.each([
    ["https://eu01api.zoom.us/v2", "https://eu01api.zoom.us"],
    ["https://evilzoom.us", "https://api.zoom.us"],
    ["https://zoom.us.evil.example", "https://api.zoom.us"],
    ["http://api.zoom.us", "https://api.zoom.us"],
    ["https://api.zoom.us@evil.example", "https://api.zoom.us"],
    ["https://api.zoom.us:8443", "https://api.zoom.us"],
    [["https://eu01api.zoom.us"], "https://api.zoom.us"],
    [undefined, "https://api.zoom.us"],
  ])("Zoom: the host %j is asked at %s", async (named, asked) => {
    const source = play("zoom", {}, { raw: { access_token: "a", api_url: named } });
    await declare("zoom")
      .fetchProfile(source)
      .catch(() => {});
    expect(server.seen[0]?.url).toBe(`${asked}/v2/users/me`);
  });

  test("Zoom: without a display name, first and last; PKCE can be switched off", async () => {
    expect(await declare("zoom").fetchProfile(play("zoom", { display_name: "" }))).toMatchObject({
      name: "Robin Vale",
    });
    expect(declare("zoom", { pkce: false }).authorization).toMatchObject({ pkce: false, scopeParameter: null });
  });
});
