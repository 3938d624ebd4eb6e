/** The client plugin, `@latchkey/admin/client`. */

import { authorize, grantedPermissions, roleNames } from "@latchkey/core/access";
import type { ClientPlugin } from "@latchkey/core/plugin";
import { defaultRoles } from "./access.ts";
import type { AdminClientOptions, AdminTypes, RolePermission } from "./contract.ts";

/** Adds the admin calls, and `admin.checkRolePermission`, which checks a role locally without a request. */
export function adminClient({ roles = defaultRoles }: AdminClientOptions = {}): ClientPlugin<AdminTypes> {
  const checkRolePermission = ({ role, permissions }: RolePermission): boolean => {
    const names = roleNames(role);
    return authorize(grantedPermissions(roles, names.length > 0 ? names : ["user"]), permissions).success;
  };
  return {
    id: "admin",
    methods: { "/admin/stop-impersonating": "POST" },
    signals: { session: ["/admin/impersonate-user", "/admin/stop-impersonating"] },
    actions: () => ({ admin: { checkRolePermission } }),
  };
}
