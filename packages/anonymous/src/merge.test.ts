import { admin } from "@latchkey/admin";
import { apiKey } from "@latchkey/api-key";
import { type BillingProvider, billing } from "@latchkey/billing";
import { AuthError } from "@latchkey/core";
import { auditTable, sessionTable, userTable } from "@latchkey/core/plugin";
import { emailOTP } from "@latchkey/email-otp";
import { organization } from "@latchkey/organization";
import { createMailbox, type TestBrowser, testPassword, testProvider, testProviderFetch } from "@latchkey/test-kit";
import { twoFactor } from "@latchkey/two-factor";
import { HOTP, Secret } from "otpauth";
import { describe, expect, test } from "vitest";
import { startAnonymous } from "../test/app.ts";
import type { LinkedAccount } from "./options.ts";

const email = "ann@example.com";

/** Collects what `onLinkAccount` gets. */
function recorder() {
  const linked: LinkedAccount[] = [];
  const onLinkAccount = (one: LinkedAccount): void => void linked.push(one);
  return { linked, onLinkAccount };
}

const social = { providers: [testProvider({ id: "ann-1", email })], fetch: testProviderFetch };

async function throughProvider(browser: TestBrowser, send: "get" | "form_post"): Promise<void> {
  const { body } = await browser.post<{ url: string }>("/sign-in/social", { provider: "idp", callbackURL: "/app" });
  const state = new URL(body.url).searchParams.get("state") as string;
  const parameters = new URLSearchParams({ state, code: "code" });
  if (send === "get") {
    await browser.get(`/callback/idp?${parameters}`);
    return;
  }
  // The provider's own page posts. Browsers send no lax cookie with that, and then follow the redirect with all of
  // them.
  const posted = await browser.send("/callback/idp", {
    method: "POST",
    headers: { origin: "https://idp.test", cookie: "none=1", "content-type": "application/x-www-form-urlencoded" },
    body: parameters.toString(),
  });
  await browser.get(
    (posted.headers.get("location") as string).replace("http://app.test/api/auth", "").replace("/api/auth", ""),
  );
}

describe("a guest who signs in to their account", () => {
  test("is passed to the app, and then deleted", async () => {
    const { linked, onLinkAccount } = recorder();
    const { guest, browser, user, userOf, auth } = await startAnonymous({ onLinkAccount });
    const known = (await browser().signUp(email)).body.user.id;
    const { browser: person, id } = await guest();
    await person.signIn(email);
    expect([(await userOf(person))?.id, await user(id)]).toEqual([known, null]);
    expect(linked).toMatchObject([{ anonymousUser: { user: { id } }, newUser: { user: { id: known, email } } }]);
    const [merged] = await auth.$context.db.findMany(auditTable, { where: { action: "guest.merge" }, limit: 2 });
    expect(merged).toMatchObject({ userId: known, data: { from: id, method: "password" } });
  });

  test("keeps their row if the app keeps guests, but has no session", async () => {
    const { guest, browser, user, auth } = await startAnonymous({ disableDeleteAnonymousUser: true });
    await browser().signUp(email);
    const { browser: person, id } = await guest();
    await person.signIn(email);
    expect(await user(id)).toMatchObject({ isAnonymous: true });
    expect(await auth.$context.db.count(sessionTable, { where: { userId: id } })).toBe(0);
  });

  test("ANON-03: stays a guest, signed in, if the app's hook throws", async () => {
    const { guest, browser, user, userOf } = await startAnonymous({
      async onLinkAccount({ anonymousUser, newUser }, tx) {
        await tx.update(userTable, { where: { id: newUser.user.id }, set: { name: anonymousUser.user.id } });
        throw new AuthError("CART_TOO_LARGE", { status: 409, message: "The cart is too large" });
      },
    });
    const known = (await browser().signUp(email)).body.user.id;
    const { browser: person, id } = await guest();
    const { status, body } = await person.signIn(email);
    expect([status, (body as object as { code: string }).code]).toEqual([409, "CART_TOO_LARGE"]);
    expect([(await userOf(person))?.id, (await user(known))?.name]).toEqual([id, "ann"]);
  });

  test("ANON-04: with a planted guest cookie, the victim gets their own account, and the app's hook decides the rest", async () => {
    const { linked, onLinkAccount } = recorder();
    const { guest, browser, userOf } = await startAnonymous({ onLinkAccount });
    const known = (await browser().signUp(email)).body.user.id;
    const { browser: attacker, id } = await guest();
    const victim = browser();
    for (const [name, value] of attacker.cookies) victim.cookies.set(name, value);
    await victim.signIn(email);
    expect((await userOf(victim))?.id).toBe(known);
    expect(await userOf(attacker)).toBeNull();
    expect(linked.map(({ anonymousUser }) => anonymousUser.user.id)).toEqual([id]);
  });

  test("isn't merged after a wrong password", async () => {
    const { linked, onLinkAccount } = recorder();
    const { guest, browser, userOf } = await startAnonymous({ onLinkAccount });
    await browser().signUp(email);
    const { browser: person, id } = await guest();
    expect((await person.signIn(email, "another password")).status).toBe(401);
    expect([(await userOf(person))?.id, linked]).toEqual([id, []]);
  });

  test("ANON-07: stays a guest until the second factor is verified", async () => {
    const { linked, onLinkAccount } = recorder();
    const { guest, browser, user, userOf, clock } = await startAnonymous({ onLinkAccount }, {}, [twoFactor()]);
    const code = (secret: Secret): string =>
      HOTP.generate({ secret, counter: Math.floor(clock.now().getTime() / 30_000), digits: 6 });
    const owner = browser();
    const known = (await owner.signUp(email)).body.user.id;
    const enrolled = await owner.post<{ totpURI: string }>("/two-factor/enable", { password: testPassword });
    const secret = Secret.fromBase32(new URL(enrolled.body.totpURI).searchParams.get("secret") as string);
    await owner.post("/two-factor/verify-totp", { code: code(secret) });
    clock.advance(90);
    const { browser: person, id } = await guest();
    expect((await person.signIn(email)).body).toMatchObject({ twoFactorRedirect: true });
    expect([(await userOf(person))?.id, linked]).toEqual([id, []]);
    expect((await person.get("/pending-sign-in")).body).toMatchObject({ methods: expect.arrayContaining(["totp"]) });
    const wrong = await person.post("/two-factor/verify-totp", { code: code(secret) === "000000" ? "1" : "000000" });
    expect([wrong.status, (await userOf(person))?.id]).toEqual([401, id]);
    expect((await person.post("/two-factor/verify-totp", { code: code(secret) })).status).toBe(200);
    expect([(await userOf(person))?.id, await user(id), linked.length]).toEqual([known, null, 1]);
  });

  test.each(["get", "form_post"] as const)("ANON-08: is merged by a provider's callback (%s)", async (way) => {
    const { linked, onLinkAccount } = recorder();
    const { guest, browser, user, userOf } = await startAnonymous({ onLinkAccount }, social);
    const first = browser();
    await throughProvider(first, "get");
    const known = (await userOf(first))?.id;
    const { browser: person, id } = await guest();
    await throughProvider(person, way);
    expect([(await userOf(person))?.id, await user(id)]).toEqual([known, null]);
    expect(linked.map(({ anonymousUser }) => anonymousUser.user.id)).toEqual([id]);
  });
});

test.each(["get", "form_post"] as const)(
  "ANON-08: a guest who becomes a user through the provider's callback keeps their row (%s)",
  async (way) => {
    const { linked, onLinkAccount } = recorder();
    const { guest, userOf, countUsers } = await startAnonymous({ onLinkAccount }, social);
    const { browser, id } = await guest();
    await throughProvider(browser, way);
    expect(await userOf(browser)).toMatchObject({ id, email, emailVerified: true, isAnonymous: false, name: "Ann" });
    expect([await countUsers(), linked]).toEqual([1, []]);
  },
);

describe("an admin who impersonates a guest", () => {
  async function start() {
    const { linked, onLinkAccount } = recorder();
    const app = await startAnonymous({ onLinkAccount }, {}, [admin()]);
    const root = app.browser();
    const { id } = (await root.signUp("root@example.com")).body.user;
    await app.auth.$context.db.update(userTable, { where: { id }, set: { role: "admin" } as object });
    const guest = await app.guest();
    expect((await root.post("/admin/impersonate-user", { userId: guest.id })).status).toBe(200);
    expect((await app.userOf(root))?.id).toBe(guest.id);
    return { ...app, root, guest, linked };
  }

  test("ANON-09: can't sign the guest up, or delete them", async () => {
    const { root, guest, user, userOf } = await start();
    const replies = [
      await root.post("/sign-up/email", { name: "Ann", email, password: testPassword }),
      await root.post("/delete-anonymous-user"),
    ];
    expect(replies.map(({ status, body }) => [status, body.code])).toEqual([
      [403, "NOT_ALLOWED_WHILE_IMPERSONATING"],
      [403, "NOT_ALLOWED_WHILE_IMPERSONATING"],
    ]);
    expect(await user(guest.id)).toMatchObject({ isAnonymous: true });
    expect((await userOf(guest.browser))?.id).toBe(guest.id);
  });

  test("ANON-09: doesn't merge the guest when signing in", async () => {
    const { root, guest, user, linked } = await start();
    expect((await root.signIn("root@example.com")).status).toBe(200);
    expect([(await user(guest.id))?.isAnonymous, linked]).toEqual([true, []]);
  });
});

test("guests can't create keys or change their email, even if every session counts as fresh", async () => {
  const box = createMailbox();
  const code = emailOTP({ sendVerificationOTP: box.sender("code", () => ""), changeEmail: { enabled: true } });
  const { guest } = await startAnonymous({}, { session: { freshAge: 0 } }, [apiKey(), code]);
  const { browser: person } = await guest();
  const replies = [
    await person.post("/api-key/create", {}),
    await person.post("/email-otp/request-email-change", { newEmail: email }),
    await person.post("/email-otp/change-email", { newEmail: email, otp: "123456" }),
  ];
  expect(replies.map(({ status, body }) => [status, body.code])).toEqual([
    [403, "GUEST_NOT_ALLOWED"],
    [403, "GUEST_NOT_ALLOWED"],
    [403, "GUEST_NOT_ALLOWED"],
  ]);
});

test("guests have no organizations, no billing, and no second factor", async () => {
  // The payment provider is never called.
  const shop = billing({ secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", provider: {} as BillingProvider });
  const { guest, auth, browser } = await startAnonymous({}, {}, [organization(), twoFactor(), shop]);
  const { browser: person, id } = await guest();
  const replies = [
    await person.post("/organization/create", { name: "Acme", slug: "acme" }),
    await person.post("/two-factor/enable", {}),
    await person.get("/billing/customer-state"),
    await person.post("/billing/checkout", { productIds: ["p1"] }),
  ];
  expect(replies.map(({ status, body }) => [status, body.code])).toEqual([
    [403, "GUEST_NOT_ALLOWED"],
    [403, "GUEST_NOT_ALLOWED"],
    [403, "GUEST_NOT_ALLOWED"],
    [403, "GUEST_NOT_ALLOWED"],
  ]);
  expect((await person.get("/billing/access")).body).toEqual({ read: false, manage: false });
  const owner = browser();
  await owner.signUp(email);
  const made = await owner.post<{ id: string }>("/organization/create", { name: "Acme", slug: "acme" });
  const api = auth.api as unknown as { addMember(input: object): Promise<unknown> };
  const body = { userId: id, role: "member", organizationId: made.body.id };
  await expect(api.addMember({ body })).rejects.toMatchObject({ code: "GUEST_NOT_ALLOWED" });
});
