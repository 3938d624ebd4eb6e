/** All admin pages, with navigation between them. */

import { type ReactElement, useSyncExternalStore } from "react";
import { type NavItem, SectionNav } from "../primitives/section.tsx";
import { useAuthUi } from "../provider/context.ts";
import type { AdminExtensionPage } from "../provider/types.ts";
import { hasCalls } from "../provider/use-can-call.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { AccessProvider, useAdminAccess } from "./access.tsx";
import { AdminOrganization } from "./admin-organization.tsx";
import { AdminOrganizations } from "./admin-organizations.tsx";
import { AdminScreen } from "./admin-screen.tsx";
import { AdminUser } from "./admin-user.tsx";
import { AdminUsers } from "./admin-users.tsx";
import { AuditLog } from "./audit-log.tsx";
import { useAdminUi } from "./plugin.tsx";

/** Props for `Admin`. */
export interface AdminProps {
  /**
   * Path of the current page, such as `/admin/audit`. Pass your router's path if it doesn't render this component again
   * when the path changes. Default: the browser's.
   */
  readonly currentPath?: string;
  readonly className?: string;
}

/**
 * Shows users at `path` of `adminUi()`, one user at `{path}/users/{id}`, organizations at `{path}/organizations`, one
 * of them at `{path}/organizations/{id}`, the audit log at `{path}/audit`, and the pages of other UI plugins.
 */
export function Admin({ currentPath, className }: AdminProps): ReactElement {
  return (
    <AdminScreen className={className}>
      <AdminContent currentPath={currentPath} />
    </AdminScreen>
  );
}

interface AdminContentProps {
  readonly currentPath: string | undefined;
}

function AdminContent(props: AdminContentProps): ReactElement {
  const { nav } = useAdminUi().texts;
  return (
    <AccessProvider title={nav.label}>
      <AdminPages {...props} />
    </AccessProvider>
  );
}

function AdminPages({ currentPath }: AdminContentProps): ReactElement {
  const { texts, path } = useAdminUi();
  const browserPath = useCurrentPath();
  const items = useNavItems();
  const others = usePluginPages();
  const { section, id } = readPath(
    currentPath ?? browserPath,
    path,
    others.map((page) => page.id),
  );
  // The user menu always links to the users page. Admins who can't list users get their first page instead.
  const first = items[0]?.id ?? "users";
  const isHidden = id === null && !items.some((item) => item.id === section);
  const currentSection = isHidden ? first : section;
  const PluginPage = others.find((page) => page.id === currentSection)?.Page;
  return (
    <>
      {items.length > 1 ? <SectionNav label={texts.nav.label} items={items} current={currentSection} /> : null}
      {currentSection === "audit" ? <AuditLog /> : null}
      {PluginPage ? <PluginPage /> : null}
      {currentSection === "users" ? id === null ? <AdminUsers /> : <AdminUser userId={id} /> : null}
      {currentSection === "organizations" ? (
        id === null ? (
          <AdminOrganizations />
        ) : (
          <AdminOrganization organizationId={id} />
        )
      ) : null}
    </>
  );
}

/** The pages of plugins that the admin can see on this server. */
function usePluginPages(): readonly AdminExtensionPage[] {
  const { plugins } = useAuthUi();
  const { can } = useAdminAccess();
  const capabilities = useCapabilities();
  return plugins
    .flatMap(({ admin }) => admin?.pages ?? [])
    .filter(({ permission, path = [], isAvailable }) => {
      const [resource = "", action = ""] = permission.split(":");
      return (
        can(resource, action) && hasCalls(capabilities, path) !== false && (isAvailable?.(capabilities ?? null) ?? true)
      );
    });
}

/** The pages that the admin can see on this server. */
function useNavItems(): readonly NavItem[] {
  const { texts, path } = useAdminUi();
  const { can } = useAdminAccess();
  const capabilities = useCapabilities();
  const hasOrganizations =
    Boolean(capabilities?.plugins.organization) && hasCalls(capabilities, "/admin/list-organizations") === true;
  const others = usePluginPages().map(({ id, title, icon }) => ({ id, title, href: `${path}/${id}`, icon }));
  const users = { id: "users", title: texts.nav.users, href: path, icon: "users" } as const;
  const organizations = {
    id: "organizations",
    title: texts.nav.organizations,
    href: `${path}/organizations`,
    icon: "building-2",
  } as const;
  const audit = { id: "audit", title: texts.nav.audit, href: `${path}/audit`, icon: "list-filter" } as const;
  return [
    ...(can("user", "list") ? [users] : []),
    ...(hasOrganizations && can("organization", "list") ? [organizations] : []),
    ...others,
    ...(can("audit", "list") ? [audit] : []),
  ];
}

interface AdminPath {
  /** `users`, `organizations`, `audit`, or the id of a plugin's page. */
  readonly section: string;
  /** Id of the user or organization whose page it is. */
  readonly id: string | null;
}

/**
 * Reads what comes after the admin path. The app itself can be below a path, too.
 * @param others ids of plugins' pages
 */
export function readPath(current: string, base: string, others: readonly string[] = []): AdminPath {
  const start = `${base.replace(/\/$/, "")}/`;
  const at = `${current}/`.indexOf(start);
  const [name, id] = at < 0 ? [] : current.slice(at + start.length).split("/");
  if (name === "audit" || (name !== undefined && others.includes(name))) return { section: name, id: null };
  const section = name === "organizations" ? "organizations" : "users";
  return { section, id: name === section && id ? decodeURIComponent(id) : null };
}

function useCurrentPath(): string {
  return useSyncExternalStore(
    listen,
    () => location.pathname,
    () => "",
  );
}

/** Routers change the path without a window event. Newer browsers have an event for it. */
function listen(listener: () => void): () => void {
  const { navigation } = globalThis as { readonly navigation?: EventTarget };
  addEventListener("popstate", listener);
  navigation?.addEventListener("currententrychange", listener);
  return () => {
    removeEventListener("popstate", listener);
    navigation?.removeEventListener("currententrychange", listener);
  };
}
