/** Adds data to a release's app through its endpoints. */

import type { TestBrowser } from "@latchkey/test-kit";
import { ask, codeOf, password, type RecordedData, type ReleaseApp } from "./app.ts";

interface Person {
  readonly id: string;
  readonly browser: TestBrowser;
}

/** @returns the data that a later release needs to sign in as these users */
export async function fill(app: ReleaseApp): Promise<RecordedData> {
  const ann = await signedUp(app, "ann@example.com", { username: "Ann_A" });
  const bob = await signedUp(app, "bob@example.com", { username: "bob" });
  const guarded = await enrol(app, "carol@example.com");
  await ban(app, await signedUp(app, "mallory@example.com"));
  const invitationId = await organize(app, ann, bob);
  await ask(app.browser(), "/forget-password", { email: "bob@example.com", redirectTo: "/reset" });
  const { token: resetToken } = await app.box.next("sendResetPassword");
  const cookies = Object.fromEntries(ann.browser.cookies);
  return { at: app.clock.now().toISOString(), password, guarded, cookies, resetToken, invitationId };
}

async function signedUp(app: ReleaseApp, email: string, more: object = {}): Promise<Person> {
  const browser = app.browser();
  const name = email.slice(0, email.indexOf("@"));
  const { user } = await ask<{ user: { id: string } }>(browser, "/sign-up/email", { email, password, name, ...more });
  return { id: user.id, browser };
}

async function enrol(app: ReleaseApp, email: string): Promise<RecordedData["guarded"]> {
  const { browser } = await signedUp(app, email);
  const enabled = await ask<{ totpURI: string; backupCodes: string[] }>(browser, "/two-factor/enable", { password });
  const secret = new URL(enabled.totpURI).searchParams.get("secret") ?? "";
  await ask(browser, "/two-factor/verify-totp", { code: codeOf(secret, app.clock.now()) });
  return { email, secret, backupCodes: enabled.backupCodes };
}

async function ban(app: ReleaseApp, { id: userId }: Person): Promise<void> {
  const email = "root@example.com";
  await app.auth.api.createUser({ body: { email, password, name: "Root", role: "admin" } });
  const root = app.browser();
  await ask(root, "/sign-in/email", { email, password });
  await ask(root, "/admin/ban-user", { userId, banReason: "spam" });
}

/**
 * Creates ann's organization with bob, a team, and a pending invitation.
 * @returns the invitation's id
 */
async function organize(app: ReleaseApp, { browser }: Person, bob: Person): Promise<string> {
  const { id: organizationId } = await ask<{ id: string }>(browser, "/organization/create", {
    name: "Acme",
    slug: "acme",
  });
  await ask(browser, "/organization/create-team", { name: "Core", organizationId });
  await app.auth.api.addMember({ body: { userId: bob.id, role: "admin", organizationId } });
  const invitation = { email: "dora@example.com", role: "member", organizationId };
  const { id } = await ask<{ id: string }>(browser, "/organization/invite-member", invitation);
  return id;
}
