import { createMailbox, mailOptions, startAuth, testPassword } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { json } from "../../../test/provider-server.ts";
import { ann, closeProviders, startSocial, testProvider } from "../../../test/social-app.ts";
import { accountTable } from "../../tables/account.ts";
import { sessionTable } from "../../tables/session.ts";
import { userTable } from "../../tables/user.ts";

afterEach(closeProviders);

const errorOf = (reply: { headers: Headers }): string | null =>
  new URL(reply.headers.get("location") as string).searchParams.get("error");

/** Ann is signed in with email and password. */
async function start(options: object = {}, provider = testProvider()) {
  const app = await startSocial(options, provider);
  const person = app.browser();
  const { body } = await person.signUp("ann@example.com");
  return { ...app, person, userId: body.user.id, db: app.auth.$context.db };
}

describe("linking", () => {
  test("adds a sign-in method for the signed-in user without creating another session", async () => {
    const { begin, person, browser, signIn, userId } = await start();
    const trip = await begin(person, { callbackURL: "/settings" }, "/link-social");
    const before = person.cookies.get("latchkey.session_token");
    const reply = await trip.back(ann);
    expect(reply.headers.get("location")).toBe("http://app.test/settings");
    expect(person.cookies.get("latchkey.session_token")).toBe(before);
    const other = browser();
    await signIn(other, { sub: "ann-1" });
    expect((await other.get<{ user: object }>("/get-session")).body.user).toMatchObject({ id: userId });
  });

  test("needs a session", async () => {
    const { browser } = await start();
    expect((await browser().post("/link-social", { provider: "idp" })).status).toBe(401);
  });

  test("RECL-12: needs a session with a recent proof", async () => {
    const { begin, person, clock, db, idp } = await start();
    const linked = () => db.count(accountTable, { where: { providerId: "idp" } });
    const begun = await begin(person, {}, "/link-social");
    clock.advance(86_400);
    // Extending the session makes it fresh for other calls, but not for this one.
    await person.get("/get-session");
    const refused = await person.post("/link-social", { provider: "idp" });
    expect([refused.status, refused.body]).toMatchObject([403, { code: "SESSION_NOT_FRESH", proof: ["password"] }]);
    const direct = await person.post("/link-social", {
      provider: "idp",
      idToken: { token: await idp.idToken({ ...ann }) },
    });
    expect([direct.status, direct.body]).toMatchObject([403, { code: "SESSION_NOT_FRESH", proof: ["password"] }]);
    expect(errorOf(await begun.back(ann))).toBe("please_restart_the_process");
    expect(await linked()).toBe(0);
    await person.post("/verify-password", { password: testPassword });
    expect(errorOf(await (await begin(person, {}, "/link-social")).back(ann))).toBeNull();
    expect(await linked()).toBe(1);
  });

  test("RECL-12: checks for a recent proof again when the browser returns from the provider", async () => {
    const { begin, person, clock, db } = await start({ session: { freshAge: 300 } });
    const trip = await begin(person, { errorCallbackURL: "/failed" }, "/link-social");
    clock.advance(299);
    const late = await begin(person, { errorCallbackURL: "/failed" }, "/link-social");
    clock.advance(1);
    expect(errorOf(await late.back(ann))).toBe("session_not_fresh");
    expect(errorOf(await trip.back(ann))).toBe("please_restart_the_process");
    expect(await db.count(accountTable, { where: { providerId: "idp" } })).toBe(0);
  });

  test("RECL-12: a user with a linked account can reauthenticate with it, but can't link another account from that provider this way", async () => {
    const { begin, person, clock, db } = await start({ session: { freshAge: 300 } });
    await (await begin(person, {}, "/link-social")).back(ann);
    clock.advance(300);
    expect(errorOf(await (await begin(person, {}, "/link-social")).back({ ...ann, sub: "thief" }))).toBe(
      "session_not_fresh",
    );
    expect(await db.count(accountTable, { where: { accountId: "thief" } })).toBe(0);
    expect(errorOf(await (await begin(person, {}, "/link-social")).back(ann))).toBeNull();
    expect(errorOf(await (await begin(person, {}, "/link-social")).back({ ...ann, sub: "second" }))).toBeNull();
  });

  test("RECL-11: an account whose email the provider doesn't vouch for is linked only if the app allows it", async () => {
    const unvouched = { ...ann, email_verified: false };
    const app = await start();
    expect(errorOf(await (await app.begin(app.person, {}, "/link-social")).back(unvouched))).toBe(
      "unable_to_link_account",
    );
    const direct = await app.person.post("/link-social", {
      provider: "idp",
      idToken: { token: await app.idp.idToken(unvouched) },
    });
    expect([direct.status, direct.body.code]).toEqual([417, "LINKING_FAILED"]);
    expect(await app.db.count(accountTable, { where: { providerId: "idp" } })).toBe(0);
    const open = await start({ account: { accountLinking: { allowUnverifiedEmails: true } } });
    expect(errorOf(await (await open.begin(open.person, {}, "/link-social")).back(unvouched))).toBeNull();
    // The account isn't marked, because neither the session nor the provider has proven a mailbox.
    expect(await open.db.findOne(accountTable, { where: { providerId: "idp" } })).toMatchObject({
      verifiedEmail: null,
    });
  });

  test("RECL-11: an account without an email can be linked, and the owner is notified", async () => {
    const box = createMailbox();
    const provider = testProvider({}, { missingEmail: ({ id }) => `${id}@idp.placeholder.invalid` });
    const { begin, person, db, userId } = await start(mailOptions(box), provider);
    await db.update(sessionTable, { where: { userId }, set: { verifiedEmail: "ann@example.com" } });
    expect(errorOf(await (await begin(person, {}, "/link-social")).back({ sub: "no-mail" }))).toBeNull();
    expect((await box.next("sendSecurityNotice")).mail).toMatchObject({ change: "account-linked", provider: "idp" });
    expect(await db.findOne(accountTable, { where: { providerId: "idp" } })).toMatchObject({ verifiedEmail: null });
  });

  test("OAUTH-06: linking that was started in one session can't be finished in another session or without one", async () => {
    const { begin, person, browser, db } = await start();
    const trip = await begin(person, {}, "/link-social");
    const other = browser();
    await other.signUp("bob@example.com");
    const stateCookie = person.cookies.get("latchkey.state") as string;
    other.cookies.set("latchkey.state", stateCookie);
    expect(errorOf(await trip.back(ann, other))).toBe("unable_to_link_account");
    const second = await begin(person, {}, "/link-social");
    await person.post("/sign-out");
    expect(errorOf(await second.back(ann))).toBe("unable_to_link_account");
    expect(await db.count(accountTable, { where: { providerId: "idp" } })).toBe(0);
  });

  test("OAUTH-07: can't take over another user's account", async () => {
    const { begin, person, browser, signIn, db } = await start({
      account: { accountLinking: { allowDifferentEmails: true } },
    });
    await signIn(browser(), { sub: "bob-1", email: "bob@example.com", email_verified: true });
    const trip = await begin(person, { errorCallbackURL: "/failed" }, "/link-social");
    const reply = await trip.back({ sub: "bob-1", email: "bob@example.com" });
    expect(errorOf(reply)).toBe("account_already_linked_to_different_user");
    expect(await db.count(accountTable, { where: { providerId: "idp" } })).toBe(1);
  });

  test("rejects a different email unless the app allows it", async () => {
    const { begin, person } = await start();
    const trip = await begin(person, {}, "/link-social");
    expect(errorOf(await trip.back({ sub: "x", email: "other@example.com" }))).toBe("email_does_not_match");
  });

  test("updateUserInfoOnLink copies the name and image, and updates the cookie cache", async () => {
    const accountLinking = { updateUserInfoOnLink: true };
    const { begin, person } = await start({ account: { accountLinking }, session: { cookieCache: { enabled: true } } });
    const trip = await begin(person, {}, "/link-social");
    await trip.back({ ...ann, name: "Ann B.", picture: "https://img.test/a.png" });
    expect((await person.get<{ user: object }>("/get-session")).body.user).toMatchObject({
      name: "Ann B.",
      image: "https://img.test/a.png",
    });
  });

  test("works with an ID token, but not if linking is off, the account is taken, or the provider is unknown", async () => {
    const { person, idp, browser, signIn } = await start();
    const token = await idp.idToken({ ...ann });
    const reply = await person.post("/link-social", { provider: "idp", idToken: { token } });
    expect(reply.body).toEqual({ url: "", status: true, redirect: false });
    const foreign = { sub: "bob-1", email: "ann@example.com" };
    expect((await person.post("/link-social", { provider: "nobody" })).body.code).toBe("PROVIDER_NOT_FOUND");
    await signIn(browser(), { ...foreign, email: "bob@example.com", email_verified: true });
    const taken = await person.post("/link-social", {
      provider: "idp",
      idToken: { token: await idp.idToken(foreign) },
    });
    expect([taken.status, taken.body.code]).toEqual([409, "SOCIAL_ACCOUNT_ALREADY_LINKED"]);
    const off = await start({ account: { accountLinking: { enabled: false } } });
    const refused = await off.person.post("/link-social", { provider: "idp" });
    expect([refused.status, refused.body.code]).toEqual([401, "LINKING_NOT_ALLOWED"]);
  });

  test("reauthenticating with a linked account makes the session fresh again", async () => {
    const { begin, person, clock } = await start();
    await (await begin(person, {}, "/link-social")).back(ann);
    clock.advance(100_000);
    expect((await person.post("/unlink-account", { providerId: "idp" })).body.code).toBe("SESSION_NOT_FRESH");
    await (await begin(person, {}, "/link-social")).back(ann);
    expect((await person.post("/unlink-account", { providerId: "idp" })).body).toEqual({ status: true });
  });
});

describe("unlinking", () => {
  test("finds the account by provider, by provider and id, or by the row's id, and never removes the last one", async () => {
    const { begin, person } = await start();
    const link = async () => (await begin(person, {}, "/link-social")).back(ann);
    const unlink = async (fields: object) => {
      const { status, body } = await person.post("/unlink-account", fields);
      return [status, body.code ?? body.status];
    };
    const rowId = async () =>
      (await person.get<{ id: string; providerId: string }[]>("/list-accounts")).body.find(
        ({ providerId }) => providerId === "idp",
      )?.id as string;
    await link();
    expect(await unlink({ providerId: "idp" })).toEqual([200, true]);
    await link();
    expect(await unlink({ providerId: "idp", accountId: "someone" })).toEqual([400, "ACCOUNT_NOT_FOUND"]);
    expect(await unlink({ providerId: "idp", accountId: "ann-1" })).toEqual([200, true]);
    await link();
    expect(await unlink({ accountId: await rowId() })).toEqual([200, true]);
    expect(await unlink({ accountId: "foreign" })).toEqual([400, "ACCOUNT_NOT_FOUND"]);
    expect(await unlink({ providerId: "credential" })).toEqual([400, "FAILED_TO_UNLINK_LAST_ACCOUNT"]);
    expect(await unlink({})).toEqual([400, "VALIDATION_ERROR"]);
  });

  test("removes even the last account with allowUnlinkingAll", async () => {
    const { person } = await start({ account: { accountLinking: { allowUnlinkingAll: true } } });
    expect((await person.post("/unlink-account", { providerId: "credential" })).body).toEqual({ status: true });
  });
});

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("OAUTH-27: one of two concurrent requests that unlink the last two sign-in methods is rejected", async () => {
    for (let round = 0; round < 5; round++) {
      const { begin, person, db, userId } = await start({ database: opened.database });
      await (await begin(person, {}, "/link-social")).back(ann);
      const replies = await Promise.all(
        ["idp", "credential"].map((providerId) => person.post("/unlink-account", { providerId })),
      );
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
      expect(await db.count(accountTable, { where: { userId } })).toBe(1);
      await db.remove(userTable, { where: {} });
    }
  });

  test("if two users link the same account concurrently, only one of them gets it", async () => {
    const { begin, person, db, browser } = await start({
      database: opened.database,
      account: { accountLinking: { allowDifferentEmails: true } },
    });
    const bob = browser();
    await bob.signUp("bob@example.com");
    const trips = [await begin(person, {}, "/link-social"), await begin(bob, {}, "/link-social")];
    const replies = await Promise.all(trips.map((trip) => trip.back(ann)));
    expect(replies.map(errorOf).sort()).toEqual(["account_already_linked_to_different_user", null].sort());
    expect(await db.count(accountTable, { where: { providerId: "idp" } })).toBe(1);
  });

  test("linking and unlinking concurrently leaves at least one sign-in method", async () => {
    const { begin, person, db, userId } = await start({ database: opened.database });
    const trip = await begin(person, {}, "/link-social");
    await Promise.all([trip.back(ann), person.post("/unlink-account", { providerId: "credential" })]);
    expect(await db.count(accountTable, { where: { userId } })).toBeGreaterThanOrEqual(1);
  });

  /** Waits until the given number of callers have tried to claim the refresh. */
  const claimTried = (callers: number): Promise<void> =>
    vi.waitFor(
      () => {
        const writes = opened.statements.filter(({ kind, table }) => kind === "write" && table === accountTable.name);
        expect(writes).toHaveLength(callers);
      },
      { timeout: 10_000 },
    );

  test("OAUTH-25: 20 concurrent refreshes send one request to the provider, and all get its tokens", async () => {
    const { begin, person, idp, clock } = await start({ database: opened.database });
    await (await begin(person, {}, "/link-social")).back(ann);
    clock.advance(3_596);
    idp.requests.length = 0;
    opened.statements.length = 0;
    idp.answers.set("/token", async (_, response) => {
      await claimTried(20);
      json(response, { access_token: `new-${idp.count("/token")}`, refresh_token: "rt-new", expires_in: "60" });
    });
    const paths = ["/get-access-token", "/refresh-token"];
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, at) => person.post(paths[at % 2] as string, { providerId: "idp" })),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(replies.map(({ body }) => body.accessToken))).toEqual(new Set(["new-1"]));
    expect(new Set(replies.map(({ body }) => body.refreshToken))).toEqual(new Set(["rt-new"]));
    expect(idp.count("/token")).toBe(1);
    const next = await person.post("/get-access-token", { providerId: "idp" });
    expect(next.body).toMatchObject({ accessToken: "new-1", tokenType: "Bearer" });
    expect(idp.count("/token")).toBe(1);
  });

  test("OAUTH-25: if two processes refresh concurrently, one sends the request and both get the new tokens", async () => {
    const { begin, person, idp, clock, userId, auth } = await start({ database: opened.database });
    await (await begin(person, {}, "/link-social")).back(ann);
    const database = opened.again({ onStatement: (statement) => opened.statements.push(statement) });
    const options = { providers: [testProvider()], fetch: idp.fetch, clock: clock.now, database };
    const other = await startAuth(options as never);
    idp.requests.length = 0;
    opened.statements.length = 0;
    idp.answers.set("/token", async (_, response) => {
      await claimTried(2);
      json(response, { access_token: `new-${idp.count("/token")}`, refresh_token: "rt-new" });
    });
    const body = { providerId: "idp", userId };
    const both = await Promise.all([auth.api.refreshToken({ body }), other.auth.api.refreshToken({ body })]);
    expect(both.map(({ accessToken }) => accessToken)).toEqual(["new-1", "new-1"]);
    expect(idp.count("/token")).toBe(1);
  });

  test("the calls send at most the queries they declare", async () => {
    const { begin, person, auth, clock, db, idp, userId } = await start({ database: opened.database });
    const cost = async (id: string, run: () => Promise<{ status: number }>): Promise<void> => {
      opened.statements.length = 0;
      const { status } = await run();
      const own = opened.statements.filter(({ kind, table }) => kind !== "transaction" && table !== "audit");
      const declared = auth.$context.extensions.endpoints[id]?.queryBudget ?? -1;
      expect([id, status < 400]).toEqual([id, true]);
      expect(own.length, `${id}: ${own.map(({ text }) => text).join("\n")}`).toBeLessThanOrEqual(declared);
    };
    await cost("linkSocial", () => person.post("/link-social", { provider: "idp" }));
    const trip = await begin(person, {}, "/link-social");
    await cost("callbackOAuth", () => trip.back(ann));
    const token = await idp.idToken({ ...ann, jti: "1" });
    await cost("linkSocial", () => person.post("/link-social", { provider: "idp", idToken: { token } }));
    const direct = await idp.idToken({ ...ann, sub: "b", email: "bob@example.com", email_verified: false });
    await cost("signInSocial", () => person.post("/sign-in/social", { provider: "idp", idToken: { token: direct } }));
    await person.signIn("ann@example.com");
    clock.advance(3_599);
    await cost("getAccessToken", () => person.post("/get-access-token", { providerId: "idp" }));
    await cost("refreshToken", () => person.post("/refresh-token", { providerId: "idp" }));
    const row = await db.findOne(accountTable, { where: { userId, providerId: "idp" } });
    await cost("accountInfo", () => person.get(`/account-info?accountId=${row?.id}`));
    await cost("unlinkAccount", () => person.post("/unlink-account", { providerId: "idp" }));
  });
});
