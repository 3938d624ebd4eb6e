/**
 * Tests a client generated from the OpenAPI document over HTTP. Generates the types, type-checks this file with them,
 * and checks every response against the document. `npm run typecheck` excludes this folder, because the types don't
 * exist yet.
 */

import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { openApiDocument } from "@latchkey/core/openapi";
import createClient, { type Client } from "openapi-fetch";
import openapiTS, { astToString } from "openapi-typescript";
import { Secret, TOTP } from "otpauth";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { makeApp, password } from "../app.ts";
import { type RunningApp, runApp } from "../server.ts";
import type { paths } from "./paths.d.ts";

const here = fileURLToPath(new URL(".", import.meta.url));

describe("a client generated from the document", () => {
  let app: RunningApp;
  let ann: Client<paths>;
  let bob: Client<paths>;
  const connect = () => createClient<paths>({ baseUrl: app.base, fetch: app.browser().fetch });

  beforeAll(async () => {
    app = await runApp();
    ann = connect();
    bob = connect();
  });
  afterAll(() => app[Symbol.asyncDispose]());
  afterEach(() => expect(app.violations).toEqual([]));

  test("its types have the calls, inputs, and responses used in this file", async () => {
    const document = openApiDocument(makeApp("http://localhost:3000"));
    const types = astToString(await openapiTS(JSON.stringify(document)));
    await writeFile(`${here}paths.d.ts`, types);
    const tsc = fileURLToPath(new URL("../../../node_modules/typescript/bin/tsc", import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [tsc, "--noEmit", "-p", here]).catch(
      (refused: { stdout: string }) => refused,
    );
    expect(stdout).toBe("");
  });

  test("signs up, reads the session, lists and ends sessions", async () => {
    const { data: made } = await ann.POST("/sign-up/email", {
      body: { name: "Ann", email: "ann@example.com", password, username: "Ann_1", nickname: "Annie" },
    });
    expect(made).toMatchObject({ token: expect.any(String), user: { username: "ann_1", nickname: "Annie" } });
    const { data: session } = await ann.GET("/get-session", {});
    expect(session?.user.email).toBe("ann@example.com");
    const elsewhere = connect();
    await elsewhere.POST("/sign-in/email", { body: { email: "ann@example.com", password } });
    const { data: sessions = [] } = await ann.GET("/list-sessions", {});
    expect(sessions).toHaveLength(2);
    const other = sessions.find(({ id }) => id !== session?.session.id);
    const ended = await ann.POST("/revoke-session", { body: { token: other?.token ?? "" } });
    expect(ended.data).toEqual({ status: true });
    expect((await elsewhere.GET("/get-session", {})).data).toBeNull();
  });

  test("gets errors by code", async () => {
    const { error, response } = await connect().POST("/sign-in/email", {
      body: { email: "ann@example.com", password: "not the password" },
    });
    expect([response.status, error?.code]).toEqual([401, "INVALID_EMAIL_OR_PASSWORD"]);
    const { error: taken } = await connect().POST("/sign-up/email", {
      body: { name: "Eve", email: "eve@example.com", password, username: "ann_1" },
    });
    expect(taken?.code).toBe("USERNAME_IS_ALREADY_TAKEN");
    // @ts-expect-error the password is required
    const { error: missing } = await connect().POST("/sign-in/email", { body: { email: "ann@example.com" } });
    expect(missing).toMatchObject({ code: "VALIDATION_ERROR", issues: [{ path: "password" }] });
    const { error: none } = await connect().GET("/list-sessions", {});
    expect(none?.code).toBe("UNAUTHORIZED");
  });

  test("creates an organization, and another user joins it", async () => {
    const { data: made } = await ann.POST("/organization/create", { body: { name: "Acme", slug: "acme" } });
    expect(made).toMatchObject({ slug: "acme", members: [{ role: "owner" }] });
    const { data: invited } = await ann.POST("/organization/invite-member", {
      body: { email: "bob@example.com", role: "member" },
    });
    await bob.POST("/sign-up/email", { body: { name: "Bob", email: "bob@example.com", password } });
    const invitationId = invited?.id ?? "";
    const { data: shown } = await bob.GET("/organization/get-invitation", { params: { query: { id: invitationId } } });
    expect(shown).toMatchObject({ organizationName: "Acme", inviterEmail: "ann@example.com" });
    const { data: joined } = await bob.POST("/organization/accept-invitation", { body: { invitationId } });
    expect(joined?.member.role).toBe("member");
    const { data: members } = await ann.GET("/organization/list-members", { params: { query: { limit: 10 } } });
    expect(members).toMatchObject({ total: 2, nextCursor: null });
    const { data: full } = await bob.GET("/organization/get-full-organization", {});
    expect(full?.members.map(({ user }) => user.name).sort()).toEqual(["Ann", "Bob"]);
    const { data: team } = await ann.POST("/organization/create-team", { body: { name: "Design" } });
    const { data: teams } = await ann.GET("/organization/list-teams", {});
    expect(teams?.map(({ id }) => id)).toContain(team?.id);
    const { error } = await bob.POST("/organization/invite-member", {
      body: { email: "c@example.com", role: "member" },
    });
    expect(error?.code).toBe("YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION");
  });

  test("sets a second factor up, and signs in with it", async () => {
    const { data } = await ann.POST("/two-factor/enable", { body: { password } });
    const uri = data?.method === "totp" ? data.totpURI : "";
    const totp = new TOTP({ secret: Secret.fromBase32(new URL(uri).searchParams.get("secret") ?? "") });
    expect((await ann.POST("/two-factor/verify-totp", { body: { code: totp.generate() } })).error).toBeUndefined();
    const later = connect();
    const { data: asked } = await later.POST("/sign-in/email", { body: { email: "ann@example.com", password } });
    if (!asked || !("twoFactorRedirect" in asked)) throw new Error("No second factor was asked for.");
    expect(asked.twoFactorMethods).toEqual(["totp"]);
    expect((await later.GET("/get-session", {})).data).toBeNull();
    const { error } = await later.POST("/two-factor/verify-totp", { body: { code: "000000" } });
    expect(error?.code).toBe("INVALID_CODE");
    // A code works only once. The next one is half a minute ahead, which is still accepted.
    const code = totp.generate({ timestamp: Date.now() + 30_000 });
    expect((await later.POST("/two-factor/verify-totp", { body: { code } })).data?.user.twoFactorEnabled).toBe(true);
  });

  test("manages users", async () => {
    const root = { email: "root@example.com", name: "Root", password, role: "admin" };
    await app.auth.api.createUser({ body: root });
    const admin = connect();
    await admin.POST("/sign-in/email", { body: root });
    const query = { limit: 10, searchValue: "bob", searchOperator: "starts_with" } as const;
    const { data: found } = await admin.GET("/admin/list-users", { params: { query } });
    expect(found).toMatchObject({ total: 1, users: [{ name: "Bob", banned: false }] });
    const userId = found?.users[0]?.id ?? "";
    await admin.POST("/admin/ban-user", { body: { userId, banReason: "loud" } });
    const { error } = await connect().POST("/sign-in/email", { body: { email: "bob@example.com", password } });
    expect(error?.code).toBe("BANNED_USER");
    const { data: trail } = await admin.GET("/admin/list-audit", { params: { query: { limit: 5 } } });
    expect(trail?.records).toContainEqual(expect.objectContaining({ action: "admin.user.ban", userId }));
    const { error: refused } = await ann.GET("/admin/list-users", { params: { query: {} } });
    expect(refused?.code).toBe("YOU_ARE_NOT_ALLOWED_TO_LIST_USERS");
  });
});
