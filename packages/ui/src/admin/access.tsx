/** What the signed-in admin can do. */

import type { AdminCapabilities } from "@latchkey/admin";
import type { ClientError } from "@latchkey/react";
import { type Context, createContext, type ReactElement, type ReactNode, useContext, useMemo } from "react";
import { ErrorPanel, type ErrorPanelProps } from "../primitives/error-panel.tsx";
import { Loading, TableSkeleton } from "../primitives/skeleton.tsx";
import { useQuery } from "../primitives/use-query.ts";
import { type CanCall, useCanCall } from "../provider/use-can-call.ts";
import { isBanned, type ManagedUser, rolesOf, useAdminClient } from "./client.ts";
import { HeaderSkeleton, PageHeader } from "./page-header.tsx";

/** An action on a user. */
export type UserAction =
  | "impersonate"
  | "setRole"
  | "signOut"
  | "ban"
  | "unban"
  | "remove"
  | "update"
  | "setEmail"
  | "setPassword"
  | "resetTwoFactor"
  | "unlinkAccount";

/** What a permission applies to: `user`, `session`, `audit`, `organization`, or a resource of another plugin. */
export type AdminResource = string;

/** What the signed-in admin can do. */
export interface AdminAccess extends AdminCapabilities {
  /** Id of the admin. */
  readonly selfId: string;
  /** Whether the admin has a permission, and the server has the call. */
  can(resource: AdminResource, action: string): boolean;
  /** Whether the admin has every permission that the role grants. The server rejects changes to users who have more. */
  covers(role: string): boolean;
  /** Whether the admin can do this to the user. */
  canDo(action: UserAction, user: ManagedUser): boolean;
}

const AccessContext: Context<AdminAccess | null> = createContext<AdminAccess | null>(null);

/**
 * Returns what the signed-in admin can do.
 * @throws {Error} outside of `AdminGate`
 */
export function useAdminAccess(): AdminAccess {
  const access = useContext(AccessContext);
  if (!access) throw new Error("useAdminAccess must be used inside <AdminGate>.");
  return access;
}

/** Props for `AdminGate`. */
export interface AdminGateProps {
  /** The title of the page, for admins without the permission. */
  readonly title: string;
  /** The permission that the content requires. */
  readonly resource: AdminResource;
  readonly action: string;
  /** The server's error code for admins without it. */
  readonly code: string;
  readonly children: ReactNode;
}

/** Reads what the admin can do before it shows the content. Doesn't send calls that the server would reject. */
export function AdminGate(props: AdminGateProps): ReactElement {
  return (
    <AccessProvider title={props.title}>
      <PermissionGate {...props} />
    </AccessProvider>
  );
}

function PermissionGate({ title, resource, action, code, children }: AdminGateProps): ReactNode {
  const { can } = useAdminAccess();
  return can(resource, action) ? children : <Problem title={title} error={{ code, message: code }} />;
}

/** The page's title, and why the page isn't shown. */
function Problem({ title, ...problem }: ErrorPanelProps & { readonly title: string }): ReactElement {
  return (
    <div className="lk-admin-page">
      <PageHeader title={title} />
      <ErrorPanel {...problem} />
    </div>
  );
}

interface AccessProviderProps {
  /** The title of the page, for users who aren't admins. */
  readonly title: string;
  readonly children: ReactNode;
}

/** Reads what the admin can do. Inside another provider, it only renders its content. */
export function AccessProvider(props: AccessProviderProps): ReactNode {
  return useContext(AccessContext) ? props.children : <AccessLoader {...props} />;
}

function AccessLoader({ title, children }: AccessProviderProps): ReactElement {
  const client = useAdminClient();
  const { data: session, isPending: isSessionPending } = client.useSession();
  const selfId = session?.user.id ?? null;
  const isImpersonation = Boolean((session?.session as { impersonatedBy?: string | null } | undefined)?.impersonatedBy);
  const key = selfId === null || isImpersonation ? null : selfId;
  const { data, error, reload } = useQuery("/admin/capabilities", key, () => client.admin.capabilities());
  const canCall = useCanCall();
  const access = useMemo(
    () => (data && selfId !== null ? createAccess(data, selfId, canCall) : null),
    [data, selfId, canCall],
  );
  const denied = isImpersonation ? "NOT_ALLOWED_WHILE_IMPERSONATING" : "UNAUTHORIZED";
  const problem = error ?? (key === null && !isSessionPending ? { code: denied, message: denied } : null);
  if (access) return <AccessContext.Provider value={access}>{children}</AccessContext.Provider>;
  if (problem) return <Problem title={title} error={problem} onRetry={isFinal(problem) ? undefined : reload} />;
  return (
    <Loading
      pending
      skeleton={
        <div className="lk-admin-page">
          <HeaderSkeleton />
          <div className="lk-table-card">
            <TableSkeleton columns={4} />
          </div>
        </div>
      }
    >
      {null}
    </Loading>
  );
}

/** Whether a retry can't help, for example because the admin lacks the permission. */
function isFinal(error: Pick<ClientError, "code"> & Partial<Pick<ClientError, "status">>): boolean {
  return error.status === undefined || error.status === 401 || error.status === 403 || error.status === 404;
}

const permissionOf: Readonly<Record<UserAction, readonly [resource: "user" | "session", action: string]>> = {
  impersonate: ["user", "impersonate"],
  setRole: ["user", "set-role"],
  signOut: ["session", "revoke"],
  ban: ["user", "ban"],
  unban: ["user", "ban"],
  remove: ["user", "delete"],
  update: ["user", "update"],
  setEmail: ["user", "set-email"],
  setPassword: ["user", "set-password"],
  resetTwoFactor: ["user", "reset-two-factor"],
  unlinkAccount: ["user", "unlink-account"],
};

/** The call for each action. Other plugins add some of them. */
const pathOf: Readonly<Record<UserAction, string>> = {
  impersonate: "/admin/impersonate-user",
  setRole: "/admin/set-role",
  signOut: "/admin/revoke-user-sessions",
  ban: "/admin/ban-user",
  unban: "/admin/unban-user",
  remove: "/admin/remove-user",
  update: "/admin/update-user",
  setEmail: "/admin/update-user",
  setPassword: "/admin/set-user-password",
  resetTwoFactor: "/admin/reset-user-two-factor",
  unlinkAccount: "/admin/unlink-user-account",
};

/** Admins can only change their own name here. Their account page is for everything else. */
const allowedOnSelf: ReadonlySet<UserAction> = new Set(["update"]);

function createAccess(capabilities: AdminCapabilities, selfId: string, canCall: CanCall): AdminAccess {
  const { permissions, disabled, roles, adminRoles, defaultRole } = capabilities;
  const can: AdminAccess["can"] = (resource, action) =>
    (permissions[resource]?.includes(action) ?? false) && !disabled[resource]?.includes(action);
  const covers = (role: string): boolean =>
    Object.entries(roles[role] ?? {}).every(([resource, actions = []]) =>
      actions.every((action) => permissions[resource]?.includes(action)),
    );
  const canDo = (action: UserAction, user: ManagedUser): boolean => {
    const ownRoles = rolesOf(user);
    const names = ownRoles.length > 0 ? ownRoles : [defaultRole];
    if (!can(...permissionOf[action]) || canCall(pathOf[action]) === false || !names.every(covers)) return false;
    if (user.id === selfId && !allowedOnSelf.has(action)) return false;
    const banned = isBanned(user, new Date());
    if (action === "ban" || action === "unban") return banned === (action === "unban");
    if (action === "impersonate")
      return !banned && (capabilities.impersonatesAdmins || !names.some((name) => adminRoles.includes(name)));
    return action !== "setEmail" || can("user", "update");
  };
  return { ...capabilities, selfId, can, covers, canDo };
}
