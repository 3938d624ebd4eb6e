import { createAccessControl } from "@latchkey/core/access";
import { auditTable, userTable } from "@latchkey/core/plugin";
import { memberTable, organizationTable } from "@latchkey/organization";
import { defaultStatements } from "@latchkey/organization/access";
import { type SetupLink, type SsoSetup, sso } from "@latchkey/sso";
import type { TestBrowser } from "@latchkey/test-kit";
import { interleaved, quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Body, directoryOf, type ScimAppOptions, scimUser, startScim } from "../../test/app.ts";
import { scimConnectionTable, scimTokenTable } from "../index.ts";

const ac = createAccessControl(defaultStatements);
const roles = {
  it: ac.newRole({ sso: ["create", "update"], scim: ["create", "update"] }),
  identity: ac.newRole({ sso: ["create", "update"] }),
  directory: ac.newRole({ scim: ["create", "update"] }),
};

/** Ann owns Acme. No one is signed in in the browsers that open her links. */
async function start(options: ScimAppOptions = {}) {
  const it = await startScim({
    organization: { ac, roles },
    ...options,
    domains: false,
    plugins: [sso(), ...(options.plugins ?? [])],
  });
  const { ann, app, auth, db, organizationId } = it;
  // The connection that the test app creates doesn't come from a link.
  await db.remove(scimConnectionTable, { where: { organizationId } });
  const link = async (input: object = {}, browser: TestBrowser = ann) => {
    const body = { organizationId, callbackURL: "/sso-setup", directory: true, ...input };
    const reply = await browser.post<SetupLink & { code?: string }>("/sso/setup-link", body);
    if (reply.status !== 200) return { code: reply.body.code, token: "" };
    return { code: undefined, token: new URL(reply.body.url).searchParams.get("token") ?? "" };
  };
  const open = async (token: string) => {
    const browser = app.browser();
    const { body } = await browser.post<SsoSetup & { code?: string }>("/sso/setup/open", { token });
    return { browser, setup: body };
  };
  const opened = async (input: object = {}) => (await open((await link(input)).token)).browser;
  const connect = async (browser: TestBrowser, input: object = { name: "Okta" }) => {
    const { status, body } = await browser.post<Body>("/scim/setup/connect", input);
    return status === 200 ? body : body.code;
  };
  const state = async (browser: TestBrowser) => {
    const { status, body } = await browser.get<Body>("/scim/setup/state");
    return status === 200 ? body.connection : body.code;
  };
  const setRole = (userId: string, role: string) =>
    db.update(memberTable, { where: { organizationId, userId }, set: { role } });
  const directory = ({ id, token }: Body) => directoryOf(auth, id, token);
  return { ...it, link, open, opened, connect, state, setRole, directory };
}

test("an IT admin without an account connects a directory with a setup link", async () => {
  const it = await start();
  const { ann, db, organizationId } = it;
  const { token } = await it.link();
  const { browser, setup } = await it.open(token);
  expect(setup).toMatchObject({ organizationName: "acme", directory: true });
  expect(await it.state(browser)).toBeNull();
  const created = await it.connect(browser);
  expect(created).toMatchObject({ organizationId, name: "Okta", defaultRole: "member", createdBy: null });
  expect(await it.state(browser)).toMatchObject({ id: created.id, lastRequestAt: null, baseURL: created.baseURL });
  const added = await it.directory(created).send("POST", "/Users", scimUser("eve@example.com"));
  expect(added.status).toBe(201);
  // The response doesn't wait for this to be stored.
  await expect.poll(() => it.state(browser)).toMatchObject({ lastRequestAt: expect.any(String) });
  expect((await browser.get<object | null>("/get-session")).body).toBeNull();
  const rows = await db.findMany(auditTable, { where: { organizationId }, limit: 99 });
  const linkOf = ({ data }: { data: unknown }) => (data as { setupLinkId?: string } | null)?.setupLinkId;
  const made = rows.find(({ action }) => action === "sso-setup.link");
  expect(made).toMatchObject({ actorId: ann.userId, data: { directory: true } });
  const done = rows.filter((row) => made && row !== made && linkOf(row) === linkOf(made));
  expect(done.map(({ action, actorId }) => [action, actorId]).sort()).toEqual([
    ["scim.connection.create", null],
    ["scim.token.create", null],
    ["sso-setup.open", null],
  ]);
});

test("the link's holder can get a new token until the directory uses its token, but not afterward", async () => {
  const it = await start();
  const browser = await it.opened();
  const first = await it.connect(browser);
  const second = await it.connect(browser, { name: "Other" });
  expect(second).toMatchObject({ id: first.id, name: "Okta" });
  expect((await it.directory(first).send("GET", "/Users")).status).toBe(401);
  expect((await it.directory(second).send("GET", "/Users")).status).toBe(200);
  await expect.poll(() => it.state(browser)).toMatchObject({ lastRequestAt: expect.any(String) });
  expect(await it.connect(browser)).toBe("SCIM_DIRECTORY_CONNECTED");
  expect((await it.directory(second).send("GET", "/Users")).status).toBe(200);
  expect(await it.db.count(scimConnectionTable, {})).toBe(1);
});

test("SSO-12: a setup link that doesn't include the directory can't connect one", async () => {
  const it = await start();
  const { browser, setup } = await it.open((await it.link({ directory: false })).token);
  expect(setup.directory).toBe(false);
  expect([await it.state(browser), await it.connect(browser)]).toEqual(["SETUP_LINK_INVALID", "SETUP_LINK_INVALID"]);
  expect((await it.open((await it.link({ directory: undefined })).token)).setup.directory).toBe(false);
  const stranger = it.app.browser();
  expect([await it.state(stranger), await it.connect(stranger)]).toEqual(["SETUP_LINK_INVALID", "SETUP_LINK_INVALID"]);
});

test("SSO-12: a setup link connects a directory to its own organization, and can't access other connections", async () => {
  const it = await start();
  const bob = await it.person("bob@example.com");
  const other = await it.found(bob, "other");
  const theirs = await it.auth.api.createScimConnection({ body: { organizationId: other, name: "B" } });
  const admins = await it.auth.api.createScimConnection({ body: { organizationId: it.organizationId, name: "A" } });
  const browser = await it.opened();
  expect(await it.state(browser)).toBeNull();
  const input = { name: "Okta", organizationId: other, id: theirs.id, defaultRole: "owner", deprovision: "remove" };
  expect(await it.connect(browser, input)).toMatchObject({
    organizationId: it.organizationId,
    defaultRole: "member",
    deprovision: "suspend",
  });
  const calls = [
    ["/scim/create-connection", { ...input }],
    ["/scim/update-connection", { id: admins.id, name: "C" }],
    ["/scim/delete-connection", { id: admins.id }],
    ["/scim/rotate-token", { id: admins.id }],
    ["/scim/revoke-token", { tokenId: admins.tokenId }],
  ] as const;
  for (const [path, body] of calls) expect([path, (await browser.post(path, body)).status]).toEqual([path, 401]);
  for (const path of ["list-connections", "list-groups", "list-events"])
    expect((await browser.get(`/scim/${path}?id=${admins.id}`)).status).toBe(401);
  // The next link doesn't show the connection that the last one created.
  expect(await it.state(await it.opened())).toBeNull();
});

test("SSO-12: a link can't connect a directory after it expires or is replaced, or when it's opened a second time", async () => {
  let now = new Date();
  const it = await start({ auth: { clock: () => now } });
  const { token } = await it.link({ expiresIn: 3600 });
  const { browser } = await it.open(token);
  const second = await it.open(token);
  expect([second.setup.code, await it.connect(second.browser)]).toEqual(["SETUP_LINK_INVALID", "SETUP_LINK_INVALID"]);
  now = new Date(now.getTime() + 3_601_000);
  expect([await it.state(browser), await it.connect(browser)]).toEqual(["SETUP_LINK_INVALID", "SETUP_LINK_INVALID"]);
  const replaced = await it.opened();
  await it.link();
  expect(await it.connect(replaced)).toBe("SETUP_LINK_INVALID");
  expect(await it.db.count(scimConnectionTable, {})).toBe(0);
});

test("SSO-01: a link can connect a directory only while its creator can", async () => {
  const it = await start();
  const kim = await it.person("kim@example.com");
  await it.auth.api.addMember({ body: { organizationId: it.organizationId, userId: kim.userId, role: "identity" } });
  expect((await it.link({}, kim)).code).toBe("YOU_ARE_NOT_ALLOWED_TO_MANAGE_SCIM");
  expect((await it.link({ directory: false }, kim)).code).toBeUndefined();
  await it.setRole(kim.userId, "it");
  const { browser, setup } = await it.open((await it.link({}, kim)).token);
  expect(setup.directory).toBe(true);
  await it.setRole(kim.userId, "identity");
  expect(await it.connect(browser)).toBe("SETUP_LINK_INVALID");
  // The link still works for single sign-on.
  expect((await browser.get<SsoSetup>("/sso/setup/state")).body.directory).toBe(false);
  // A link stops working when its creator could no longer create it.
  await it.setRole(kim.userId, "directory");
  expect(await it.connect(browser)).toBe("SETUP_LINK_INVALID");
  await it.setRole(kim.userId, "it");
  expect(await it.connect(browser)).toMatchObject({ name: "Okta" });
  await it.db.update(memberTable, { where: { userId: kim.userId }, set: { suspendedAt: new Date() } });
  expect(await it.state(browser)).toBe("SETUP_LINK_INVALID");
  await it.db.remove(userTable, { where: { id: kim.userId } });
  expect(await it.state(browser)).toBe("SETUP_LINK_INVALID");
  await it.db.remove(organizationTable, { where: { id: it.organizationId } });
  expect(await it.state(browser)).toBe("SETUP_LINK_INVALID");
});

test("SCIM-12: a link doesn't issue a token for a directory if its members would get a role above the creator's", async () => {
  const it = await start({ scim: { defaultRole: "admin" } });
  const kim = await it.person("kim@example.com");
  await it.auth.api.addMember({ body: { organizationId: it.organizationId, userId: kim.userId, role: "it" } });
  const { browser } = await it.open((await it.link({}, kim)).token);
  expect(await it.connect(browser)).toBe("SCIM_ROLE_NOT_ALLOWED");
  const owners = await it.opened();
  expect(await it.connect(owners)).toMatchObject({ defaultRole: "admin" });
  const lowered = await start();
  const lee = await lowered.person("lee@example.com");
  const { organizationId } = lowered;
  await lowered.auth.api.addMember({ body: { organizationId, userId: lee.userId, role: "it" } });
  const own = await lowered.open((await lowered.link({}, lee)).token);
  const { id } = await lowered.connect(own.browser);
  await lowered.auth.api.updateScimConnection({ body: { id, defaultRole: "admin" } });
  expect(await lowered.connect(own.browser)).toBe("SCIM_ROLE_NOT_ALLOWED");
});

test("a link can't exceed the organization's connection limit, and another site can't use it", async () => {
  const it = await start({ scim: { maxConnections: 1 } });
  const browser = await it.opened();
  const foreign = await browser.post("/scim/setup/connect", { name: "Okta" }, { origin: "https://evil.test" });
  expect(foreign.status).toBe(403);
  await it.connect(browser);
  expect(await it.connect(await it.opened())).toBe("SCIM_CONNECTION_LIMIT_REACHED");
});

test("without the SSO plugin, there are no setup links", async () => {
  const { app } = await startScim();
  const { body } = await app.browser().post<Body>("/scim/setup/connect", { name: "Okta" });
  expect(body.code).toBe("SETUP_LINK_INVALID");
});

describe.each(quickDatabases)("on $name", (database) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await database.open();
  });
  afterEach(() => opened.close());

  test("SSO-12: 10 concurrent calls with one link create one connection with one token", async () => {
    const it = await start({ auth: { database: opened.database } });
    const browser = await it.opened();
    const replies = await Promise.all(Array.from({ length: 10 }, () => it.connect(browser)));
    expect(new Set(replies.map(({ id }) => id)).size).toBe(1);
    expect(await it.db.count(scimConnectionTable, {})).toBe(1);
    expect(await it.db.count(scimTokenTable, {})).toBe(1);
    const working = await Promise.all(replies.map((one) => it.directory(one).send("GET", "/Users")));
    expect(working.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("SSO-01: a link can't connect a directory if its creator's role loses the permission during the call", async () => {
    const { database, beforeNextTransaction } = interleaved(opened.database);
    const organization = { ac, dynamicAccessControl: { enabled: true } };
    const it = await start({ auth: { database }, organization });
    const { ann, auth, organizationId } = it;
    // Members can read roles.
    const usual = { ac: ["read"], sso: ["create", "update"] };
    const permission = { ...usual, scim: ["create", "update"] };
    await ann.post("/organization/set-active", { organizationId });
    await ann.post("/organization/create-role", { role: "keeper", permission });
    const kim = await it.person("kim@example.com");
    await auth.api.addMember({ body: { organizationId, userId: kim.userId, role: "keeper" } });
    const { browser } = await it.open((await it.link({}, kim)).token);
    expect(await it.state(browser)).toBeNull();
    beforeNextTransaction(() =>
      ann.post("/organization/update-role", { roleName: "keeper", data: { permission: usual } }),
    );
    // A retry sees the role as it is now.
    expect(await it.connect(browser)).toBe("SERVICE_UNAVAILABLE");
    expect(await it.connect(browser)).toBe("SETUP_LINK_INVALID");
    expect(await it.db.count(scimConnectionTable, {})).toBe(0);
  });
});
