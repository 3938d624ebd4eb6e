import { createAccessControl } from "@latchkey/core/access";
import { defaultStatements, organization } from "@latchkey/organization";
import { startAuth } from "@latchkey/test-kit";
import { expect, test } from "vitest";
import type { NewApiKey, ServiceAccount } from "./call-types.ts";
import { apiKey } from "./plugin.ts";
import { serviceAccountTable } from "./tables.ts";

const ac = createAccessControl({ ...defaultStatements, files: ["read", "write"] });

/** Acme has the custom role `deployer`, and two service accounts: one with it, and one without. */
async function start() {
  const plugins = [
    apiKey([{}, { configId: "org", references: "organization" }]),
    organization({ ac, dynamicAccessControl: { enabled: true } }),
  ] as const;
  const { auth, browser } = await startAuth({ plugins });
  const olga = browser();
  await olga.signUp("olga@example.com");
  const { id: organizationId } = (
    await olga.post<{ id: string }>("/organization/create", { name: "Acme", slug: "acme" })
  ).body;
  const createRole = (permission: object) =>
    olga.post("/organization/create-role", { organizationId, role: "deployer", permission });
  await createRole({ files: ["read"] });
  const createAccount = async (role: string) =>
    (await olga.post<ServiceAccount>("/service-account/create", { organizationId, name: role, role })).body.id;
  const [deployer, other] = [await createAccount("deployer"), await createAccount("member")];
  const key = (
    await olga.post<NewApiKey>("/api-key/create", { configId: "org", organizationId, serviceAccountId: deployer })
  ).body.key;
  const verify = async () =>
    (await auth.api.verifyApiKey({ body: { key, permissions: { files: ["write"] } } })).error?.code ?? "valid";
  const states = async () => {
    const rows = await auth.$context.db.findMany(serviceAccountTable, { limit: 9 });
    return Object.fromEntries(rows.map(({ id, disabled }) => [id === deployer ? "deployer" : "other", disabled]));
  };
  return { olga, organizationId, createRole, deployer, other, verify, states };
}

test("APIK-07: a service account is disabled if its role is deleted, so a new role with the same name grants it nothing", async () => {
  const { olga, organizationId, createRole, deployer, verify, states } = await start();
  expect(await verify()).toBe("INSUFFICIENT_API_KEY_PERMISSIONS");
  const removed = await olga.post("/organization/delete-role", { organizationId, roleName: "deployer" });
  expect(removed.body).toEqual({ success: true });
  expect(await states()).toEqual({ deployer: true, other: false });
  await createRole({ files: ["read", "write"] });
  expect(await verify()).not.toBe("valid");
  await olga.post("/service-account/update", { id: deployer, disabled: false });
  expect(await verify()).toBe("valid");
});

test("APIK-07: a service account is disabled if its role is renamed, but not if the role changes in other ways", async () => {
  const { olga, organizationId, states } = await start();
  const update = (data: object) =>
    olga.post("/organization/update-role", { organizationId, roleName: "deployer", data });
  expect((await update({ permission: { files: ["write"] } })).status).toBe(200);
  expect(await states()).toEqual({ deployer: false, other: false });
  expect((await update({ roleName: "builder" })).status).toBe(200);
  expect(await states()).toEqual({ deployer: true, other: false });
});
