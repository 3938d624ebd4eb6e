import { admin } from "@latchkey/admin";
import { auditTable, userTable } from "@latchkey/core/plugin";
import { type CreationOptions, outboxEmpty, type RequestOptions } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { outcome, sameOrigin, startPasskey } from "../../test/app.ts";
import { passkeyTable } from "../tables.ts";

const failed = [400, "AUTHENTICATION_FAILED"];

describe("using a passkey", () => {
  test("PKEY-06: a sign-in requires the user's presence and verification", async () => {
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

  test("PKEY-06: only a registration without a dialog doesn't require the user's presence", async () => {
    const app = await startPasskey();
    const { browser } = await app.person();
    const path = "/passkey/generate-register-options?mediation=conditional";
    const creation = (await browser.get<CreationOptions>(path, sameOrigin)).body;
    const response = await app.device().create(creation, { userPresent: false, userVerified: false });
    expect(outcome(await browser.post("/passkey/verify-registration", { response }))).toEqual([200, undefined]);
  });

  test("PKEY-06: a registration without a dialog can't skip user verification if the app requires it", async () => {
    const app = await startPasskey({}, { userVerification: { add: "required" } });
    const { browser } = await app.person();
    const path = "/passkey/generate-register-options?mediation=conditional";
    const creation = (await browser.get<CreationOptions>(path, sameOrigin)).body;
    const response = await app.device().create(creation, { userPresent: false, userVerified: false });
    const reply = await browser.post("/passkey/verify-registration", { response });
    expect(outcome(reply)).toEqual([400, "FAILED_TO_VERIFY_REGISTRATION"]);
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

  test("an imported passkey works even though its authenticator has another library's user handle", async () => {
    const app = await startPasskey();
    const { device } = await app.person();
    const foreign = { userHandle: "cmFuZG9t" };
    expect(outcome(await app.use(app.browser(), device, foreign))).toEqual(failed);
    await app.auth.$context.db.update(passkeyTable, { where: {}, set: { rpID: null } });
    expect(outcome(await app.use(app.browser(), device, foreign))).toEqual([200, undefined]);
  });

  test("PKEY-10: a passkey can't become or stop being syncable, and a passkey that isn't syncable can't be synced", async () => {
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

  test("PKEY-09: a counter that doesn't increase is rejected and the user is notified, unless the passkey is synced", async () => {
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

  test("an app can accept passkeys with a counter that didn't increase", async () => {
    const app = await startPasskey({}, { onCloneDetected: "allow" });
    const { device } = await app.person();
    for (const counter of [9, 9]) {
      expect((await app.use(app.browser(), device, { counter })).status).toBe(200);
      app.clock.advance(61);
    }
  });

  test("PKEY-15: a banned, unverified, or deleted user gets no session", async () => {
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

  test("PKEY-18: the options are the same for everyone, whatever the query contains", async () => {
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

  test("the error for an unknown passkey contains its id, so that the client can remove it", async () => {
    const app = await startPasskey();
    const { device, passkeyId } = await app.person();
    await app.auth.$context.db.remove(passkeyTable, { where: { id: passkeyId } });
    const { status, body } = await app.use(app.browser(), device);
    const credentialId = device.passkeys[0]?.id;
    expect([status, body]).toMatchObject([401, { code: "PASSKEY_NOT_FOUND", rpId: "app.test", credentialId }]);
  });
});
