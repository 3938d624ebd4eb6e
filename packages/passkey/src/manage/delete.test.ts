import { widen } from "@latchkey/core/database";
import { sessionTable, userTable } from "@latchkey/core/plugin";
import { outboxEmpty } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { outcome, sameOrigin, startPasskey } from "../../test/app.ts";
import type { SessionWithPasskey } from "../tables.ts";

describe("PKEY-22: deleting a passkey", () => {
  test("PKEY-22: ends the sessions that were started with it", async () => {
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

  test("PKEY-22: keeps the caller's own session, but removes the passkey's proof from it", async () => {
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

  test("PKEY-22: also ends sessions that were later confirmed with it", async () => {
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

  test("PKEY-22: removes its proof from sessions where it was the second factor, but keeps a code's proof", async () => {
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

  test("keeps sessions if the app says so", async () => {
    const app = await startPasskey();
    const ann = await app.person();
    const other = app.browser();
    await app.use(other, ann.device);
    await ann.browser.post("/passkey/delete-passkey", { id: ann.passkeyId, keepSessions: true });
    expect((await other.get("/passkey/list-user-passkeys")).status).toBe(200);
  });

  test("PKEY-19: is rejected for the last sign-in method, and a mailbox counts as one only if it's verified and usable", async () => {
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
});
