import { auditTable } from "@latchkey/core/plugin";
import { expect, test } from "vitest";
import { startOrganizations } from "../../test/app.ts";
import { createAccessControl, defaultStatements } from "../access.ts";

test("AUDT-05: a changed role is recorded with its old and new name and permissions", async () => {
  const ac = createAccessControl({ ...defaultStatements, project: ["create", "share"] });
  const { app, person, found } = await startOrganizations({ ac, dynamicAccessControl: { enabled: true } });
  const ann = await person("ann");
  const organizationId = await found(ann);
  const before = { role: "editor", permission: { project: ["create"] } };
  await ann.call("create-role", before);
  const after = { role: "lead", permission: { project: ["create", "share"] } };
  const data = { roleName: after.role, permission: after.permission };
  expect((await ann.call("update-role", { roleName: "editor", data })).status).toBe(200);
  await ann.call("update-role", { roleName: "lead", data: { roleName: "chief" } });
  const { db } = app.auth.$context;
  const records = (action: string) => db.findMany(auditTable, { where: { action, organizationId }, limit: 10 });
  expect((await records("role.create")).map((record) => record.data)).toEqual([before]);
  const changes = (await records("role.update")).map((record) => record.data);
  expect(changes).toHaveLength(2);
  expect(changes).toContainEqual({ from: before, to: after });
  expect(changes).toContainEqual({ from: after, to: { ...after, role: "chief" } });
});
