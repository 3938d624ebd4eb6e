/** What the person may do in the active organization, to offer that alone. The server decides. */

import { useLoaded } from "../../primitives/use-loaded.ts";
import { useOrganizationClient } from "../client.ts";
import { useOrganizationUi } from "../ui.ts";

/** Whether a permission, such as `team:create`, is granted. */
export type May = (permission: string) => boolean;

/**
 * Works it out of the roles that the app declares; the server is asked where somebody has a role made at run time.
 * @param asked permissions that may be looked at
 */
export function useMay(asked: readonly string[]): May {
  const { organization } = useOrganizationClient();
  const { roles, runTimeRoles } = useOrganizationUi();
  const own = useOrganizationClient().useActiveMember().data;
  const role = own?.role ?? "";
  const isKnown = (permission: string): boolean =>
    role !== "" && organization.checkRolePermission({ role, permissions: asStatements([permission]) });
  const open = asked.filter((permission) => !isKnown(permission));
  const hasMore = runTimeRoles && role.split(",").some((name) => !roles.includes(name));
  const key = own && hasMore && open.length > 0 ? `${own.organizationId} ${role} ${open}` : null;
  const { data } = useLoaded(key, async () => {
    const answers = await Promise.all(
      open.map((permission) =>
        organization.hasPermission({
          permissions: asStatements([permission]),
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

/** `["team:create", "team:delete"]` → `{ team: ["create", "delete"] }`. */
export function asStatements(permissions: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const statements = new Map<string, string[]>();
  for (const permission of permissions) {
    const [resource = "", action = ""] = permission.split(":");
    statements.set(resource, [...(statements.get(resource) ?? []), action]);
  }
  return Object.fromEntries(statements);
}
