import { type AccessRevocation, definePlugin } from "@latchkey/core/plugin";
import { expect, test } from "vitest";
import { startAdmin } from "../../test/admin-app.ts";
import { adminAccess, defaultRoles } from "../access.ts";

const roles = { ...defaultRoles, helper: adminAccess.newRole({ user: ["list"] }) };

test("plugins are notified when a user is banned, signed out everywhere, or gets a role with fewer permissions", async () => {
  const losses: AccessRevocation[] = [];
  const listener = definePlugin({
    id: "listener",
    onAccessRevoked(tx, loss) {
      expect(tx.lock).toBeTypeOf("function");
      losses.push(loss);
    },
  });
  const { root, person } = await startAdmin({ roles }, {}, [listener]);
  const { id: userId } = await person("ann", "helper");
  const actorId = root.id;
  await root.post("/admin/set-role", { userId, role: ["helper", "user"] });
  expect(losses).toEqual([]);
  await root.post("/admin/set-role", { userId, role: "user" });
  await root.post("/admin/ban-user", { userId });
  await root.post("/admin/unban-user", { userId });
  await root.post("/admin/update-user", { userId, data: { banned: true } });
  const signedOut = { userId, reason: "signed-out", actorId };
  expect(losses.splice(0)).toEqual([
    { userId, reason: "role-changed", actorId },
    { userId, reason: "banned", actorId },
    signedOut,
    { userId, reason: "banned", actorId },
    signedOut,
  ]);
  await root.post("/admin/set-user-password", { userId, newPassword: "another long password" });
  await root.post("/admin/revoke-user-sessions", { userId });
  await root.post("/revoke-other-sessions");
  expect(losses.splice(0)).toEqual([signedOut, signedOut]);
  await root.post("/revoke-sessions");
  expect(losses).toEqual([{ userId: root.id, reason: "signed-out", actorId }]);
});
