/** Checks how many queries the plugin's calls send. */

import { admin } from "@latchkey/admin";
import { userTable } from "@latchkey/core/plugin";
import { type SetupLink, sso, ssoDomainTable } from "@latchkey/sso";
import { quickDatabases } from "@latchkey/test-kit/databases";
import { expect, test } from "vitest";
import { patch, scimUser, startScim } from "../test/app.ts";

const counted = quickDatabases.find(({ name }) => name === "sqlite") ?? quickDatabases[0];

test("every call sends at most the queries that it declares", async () => {
  if (!counted) throw new Error("This run has no database.");
  const { database, statements, close } = await counted.open();
  const options = { auth: { database }, domains: false, plugins: [admin(), sso()] };
  const { acme, ann, app, person, auth, db, organizationId } = await startScim(options);
  const [now, domain] = [new Date(), "corp.test"];
  await db.insert(ssoDomainTable, {
    id: "corp",
    organizationId,
    domain,
    verified: domain,
    token: "proof",
    verifiedAt: now,
    lastCheckedAt: now,
    failingSince: null,
    enforcement: "off",
    providerId: null,
    createdAt: now,
  });
  const { endpoints } = auth.$context.extensions;
  const seen = new Set<string>();
  const cost = async <T>(id: string, run: () => Promise<T>): Promise<T> => {
    statements.length = 0;
    const result = await run();
    const own = statements.filter(({ kind, table }) => kind !== "transaction" && table !== "audit");
    expect([id, own.length]).toEqual([id, Math.min(own.length, endpoints[id]?.queryBudget ?? -1)]);
    expect([id, own.length > 0]).toEqual([id, true]);
    seen.add(id);
    return result;
  };
  const bob = (await cost("scimCreateUser", () => acme.send("POST", "/Users", scimUser("bob")))).body.id;
  const eve = (await acme.send("POST", "/Users", scimUser("eve"))).body.id;
  await cost("scimGetUser", () => acme.send("GET", `/Users/${bob}`));
  await cost("scimListUsers", () => acme.send("GET", "/Users"));
  await cost("scimSearchUsers", () => acme.send("POST", "/Users/.search", { filter: 'title eq "Dev"' }));
  const renamed = scimUser("bob", { displayName: "Robert", emails: [{ value: "robert@corp.test" }] });
  await cost("scimReplaceUser", () => acme.send("PUT", `/Users/${bob}`, renamed));
  const members = [{ value: bob }];
  const group = (await cost("scimCreateGroup", () => acme.send("POST", "/Groups", { displayName: "G", members }))).body
    .id;
  await cost("mapScimGroup", () => ann.post("/scim/map-group", { groupId: group, role: "admin" }));
  await cost("scimGetGroup", () => acme.send("GET", `/Groups/${group}`));
  await cost("scimListGroups", () => acme.send("GET", "/Groups"));
  await cost("scimSearchGroups", () => acme.send("POST", "/Groups/.search", { filter: "members pr" }));
  const add = patch({ op: "add", path: "members", value: [{ value: eve }] });
  await cost("scimPatchGroup", () => acme.send("PATCH", `/Groups/${group}`, add));
  const replaced = { displayName: "H", members };
  await cost("scimReplaceGroup", () => acme.send("PUT", `/Groups/${group}`, replaced));
  const off = patch({ op: "replace", path: "active", value: false });
  await cost("scimPatchUser", () => acme.send("PATCH", `/Users/${bob}`, off));
  const on = patch({ op: "replace", path: "active", value: true });
  await cost("scimPatchUser", () => acme.send("PATCH", `/Users/${bob}`, on));
  await cost("scimDeleteGroup", () => acme.send("DELETE", `/Groups/${group}`));
  await cost("scimDeleteUser", () => acme.send("DELETE", `/Users/${bob}`));
  const { id } = acme;
  await cost("createScimConnection", () => ann.post("/scim/create-connection", { name: "B", organizationId }));
  await cost("updateScimConnection", () =>
    ann.post("/scim/update-connection", { id, name: "C", defaultRole: "member" }),
  );
  await cost("rotateScimToken", () => ann.post("/scim/rotate-token", { id }));
  const listed = await cost("listScimConnections", () =>
    ann.get<any>(`/scim/list-connections?organizationId=${organizationId}`),
  );
  const root = await person("root@x.test");
  await db.update(userTable, { where: { id: root.userId }, set: { role: "admin" } as object });
  await cost("listAllScimConnections", () => root.get("/scim/list-all-connections"));
  await cost("revokeScimToken", () => ann.post("/scim/revoke-token", { tokenId: listed.body[0].tokens[0].id }));
  await cost("listScimGroups", () => ann.get(`/scim/list-groups?id=${id}`));
  await cost("listScimEvents", () => ann.get(`/scim/list-events?id=${id}`));
  const link = await ann.post<SetupLink>("/sso/setup-link", { callbackURL: "/setup", organizationId, directory: true });
  const guest = app.browser();
  await guest.post("/sso/setup/open", { token: new URL(link.body.url).searchParams.get("token") });
  await cost("getScimSetup", () => guest.get("/scim/setup/state"));
  for (const name of ["Okta", "Again"])
    await cost("connectScimSetup", () => guest.post("/scim/setup/connect", { name }));
  await cost("deleteScimConnection", () => ann.post("/scim/delete-connection", { id, members: "deprovision" }));
  const declared = Object.entries(endpoints).filter(
    ([name, { queryBudget }]) => /scim/i.test(name) && queryBudget !== 0,
  );
  expect(declared.map(([name]) => name).filter((name) => !seen.has(name))).toEqual([]);
  await close();
});
