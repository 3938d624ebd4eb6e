import { tokenTable } from "@latchkey/core/plugin";
import { type CreationOptions, type RequestOptions, testOrigin } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { outcome, sameOrigin, startPasskey } from "../test/app.ts";

const failed = [400, "AUTHENTICATION_FAILED"];
const noChallenge = [400, "CHALLENGE_NOT_FOUND"];

/** Changes one base64url character. It must not be the last one, because that one's low bits can be padding. */
const changed = (text: string, at: number): string =>
  text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);

describe("challenges", () => {
  test("PKEY-01: an assertion works once", async () => {
    const app = await startPasskey();
    const { device } = await app.person();
    const browser = app.browser();
    const response = await device.get(await app.options(browser));
    const results = [];
    for (let times = 0; times < 3; times++) {
      results.push(outcome(await browser.post("/passkey/verify-authentication", { response })));
    }
    expect(results).toEqual([[200, undefined], noChallenge, noChallenge]);
  });

  test("PKEY-02: a challenge works only for its browser, purpose, user, session, and domain, and only for a limited time", async () => {
    const app = await startPasskey({ baseURL: "http://app.test", trustedOrigins: ["http://app.test"] });
    const ann = await app.person();
    const bob = await app.person("bob@example.com");
    const post = (browser = app.browser(), options: RequestOptions, device = ann.device) =>
      device.get(options).then((response) => browser.post("/passkey/verify-authentication", { response }));
    const stranger = app.browser();
    const [one, other] = [app.browser(), app.browser()];
    const options = await app.options(one);
    await app.options(other);
    const statements: string[] = [];
    expect(outcome(await post(other, options))).toEqual(noChallenge);
    expect(outcome(await post(stranger, options))).toEqual(noChallenge);
    const proof = await app.options(ann.browser, "proof");
    expect(proof.allowCredentials).toHaveLength(1);
    // Try Bob's session, and another session of Ann's.
    expect(outcome(await post(bob.browser, proof))).toEqual(noChallenge);
    const second = app.browser();
    await second.signIn(ann.email);
    expect(outcome(await post(second, proof))).toEqual(noChallenge);
    const { challenge } = options;
    for (const at of [0, 1, 3, 10, 40, challenge.length - 2]) {
      expect(outcome(await post(one, { ...options, challenge: changed(challenge, at) }))).toEqual(noChallenge);
    }
    for (const made of ["", "AAAA", "x".repeat(3000), "not base64url!"]) {
      expect(outcome(await post(one, { ...options, challenge: made }))).toEqual(noChallenge);
    }
    app.clock.advance(301);
    expect(outcome(await post(one, options))).toEqual(noChallenge);
    expect(statements).toEqual([]);
    expect(outcome(await app.use(one, ann.device))).toEqual([200, undefined]);
  });

  test("PKEY-02: an invalid challenge is rejected without a query, so no passkey is read", async () => {
    const app = await startPasskey();
    const { device } = await app.person();
    const options = await app.options(app.browser());
    const response = await device.get({ ...options, challenge: changed(options.challenge, 20) });
    const { db } = app.auth.$context;
    const before = await db.count(tokenTable, {});
    expect(outcome(await app.browser().post("/passkey/verify-authentication", { response }))).toEqual(noChallenge);
    expect(await db.count(tokenTable, {})).toBe(before);
  });

  test("each of several tabs has its own challenge", async () => {
    const app = await startPasskey();
    const { device } = await app.person();
    const browser = app.browser();
    const [first, second] = [await app.options(browser), await app.options(browser)];
    for (const options of [second, first]) {
      const response = await device.get(options);
      expect((await browser.post("/passkey/verify-authentication", { response })).status).toBe(200);
    }
  });

  test("PKEY-03: a registration can't be used to sign in, nor an assertion to register", async () => {
    const app = await startPasskey();
    const { browser, device } = await app.person();
    const creation = (await browser.get<CreationOptions>("/passkey/generate-register-options", sameOrigin)).body;
    const asSignIn = await device.get({ challenge: creation.challenge, rpId: "app.test" });
    expect(outcome(await browser.post("/passkey/verify-authentication", { response: asSignIn }))).toEqual(noChallenge);
    const fresh = app.device();
    const options = await app.options(browser, "sign-in");
    const asCreation = await fresh.create({ ...creation, challenge: options.challenge });
    const registered = await browser.post("/passkey/verify-registration", { response: asCreation });
    expect(outcome(registered)).toEqual(noChallenge);
    const swapped = await device.get(await app.options(browser, "sign-in"), { type: "webauthn.create" });
    expect(outcome(await browser.post("/passkey/verify-authentication", { response: swapped }))).toEqual(failed);
  });
});

describe("pages and domains", () => {
  test.each([
    ["a foreign origin", { origin: "http://evil.test" }],
    ["another scheme", { origin: "https://app.test" }],
    ["another port", { origin: "http://app.test:8080" }],
    ["a sibling domain", { origin: "http://login.app.test" }],
    ["an origin with a path", { origin: "http://app.test/" }],
    ["no origin", { origin: "" }],
    ["a cross-origin frame", { clientData: { crossOrigin: true } }],
    ["a cross-origin frame with its page's origin", { clientData: { crossOrigin: true, topOrigin: testOrigin } }],
    ["an enclosing page's origin without a cross-origin frame", { clientData: { topOrigin: "http://evil.test" } }],
  ])("PKEY-04: %s is rejected at sign-in and registration", async (_, changes) => {
    const app = await startPasskey();
    const { browser, device } = await app.person();
    expect(outcome(await app.use(app.browser(), device, changes))).toEqual(failed);
    const added = await app.add(browser, app.device(), changes);
    expect(outcome(added)).toEqual([400, "FAILED_TO_VERIFY_REGISTRATION"]);
  });

  test("PKEY-05: another domain's hash is rejected, and a related origin works only if it's listed", async () => {
    const related = "https://app.example";
    const app = await startPasskey({ trustedOrigins: [related] }, { relatedOrigins: [related] });
    const { device } = await app.person();
    expect(outcome(await app.use(app.browser(), device, { rpID: "evil.test" }))).toEqual(failed);
    expect(outcome(await app.use(app.browser(), device, { origin: "https://other.example" }))).toEqual(failed);
    expect(outcome(await app.use(app.browser(), device, { origin: related }))).toEqual([200, undefined]);
  });

  test("PKEY-05: the related origins are served at the root of the host", async () => {
    const { auth } = await startPasskey({}, { relatedOrigins: ["https://app.example"] });
    const get = (handler: typeof auth.handler) => handler(new Request(`${testOrigin}/.well-known/webauthn`));
    const served = await get(auth.handler);
    expect(served.headers.get("content-type")).toContain("application/json");
    expect(await served.json()).toEqual({ origins: ["https://app.example"] });
    expect((await get((await startPasskey()).auth.handler)).status).toBe(404);
  });
});

test("PKEY-11: malformed responses get a 400, however large they are", async () => {
  const app = await startPasskey();
  const { browser } = await app.person();
  const good = await app.device().create({ challenge: "x", rp: { id: "app.test" }, user: { id: "x" } });
  const attestationObject = "A".repeat(1_000_000);
  const bodies = [
    {},
    { response: null },
    { response: "x" },
    { response: { ...good, id: 7 } },
    { response: { ...good, response: {} } },
    { response: { ...good, response: { ...good.response, attestationObject } } },
    { response: { ...good, response: { ...good.response, clientDataJSON: "A".repeat(20_000) } } },
    { response: { ...good, response: { ...good.response, clientDataJSON: "////" } } },
  ];
  for (const body of bodies) {
    for (const path of ["/passkey/verify-registration", "/passkey/verify-authentication"]) {
      const { status } = await browser.post(path, body);
      expect([400, 413]).toContain(status);
    }
  }
});
