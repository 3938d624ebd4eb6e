import { admin } from "@latchkey/admin";
import { anonymous } from "@latchkey/anonymous";
import { widen } from "@latchkey/core/database";
import { auditTable, sessionTable, tokenTable, userTable } from "@latchkey/core/plugin";
import {
  type CreationOptions,
  outboxEmpty,
  type RequestOptions,
  type TestReply,
  testOrigin,
  testPassword,
} from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { type PasskeyApp, sameOrigin, startPasskey } from "../test/app.ts";
import { passkeyTable, type SessionWithPasskey } from "./tables.ts";

const outcome = ({ status, body }: TestReply): readonly [number, unknown] => [
  status,
  (body as { code?: string })?.code,
];
const failed = [400, "AUTHENTICATION_FAILED"];
const noChallenge = [400, "CHALLENGE_NOT_FOUND"];

/** Changes one character of base64url that isn't the last, whose low bits can be padding. */
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

  test("PKEY-02: a challenge works for its browser, purpose, user, session, and domain only, and not for long", async () => {
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
    // Bob's session, and another session of Ann's.
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

  test("PKEY-02: a challenge that isn't valid costs no query, so no passkey is read", async () => {
    const app = await startPasskey();
    const { device } = await app.person();
    const options = await app.options(app.browser());
    const response = await device.get({ ...options, challenge: changed(options.challenge, 20) });
    const { db } = app.auth.$context;
    const before = await db.count(tokenTable, {});
    expect(outcome(await app.browser().post("/passkey/verify-authentication", { response }))).toEqual(noChallenge);
    expect(await db.count(tokenTable, {})).toBe(before);
  });

  test("several tabs have a challenge each", async () => {
    const app = await startPasskey();
    const { device } = await app.person();
    const browser = app.browser();
    const [first, second] = [await app.options(browser), await app.options(browser)];
    for (const options of [second, first]) {
      const response = await device.get(options);
      expect((await browser.post("/passkey/verify-authentication", { response })).status).toBe(200);
    }
  });

  test("PKEY-03: a registration can't be used to sign in, and the reverse", async () => {
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
    ["a sibling", { origin: "http://login.app.test" }],
    ["an origin with a path", { origin: "http://app.test/" }],
    ["no origin", { origin: "" }],
    ["a cross-origin frame", { clientData: { crossOrigin: true } }],
    ["a cross-origin frame with its page", { clientData: { crossOrigin: true, topOrigin: testOrigin } }],
    ["a page around a frame", { clientData: { topOrigin: "http://evil.test" } }],
  ])("PKEY-04: %s is rejected at both ceremonies", async (_, changes) => {
    const app = await startPasskey();
    const { browser, device } = await app.person();
    expect(outcome(await app.use(app.browser(), device, changes))).toEqual(failed);
    const added = await app.add(browser, app.device(), changes);
    expect(outcome(added)).toEqual([400, "FAILED_TO_VERIFY_REGISTRATION"]);
  });

  test("PKEY-05: another domain's hash is rejected; a related origin works if it's listed", async () => {
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

describe("who uses a passkey", () => {
  test("PKEY-06: a sign-in needs the user's presence and verification", async () => {
    const app = await startPasskey();
    const { browser, device } = await app.person();
    expect(outcome(await app.use(app.browser(), device, { userVerified: false }))).toEqual(failed);
    expect(outcome(await app.use(app.browser(), device, { userPresent: false }))).toEqual(failed);
    const absent = await app.add(browser, app.device(), { userPresent: false });
    expect(outcome(absent)).toEqual([400, "FAILED_TO_VERIFY_REGISTRATION"]);
    const strict = await startPasskey({}, { userVerification: { add: "required" } });
    const other = await strict.person();
    const unverified = await strict.add(other.browser, strict.device(), { userVerified: false });
    expect(outcome(unverified)).toEqual([400, "FAILED_TO_VERIFY_REGISTRATION"]);
  });

  test("PKEY-06: only a registration without a dialog can do without the user's presence", async () => {
    const app = await startPasskey();
    const { browser } = await app.person();
    const path = "/passkey/generate-register-options?mediation=conditional";
    const creation = (await browser.get<CreationOptions>(path, sameOrigin)).body;
    const response = await app.device().create(creation, { userPresent: false, userVerified: false });
    expect(outcome(await browser.post("/passkey/verify-registration", { response }))).toEqual([200, undefined]);
  });

  test("PKEY-07: the user handle must be the passkey's, and the id must be the user's", async () => {
    const app = await startPasskey();
    const [ann, eve] = [await app.person(), await app.person("eve@example.com")];
    const own = eve.device.passkeys[0];
    const victim = ann.device.passkeys[0];
    const use = (changes: object) => app.use(app.browser(), eve.device, changes);
    expect(outcome(await use({ userHandle: victim?.userHandle }))).toEqual(failed);
    expect(outcome(await use({ userHandle: own?.userHandle, id: victim?.id }))).toEqual(failed);
    expect(outcome(await use({ userHandle: victim?.userHandle, id: victim?.id }))).toEqual(failed);
    expect(outcome(await use({ userHandle: null }))).toEqual(failed);
    expect(outcome(await use({}))).toEqual([200, undefined]);
  });

  test("an imported passkey works although its authenticator has another library's user handle", async () => {
    const app = await startPasskey();
    const { device } = await app.person();
    const foreign = { userHandle: "cmFuZG9t" };
    expect(outcome(await app.use(app.browser(), device, foreign))).toEqual(failed);
    await app.auth.$context.db.update(passkeyTable, { where: {}, set: { rpID: null } });
    expect(outcome(await app.use(app.browser(), device, foreign))).toEqual([200, undefined]);
  });

  test("PKEY-10: whether a passkey can be synced never changes, and one that can't isn't", async () => {
    const app = await startPasskey();
    const single = await app.person();
    expect(outcome(await app.use(app.browser(), single.device, { backupEligible: true }))).toEqual(failed);
    expect(outcome(await app.use(app.browser(), single.device, { backedUp: true }))).toEqual(failed);
    const synced = await app.person("sue@example.com", app.device({ isSynced: true }));
    const other = { backupEligible: false, backedUp: false };
    expect(outcome(await app.use(app.browser(), synced.device, other))).toEqual(failed);
    expect(outcome(await app.use(app.browser(), synced.device, { backedUp: false }))).toEqual([200, undefined]);
    const row = await app.auth.$context.db.findOne(passkeyTable, { where: { id: synced.passkeyId } });
    expect(row).toMatchObject({ backedUp: false, deviceType: "multiDevice", lastUsedAt: app.clock.now() });
  });

  test("PKEY-09: a counter that goes back is rejected and told, unless the passkey is synced", async () => {
    const app = await startPasskey();
    const ann = await app.person();
    expect((await app.use(app.browser(), ann.device, { counter: 9 })).status).toBe(200);
    app.clock.advance(61);
    expect(outcome(await app.use(app.browser(), ann.device, { counter: 9 }))).toEqual(failed);
    await outboxEmpty(app.auth);
    expect(app.noticed()).toEqual(["passkey-added", "passkey-cloned"]);
    const entries = await app.auth.$context.db.findMany(auditTable, { where: { action: "passkey.clone" }, limit: 9 });
    expect(entries).toMatchObject([{ userId: ann.userId }]);
    const row = await app.auth.$context.db.findOne(passkeyTable, { where: { id: ann.passkeyId } });
    expect(row?.counter).toBe(9);
    const synced = await app.person("sue@example.com", app.device({ isSynced: true }));
    expect((await app.use(app.browser(), synced.device, { counter: 9 })).status).toBe(200);
    app.clock.advance(61);
    expect((await app.use(app.browser(), synced.device, { counter: 5 })).status).toBe(200);
    const kept = await app.auth.$context.db.findOne(passkeyTable, { where: { id: synced.passkeyId } });
    expect(kept?.counter).toBe(9);
  });

  test("an app can accept passkeys with a counter that went back", async () => {
    const app = await startPasskey({}, { onCloneDetected: "allow" });
    const { device } = await app.person();
    for (const counter of [9, 9]) {
      expect((await app.use(app.browser(), device, { counter })).status).toBe(200);
      app.clock.advance(61);
    }
  });

  test("PKEY-15: no session for a user who's banned, unverified, or gone", async () => {
    const app = await startPasskey({}, {}, [admin()]);
    const { device, userId } = await app.person();
    const { db } = app.auth.$context;
    await db.update(userTable as never, { where: { id: userId }, set: { banned: true } as never });
    expect(outcome(await app.use(app.browser(), device))).toEqual([403, "BANNED_USER"]);
    await db.remove(userTable, { where: { id: userId } });
    expect(outcome(await app.use(app.browser(), device))).toEqual([401, "PASSKEY_NOT_FOUND"]);
    const strict = await startPasskey({ emailAndPassword: { requireEmailVerification: true } });
    const ann = strict.browser();
    await ann.signUp("ann@example.com");
    await strict.auth.$context.db.update(userTable, { where: {}, set: { emailVerified: true } });
    await ann.signIn("ann@example.com");
    const key = strict.device();
    expect((await strict.add(ann, key)).status).toBe(200);
    await strict.auth.$context.db.update(userTable, { where: {}, set: { emailVerified: false } });
    expect(outcome(await strict.use(strict.browser(), key))).toEqual([403, "EMAIL_NOT_VERIFIED"]);
  });

  test("PKEY-18: the options are the same for everyone, whatever is asked", async () => {
    const app = await startPasskey();
    await app.person();
    const seen = async (query: string) => {
      const path = `/passkey/generate-authenticate-options?${query}`;
      const { challenge, ...rest } = (await app.browser().get<RequestOptions>(path, sameOrigin)).body;
      return [challenge.length, rest];
    };
    const known = await seen("email=ann@example.com");
    for (const query of ["email=nobody@example.com", "", "purpose=proof", "purpose=second-factor"]) {
      expect(await seen(query)).toEqual(known);
    }
  });

  test("a passkey that the server doesn't know is named, so that the client can remove it", async () => {
    const app = await startPasskey();
    const { device, passkeyId } = await app.person();
    await app.auth.$context.db.remove(passkeyTable, { where: { id: passkeyId } });
    const { status, body } = await app.use(app.browser(), device);
    const credentialId = device.passkeys[0]?.id;
    expect([status, body]).toMatchObject([401, { code: "PASSKEY_NOT_FOUND", rpId: "app.test", credentialId }]);
  });
});

describe("managing passkeys", () => {
  const dayOld = (app: PasskeyApp) => app.clock.advance(2 * 86_400);

  test("PKEY-13: adding and deleting need a recent proof, in person", async () => {
    const app = await startPasskey({}, {}, [admin()]);
    const ann = await app.person();
    const api = app.auth.api as unknown as { createUser(input: object): Promise<unknown> };
    await api.createUser({ body: { name: "Root", email: "root@example.com", password: testPassword, role: "admin" } });
    const root = app.browser();
    await root.signIn("root@example.com");
    expect((await root.post("/admin/impersonate-user", { userId: ann.userId })).status).toBe(200);
    const calls = (browser = root) => [
      browser.get("/passkey/generate-register-options", sameOrigin),
      browser.post("/passkey/verify-registration", { response: registration }),
      browser.post("/passkey/delete-passkey", { id: ann.passkeyId }),
    ];
    const registration = await app.device().create({ challenge: "x", rp: { id: "app.test" }, user: { id: "x" } });
    for (const call of calls()) expect(outcome(await call)).toEqual([403, "NOT_ALLOWED_WHILE_IMPERSONATING"]);
    const renamed = await root.post("/passkey/update-passkey", { id: ann.passkeyId, name: "x" });
    expect(outcome(renamed)).toEqual([403, "NOT_ALLOWED_WHILE_IMPERSONATING"]);
    dayOld(app);
    for (const call of calls(ann.browser)) {
      const reply = await call;
      expect(outcome(reply)).toEqual([403, "SESSION_NOT_FRESH"]);
      expect(reply.body.proof).toEqual(["password", "passkey"]);
    }
    for (const call of calls(app.browser())) expect(outcome(await call)).toEqual([401, "UNAUTHORIZED"]);
  });

  test("PKEY-14: another user's passkey counts as none", async () => {
    const app = await startPasskey();
    const [ann, eve] = [await app.person(), await app.person("eve@example.com")];
    for (const id of [ann.passkeyId, "no such passkey"]) {
      expect(outcome(await eve.browser.post("/passkey/delete-passkey", { id }))).toEqual([404, "PASSKEY_NOT_FOUND"]);
      const renamed = await eve.browser.post("/passkey/update-passkey", { id, name: "mine" });
      expect(outcome(renamed)).toEqual([404, "PASSKEY_NOT_FOUND"]);
    }
    expect((await app.use(app.browser(), ann.device)).status).toBe(200);
  });

  test("PKEY-21: another user's passkey proves nothing in a session", async () => {
    const app = await startPasskey();
    const [ann, eve] = [await app.person(), await app.person("eve@example.com")];
    const { db } = app.auth.$context;
    const before = await db.findMany(sessionTable, { where: { userId: ann.userId }, limit: 9 });
    const options = await app.options(ann.browser, "proof");
    const response = await eve.device.get({ challenge: options.challenge, rpId: options.rpId });
    const reply = await ann.browser.post("/passkey/verify-authentication", { response });
    expect(outcome(reply)).toEqual([401, "AUTHENTICATION_FAILED"]);
    // A client would remove the passkey from the authenticator.
    expect(reply.body.credentialId).toBeUndefined();
    expect(await db.findMany(sessionTable, { where: { userId: ann.userId }, limit: 9 })).toEqual(before);
  });

  test("a proof makes the same session fresh again", async () => {
    const app = await startPasskey();
    const ann = await app.person();
    const handle = async () => (await ann.browser.get<{ session: { id: string } }>("/get-session")).body.session.id;
    const session = await handle();
    dayOld(app);
    expect((await ann.browser.post("/passkey/delete-passkey", { id: ann.passkeyId })).status).toBe(403);
    const { status, body } = await app.use(ann.browser, ann.device, {}, "proof");
    expect([status, body]).toMatchObject([200, { session: { id: session }, user: { id: ann.userId } }]);
    expect(await handle()).toBe(session);
    expect((await ann.browser.post("/passkey/delete-passkey", { id: ann.passkeyId })).status).toBe(200);
  });

  test("PKEY-22: deleting a passkey ends the sessions that were started with it", async () => {
    const app = await startPasskey();
    const ann = await app.person();
    const lost = app.browser();
    await app.use(lost, ann.device);
    const elsewhere = app.browser();
    await elsewhere.signIn(ann.email);
    expect((await ann.browser.post("/passkey/delete-passkey", { id: ann.passkeyId })).status).toBe(200);
    expect((await lost.get("/passkey/list-user-passkeys")).status).toBe(401);
    for (const browser of [elsewhere, ann.browser]) {
      expect((await browser.get("/passkey/list-user-passkeys")).status).toBe(200);
    }
    expect(outcome(await app.use(app.browser(), ann.device))).toEqual([401, "PASSKEY_NOT_FOUND"]);
    await outboxEmpty(app.auth);
    expect(app.noticed()).toEqual(["passkey-added", "passkey-removed"]);
  });

  test("PKEY-22: the caller's own session stays, without what the passkey proved", async () => {
    const app = await startPasskey();
    const ann = await app.person();
    const browser = app.browser();
    await app.use(browser, ann.device);
    expect((await browser.post("/passkey/delete-passkey", { id: ann.passkeyId })).status).toBe(200);
    const { db } = app.auth.$context;
    const own = (await browser.get<{ session: { id: string } }>("/get-session")).body.session.id;
    expect(await db.findOne(sessionTable, { where: { id: own } })).toMatchObject({ proofs: {}, passkeyId: null });
    expect((await browser.get("/passkey/generate-register-options", sameOrigin)).status).toBe(403);
  });

  test("PKEY-22: sessions in which the passkey was proven later end too", async () => {
    const app = await startPasskey();
    const ann = await app.person();
    const lost = app.browser();
    await lost.signIn(ann.email);
    expect((await app.use(lost, ann.device, {}, "proof")).status).toBe(200);
    const { db } = app.auth.$context;
    expect((await app.use(ann.browser, ann.device, {}, "proof")).status).toBe(200);
    expect((await ann.browser.post("/passkey/delete-passkey", { id: ann.passkeyId })).status).toBe(200);
    expect((await lost.get("/passkey/list-user-passkeys")).status).toBe(401);
    const own = (await ann.browser.get<{ session: { id: string } }>("/get-session")).body.session.id;
    const row = await db.findOne(sessionTable, { where: { id: own } });
    expect(Object.keys(row?.proofs ?? {})).toEqual(["password"]);
  });

  test("PKEY-22: deleting the passkey that was the second factor removes its proof, and a code's proof stays", async () => {
    const app = await startPasskey();
    const ann = await app.person();
    const { db } = app.auth.$context;
    const own = (await ann.browser.get<{ session: { id: string } }>("/get-session")).body.session.id;
    const proofs = { password: 1000, "two-factor": 3000 };
    for (const [given, left] of [
      [proofs, { password: 1000 }],
      [
        { ...proofs, "two-factor:app": 2000 },
        { password: 1000, "two-factor": 2000, "two-factor:app": 2000 },
      ],
    ] as const) {
      const { body } = await app.add(ann.browser, app.device());
      const passkeyId = (body as { id: string }).id;
      const now = app.clock.now().getTime();
      const set = { passkeyId, proofs: { ...given, password: now } };
      await db.update(widen<SessionWithPasskey>(sessionTable), { where: { id: own }, set });
      expect((await ann.browser.post("/passkey/delete-passkey", { id: passkeyId })).status).toBe(200);
      const row = await db.findOne(sessionTable, { where: { id: own } });
      expect(row?.proofs).toEqual({ ...left, password: now });
    }
  });

  test("PKEY-20: a guest can't leave a passkey for whoever signs up in the same browser, even where sessions are always fresh", async () => {
    const app = await startPasskey({ session: { freshAge: 0 } }, {}, [anonymous()]);
    const browser = app.browser();
    await browser.post("/sign-in/anonymous");
    const options = await browser.get("/passkey/generate-register-options", sameOrigin);
    expect(outcome(options)).toEqual([403, "GUEST_NOT_ALLOWED"]);
    await browser.signUp("ann@example.com");
    expect((await app.add(browser, app.device())).status).toBe(200);
  });

  test("sessions can stay when a passkey is deleted", async () => {
    const app = await startPasskey();
    const ann = await app.person();
    const other = app.browser();
    await app.use(other, ann.device);
    await ann.browser.post("/passkey/delete-passkey", { id: ann.passkeyId, keepSessions: true });
    expect((await other.get("/passkey/list-user-passkeys")).status).toBe(200);
  });

  test("PKEY-19: the last sign-in method stays, and a mailbox counts only if it's verified and can be used", async () => {
    const app = await startPasskey();
    const ann = await app.person();
    const unlinked = await ann.browser.post("/unlink-account", { providerId: "credential" });
    expect(outcome(unlinked)).toEqual([200, undefined]);
    const refused = await ann.browser.post("/passkey/delete-passkey", { id: ann.passkeyId });
    expect(outcome(refused)).toEqual([400, "CANNOT_REMOVE_LAST_SIGN_IN_METHOD"]);
    expect((await app.use(app.browser(), ann.device)).status).toBe(200);
    await app.auth.$context.db.update(userTable, { where: {}, set: { emailVerified: true } });
    expect((await ann.browser.post("/passkey/delete-passkey", { id: ann.passkeyId })).status).toBe(200);
  });

  test("PKEY-23: a name is short text, and shown as it is", async () => {
    const app = await startPasskey();
    const { browser, passkeyId: id } = await app.person();
    for (const name of ["", "   ", "x".repeat(65), "x".repeat(10_000), "a\0b", 7, ["x"]]) {
      expect([name, (await browser.post("/passkey/update-passkey", { id, name })).status]).toEqual([name, 400]);
    }
    const name = "<img src=x onerror=alert(1)>";
    const { body } = await browser.post<{ passkey: object }>("/passkey/update-passkey", { id, name: ` ${name} ` });
    expect(body.passkey).toMatchObject({ id, name });
    const [listed] = (await browser.get<object[]>("/passkey/list-user-passkeys")).body;
    expect(listed).toMatchObject({ name, authenticator: null });
  });

  test("PKEY-23: the name comes from the authenticator's model if it's known", async () => {
    const app = await startPasskey();
    const aaguid = "d548826e-79b4-db40-a3d8-11116f7e8349";
    const { browser } = await app.person("ann@example.com", app.device({ aaguid }));
    app.clock.advance(1);
    expect(
      (await app.add(browser, app.device({ aaguid: "aaaaaaaa-0000-0000-0000-000000000000" }))).body.name,
    ).toBeNull();
    const names = (await browser.get<{ name: string; authenticator: string }[]>("/passkey/list-user-passkeys")).body;
    expect(names).toMatchObject([
      { name: "Bitwarden", authenticator: "Bitwarden" },
      { name: null, authenticator: null },
    ]);
    expect((await app.add(browser, app.device({ aaguid }), {}, { name: "Work" })).body.name).toBe("Work");
  });

  test("PKEY-11: malformed responses are a 400, however large", async () => {
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
});
