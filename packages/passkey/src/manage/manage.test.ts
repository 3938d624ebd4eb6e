import { admin } from "@latchkey/admin";
import { anonymous } from "@latchkey/anonymous";
import { sessionTable } from "@latchkey/core/plugin";
import { testPassword } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { outcome, type PasskeyApp, sameOrigin, startPasskey } from "../../test/app.ts";

describe("managing passkeys", () => {
  const dayOld = (app: PasskeyApp) => app.clock.advance(2 * 86_400);

  test("PKEY-13: adding and deleting passkeys need a recent proof, and aren't allowed while impersonating", async () => {
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

  test("PKEY-14: another user's passkey is treated as missing", async () => {
    const app = await startPasskey();
    const [ann, eve] = [await app.person(), await app.person("eve@example.com")];
    for (const id of [ann.passkeyId, "no such passkey"]) {
      expect(outcome(await eve.browser.post("/passkey/delete-passkey", { id }))).toEqual([404, "PASSKEY_NOT_FOUND"]);
      const renamed = await eve.browser.post("/passkey/update-passkey", { id, name: "mine" });
      expect(outcome(renamed)).toEqual([404, "PASSKEY_NOT_FOUND"]);
    }
    expect((await app.use(app.browser(), ann.device)).status).toBe(200);
  });

  test("PKEY-21: another user's passkey doesn't prove anything in a session", async () => {
    const app = await startPasskey();
    const [ann, eve] = [await app.person(), await app.person("eve@example.com")];
    const { db } = app.auth.$context;
    const before = await db.findMany(sessionTable, { where: { userId: ann.userId }, limit: 9 });
    const options = await app.options(ann.browser, "proof");
    const response = await eve.device.get({ challenge: options.challenge, rpId: options.rpId });
    const reply = await ann.browser.post("/passkey/verify-authentication", { response });
    expect(outcome(reply)).toEqual([401, "AUTHENTICATION_FAILED"]);
    // If the response had the id, a client would remove the passkey from the authenticator.
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

  test("PKEY-20: a guest can't add a passkey to the account of the next person to sign up in the same browser, even if sessions are always fresh", async () => {
    const app = await startPasskey({ session: { freshAge: 0 } }, {}, [anonymous()]);
    const browser = app.browser();
    await browser.post("/sign-in/anonymous");
    const options = await browser.get("/passkey/generate-register-options", sameOrigin);
    expect(outcome(options)).toEqual([403, "GUEST_NOT_ALLOWED"]);
    await browser.signUp("ann@example.com");
    expect((await app.add(browser, app.device())).status).toBe(200);
  });

  test("PKEY-23: a name is short text that's returned unchanged", async () => {
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

  test("PKEY-23: the default name is the authenticator's model if it's known", async () => {
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
});
