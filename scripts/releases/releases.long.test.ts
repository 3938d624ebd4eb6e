/** Tests that users in databases from earlier releases can sign in and find all their data. */

import { readdirSync, readFileSync } from "node:fs";
import type { TestBrowser } from "@latchkey/test-kit";
import Database from "libsql";
import { beforeEach, describe, expect, test } from "vitest";
import { ask, codeOf, open, type RecordedData, type ReleaseApp } from "./app.ts";

interface Release {
  readonly version: string;
  readonly known: RecordedData;
  readonly statements: readonly string[];
}

const folder = new URL("../data/releases/", import.meta.url);
const releases = readdirSync(folder).map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8")) as Release);

test("there is a release", () => {
  expect(releases.length).toBeGreaterThan(0);
});

describe.each(releases)("a database of $version", ({ known, statements }) => {
  let database: Database.Database;
  let app: ReleaseApp;
  const at = new Date(known.at);

  beforeEach(async () => {
    database = new Database(":memory:");
    for (const statement of statements) database.exec(statement);
    app = await open(database, at);
  });

  const signIn = async (path: string, body: object): Promise<TestBrowser> => {
    const browser = app.browser();
    await ask(browser, path, { password: known.password, ...body });
    return browser;
  };

  test("is migrated without losses, and is complete afterward", async () => {
    const rows = statements.filter((one) => /^insert into "user"/.test(one)).length;
    expect(database.prepare('select count(*) as n from "user"').get()).toMatchObject({ n: rows });
    expect(await app.auth.$context.db.migrations?.plan()).toEqual({ statements: [], problems: [] });
  });

  test("signs all users in with their credentials", async () => {
    const ann = await signIn("/sign-in/username", { username: "ann_a" });
    expect((await ann.get("/get-session")).body).toMatchObject({
      user: { email: "ann@example.com", username: "ann_a" },
    });
    await signIn("/sign-in/email", { email: "bob@example.com" });
    const root = await signIn("/sign-in/email", { email: "root@example.com" });
    expect((await root.get("/admin/list-users")).body).toMatchObject({ total: 5 });
  });

  test("rejects the users that it rejected", async () => {
    const banned = await app
      .browser()
      .post("/sign-in/email", { email: "mallory@example.com", password: known.password });
    expect(banned).toMatchObject({ status: 403, body: { code: "BANNED_USER" } });
    const wrong = await app.browser().post("/sign-in/email", { email: "ann@example.com", password: "something else" });
    expect(wrong.status).toBe(401);
  });

  test("accepts the authenticator app and the backup codes", async () => {
    const { email, secret, backupCodes } = known.guarded;
    // The code of that time step was already used when the database was recorded.
    app.clock.advance(60);
    const byApp = await signIn("/sign-in/email", { email });
    expect((await byApp.get("/get-session")).body).toBeNull();
    await ask(byApp, "/two-factor/verify-totp", { code: codeOf(secret, app.clock.now()) });
    expect((await byApp.get("/get-session")).body).toMatchObject({ user: { email, twoFactorEnabled: true } });
    const byCode = await signIn("/sign-in/email", { email });
    await ask(byCode, "/two-factor/verify-backup-code", { code: backupCodes[0] });
    expect((await byCode.get("/get-session")).body).toMatchObject({ user: { email } });
  });

  test("accepts its cookies and emailed links during a rolling upgrade", async () => {
    const ann = app.browser();
    for (const [name, value] of Object.entries(known.cookies)) ann.cookies.set(name, value);
    expect((await ann.get("/get-session")).body).toMatchObject({ user: { email: "ann@example.com" } });
    await ask(app.browser(), "/reset-password", { token: known.resetToken, newPassword: "another password of bob's" });
    await signIn("/sign-in/email", { email: "bob@example.com", password: "another password of bob's" });
  });

  test("has its organizations, members, teams and invitations", async () => {
    const bob = await signIn("/sign-in/email", { email: "bob@example.com" });
    const [acme] = (await bob.get<{ id: string }[]>("/organization/list")).body;
    const whole = await bob.get(`/organization/get-full-organization?organizationId=${acme?.id}`);
    expect(whole.body).toMatchObject({ slug: "acme", invitations: [{ id: known.invitationId, status: "pending" }] });
    expect((whole.body.members as { role: string }[]).map(({ role }) => role).sort()).toEqual(["admin", "owner"]);
    const teams = await bob.get<{ name: string }[]>(`/organization/list-teams?organizationId=${acme?.id}`);
    expect(teams.body.map(({ name }) => name).sort()).toEqual(["Acme", "Core"]);
  });
});
