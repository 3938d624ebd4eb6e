import { describe, expect, test } from "vitest";
import { claimsOf, declare, play, server, usePlayedProvider } from "../../../../test/played-provider.ts";
import { facts, type ProviderId, providerIds } from "../../../../test/recorded-provider.ts";

usePlayedProvider();

describe.each(providerIds)("%s", (id) => {
  const known = facts[id];

  test("declares the documented endpoints, scopes, and rules", () => {
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

  test("checks ID tokens as documented", () => {
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
    expect(idToken).toMatchObject({ algorithms, nonce: rule, allowsDirectSignIn: directSignIn });
    expect(idToken?.jwksUri).toBe(known.jwksUri?.replace("{tenant}", "common"));
    expect(idToken?.maxAge ?? null).toBe(maxAgeSeconds);
    expect(idToken?.verifyOpaqueToken !== undefined).toBe(acceptsOpaqueAccessToken);
  });

  test("sends the documented parameters by default", () => {
    const own = ["response_mode", "response_type", "client_key"];
    const sent = known.authorizeParams.filter(
      ({ name, sentByDefault }) => sentByDefault !== null && !own.includes(name),
    );
    const expected = Object.fromEntries(sent.map(({ name, sentByDefault }) => [name, sentByDefault]));
    // The default option skips the consent page for users who have already agreed.
    if (id === "discord") expected.prompt = "none";
    expect(declare(id).authorization.parameters ?? {}).toEqual(expected);
  });

  test("reads the fixture's user", async () => {
    const { raw, ...person } = await declare(id).fetchProfile(play(id));
    expect(person).toEqual(known.fixtures.expectedUser);
    expect(Object.keys(raw).length).toBeGreaterThan(0);
  });

  test("returns a placeholder email under .invalid, or none", async () => {
    const { missingEmail, fetchProfile } = declare(id);
    const profile = await fetchProfile(play(id));
    const { pattern } = known.email.whenAbsent;
    const placeholder = missingEmail === "reject" ? undefined : missingEmail(profile);
    expect(placeholder).toBe(pattern?.replace("{id}", profile.id));
  });

  test("normalizes the token endpoint's responses and errors", () => {
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
  test.each(nobody)("OAUTH-18: a profile with the subject %j is rejected", async (subject) => {
    const path = known.mapping.id.path ?? "";
    await expect(declare(id).fetchProfile(play(id, { [path]: subject }))).rejects.toThrow(/subject/);
  });

  test.each([null, "text", 7, [], { unexpected: true }])("rejects %j as a profile", async (body) => {
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

describe("verified emails", () => {
  const vague = ["false", 0, "0", "", "yes", 2, {}, [true], null, undefined];

  describe.each(flagged.filter((id) => !ownRules.includes(id)))("of %s", (id) => {
    test.each(vague)("OAUTH-09: the flag %j counts as false", async (flag) => {
      const path = facts[id].mapping.emailVerified.path ?? "";
      const profile = await declare(id).fetchProfile(play(id, { [path]: flag }));
      expect(profile.emailVerified).toBe(false);
    });
  });

  test.each(unflagged)("OAUTH-09: an email from %s never counts as verified, whatever the profile says", async (id) => {
    const says = { verified: true, email_verified: true, has_verified_email: true };
    const roots = ["", "data.", "data[0].", "data.user.", "user."];
    const changes = roots.flatMap((root) => Object.entries(says).map(([name, value]) => [`${root}${name}`, value]));
    const profile = await declare(id).fetchProfile(play(id, Object.fromEntries(changes)));
    expect(profile.emailVerified).toBe(false);
  });

  test("Zoom's flag counts only if it's the number 1, not as text", async () => {
    const verified = async (flag: unknown) =>
      (await declare("zoom").fetchProfile(play("zoom", { verified: flag }))).emailVerified;
    expect([await verified(1), await verified("1"), await verified("true")]).toEqual([true, false, false]);
  });
});
