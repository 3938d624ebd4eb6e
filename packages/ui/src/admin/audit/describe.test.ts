import type { AuditRecord } from "@latchkey/admin";
import { expect, test } from "vitest";
import { type DetailNames, detailsOf } from "./describe.ts";

const names: DetailNames = {
  change: "{from} → {to}",
  join: (all) => all.join(" + "),
  method: (id) => `method ${id}`,
  field: (key) => `field ${key}`,
  organizationRole: (id) => `role ${id}`,
};

const record = (action: string, data: unknown): AuditRecord => ({
  id: "a",
  action,
  actorId: null,
  onBehalfOf: null,
  userId: null,
  organizationId: null,
  ipAddress: null,
  userAgent: null,
  data,
  createdAt: new Date(0),
});

test.each([
  ["session.create", { method: "password" }, "method password"],
  ["account.link", { provider: "github" }, "method github"],
  ["user.email.verify", { accounts: ["github", "credential"] }, "method github + method credential"],
  ["user.update", { fields: ["name", "image"] }, "field name + field image"],
  ["member.create", { role: "admin,reviewer" }, "role admin + role reviewer"],
  ["member.role.update", { from: "member", to: "admin", role: "admin" }, "role member → role admin"],
  ["admin.user.set-role", { from: "user", to: "user,support" }, "user → user + support"],
  [
    "admin.user.set-email",
    { from: { email: "a@x.example" }, to: { email: "b@x.example" } },
    "a@x.example → b@x.example",
  ],
  ["admin.user.ban", { reason: "Spam, twice", from: null, to: null }, "Spam, twice"],
  ["oauth-grant.revoke", { reason: "client_deleted" }, null],
  ["role.update", { role: "reviewer" }, null],
  ["session.create", { method: "" }, null],
  ["user.update", { fields: [] }, null],
  ["user.delete", null, null],
])("the details of %s with %j are %j", (action, data, details) => {
  expect(detailsOf(record(action, data), names)).toBe(details);
});
