/** All admin pages, with navigation between them. */

import { type ReactElement, useSyncExternalStore } from "react";
import { Screen } from "../primitives/screen.tsx";
import { SectionNav } from "../primitives/section.tsx";
import { SetupBoundary } from "../provider/setup-boundary.tsx";
import { AccessProvider, useAdminAccess } from "./access.tsx";
import { AdminUser } from "./admin-user.tsx";
import { AdminUsers } from "./admin-users.tsx";
import { AuditLog } from "./audit-log.tsx";
import { useAdminUi } from "./plugin.tsx";

/** Props of `Admin`. */
export interface AdminProps {
  /**
   * Path of the current page, such as `/admin/audit`. Pass your router's path if it doesn't render this component again
   * when the path changes. Default: the browser's.
   */
  readonly currentPath?: string;
  readonly className?: string;
}

/** Shows users at `path` of `adminUi()`, one user at `{path}/users/{id}`, and the audit log at `{path}/audit`. */
export function Admin({ currentPath, className }: AdminProps): ReactElement {
  return (
    <SetupBoundary>
      <Screen className={className}>
        <div className="lk-admin">
          <AccessProvider>
            <AdminPages currentPath={currentPath} />
          </AccessProvider>
        </div>
      </Screen>
    </SetupBoundary>
  );
}

function AdminPages({ currentPath }: { readonly currentPath: string | undefined }): ReactElement {
  const { texts, path } = useAdminUi();
  const access = useAdminAccess();
  const own = useCurrentPath();
  const { section, userId } = readPath(currentPath ?? own, path);
  const items = [
    ...(access.can("user", "list")
      ? [{ id: "users", title: texts.nav.users, href: path, icon: "users" } as const]
      : []),
    ...(access.can("audit", "list")
      ? [{ id: "audit", title: texts.nav.audit, href: `${path}/audit`, icon: "list-filter" } as const]
      : []),
  ];
  // The menu leads to the users, whatever the admin can see.
  const shown = section === "users" && userId === null && items[0]?.id === "audit" ? "audit" : section;
  return (
    <>
      {items.length > 1 ? <SectionNav label={texts.nav.label} items={items} current={shown} /> : null}
      {userId !== null ? <AdminUser userId={userId} /> : shown === "audit" ? <AuditLog /> : <AdminUsers />}
    </>
  );
}

interface AdminPath {
  readonly section: "users" | "audit";
  readonly userId: string | null;
}

/** Reads what comes after the admin path. The app itself can be below a path, too. */
export function readPath(current: string, base: string): AdminPath {
  const start = `${base.replace(/\/$/, "")}/`;
  const at = `${current}/`.indexOf(start);
  const rest = at < 0 ? "" : current.slice(at + start.length);
  const [, id] = /^users\/([^/]+)/.exec(rest) ?? [];
  if (id !== undefined) return { section: "users", userId: decodeURIComponent(id) };
  return { section: /^audit(\/|$)/.test(rest) ? "audit" : "users", userId: null };
}

function useCurrentPath(): string {
  return useSyncExternalStore(
    listen,
    () => location.pathname,
    () => "",
  );
}

/** Routers change the path without an event of the window. Newer browsers have one of their own. */
function listen(changed: () => void): () => void {
  const { navigation } = globalThis as { readonly navigation?: EventTarget };
  addEventListener("popstate", changed);
  navigation?.addEventListener("currententrychange", changed);
  return () => {
    removeEventListener("popstate", changed);
    navigation?.removeEventListener("currententrychange", changed);
  };
}
