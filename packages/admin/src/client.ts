/** The client half, as `@latchkey/admin/client`: what the names of its calls do not say. */

import { authorize, grantedBy, roleNames } from "@latchkey/core/access";
import type { ClientPlugin } from "@latchkey/core/plugin";
import { defaultRoles } from "./access.ts";
import type { AdminClientOptions, AdminTypes, RolePermission } from "./contract.ts";

/** Lets a client call the administration. */
export function adminClient({ roles = defaultRoles }: AdminClientOptions = {}): ClientPlugin<AdminTypes> {
  const checkRolePermission = ({ role, permissions }: RolePermission): boolean => {
    const names = roleNames(role);
    return authorize(grantedBy(roles, names.length > 0 ? names : ["user"]), permissions).success;
  };
  return {
    id: "admin",
    methods: { "/admin/stop-impersonating": "POST" },
    signals: { session: ["/admin/impersonate-user", "/admin/stop-impersonating"] },
    actions: () => ({ admin: { checkRolePermission } }),
  };
}
