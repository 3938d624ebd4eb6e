/** Checks the user's permissions in the active organization, to hide other actions. The server enforces them. */

import { useQuery } from "../primitives/use-query.ts";
import { useOrganizationClient } from "./client.ts";
import { useOrganizationUi } from "./ui.ts";

/** Whether a permission, such as `team:create`, is granted. */
export type HasPermission = (permission: string) => boolean;

/**
 * Checks the roles that the app declares. If the user has a custom role, it asks the server.
 * @param permissions all permissions that the component checks
 */
export function usePermissions(permissions: readonly string[]): HasPermission {
  const { organization } = useOrganizationClient();
  const { roles, runTimeRoles, checkRolePermission } = useOrganizationUi();
  const own = useOrganizationClient().useActiveMember().data;
  const role = own?.role ?? "";
  const isKnown = (permission: string): boolean =>
    role !== "" && checkRolePermission({ role, permissions: toStatements([permission]) });
  const open = permissions.filter((permission) => !isKnown(permission));
  const hasMore = runTimeRoles && role.split(",").some((name) => !roles.includes(name));
  const key = own && hasMore && open.length > 0 ? `${own.organizationId} ${role} ${open}` : null;
  const { data } = useQuery(key, async () => {
    const answers = await Promise.all(
      open.map((permission) =>
        organization.hasPermission({
          permissions: toStatements([permission]),
          organizationId: own?.organizationId,
        }),
      ),
    );
    const failed = answers.find(({ error }) => error);
    if (failed?.error) return failed;
    return { data: new Set(open.filter((_, index) => answers[index]?.data?.success)), error: null };
  });
  return (permission) => isKnown(permission) || (data?.has(permission) ?? false);
}

/** Converts `["team:create", "team:delete"]` to `{ team: ["create", "delete"] }`. */
export function toStatements(permissions: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const statements = new Map<string, string[]>();
  for (const permission of permissions) {
    const [resource = "", action = ""] = permission.split(":");
    statements.set(resource, [...(statements.get(resource) ?? []), action]);
  }
  return Object.fromEntries(statements);
}
