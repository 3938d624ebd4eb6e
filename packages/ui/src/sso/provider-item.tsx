/** An identity provider with its state and a menu. */

import type { SsoProvider } from "@latchkey/sso";
import type { ReactElement } from "react";
import type { HasPermission } from "../organization/use-membership.ts";
import { Badge } from "../primitives/badge.tsx";
import { Icon } from "../primitives/icons.tsx";
import { ManagedItem } from "../primitives/managed-item.tsx";
import { MenuItem, MenuSeparator } from "../primitives/menu.tsx";
import { NameList } from "../primitives/name-list.tsx";
import { fill } from "../texts/texts.ts";
import { ExpiryNote } from "./certificates.tsx";
import { useSsoUi } from "./ui.ts";

/** What the menu offers. */
export type ProviderAction = "test" | "tests" | "edit" | "roles" | "certificates" | "on" | "off" | "remove";

/** The calls of the menu. The certificates have their own calls. */
const paths: Readonly<Record<Exclude<ProviderAction, "certificates">, string>> = {
  test: "/sso/test-provider",
  tests: "/sso/last-tests",
  edit: "/sso/update-provider",
  roles: "/sso/update-provider",
  on: "/sso/update-provider",
  off: "/sso/update-provider",
  remove: "/sso/delete-provider",
};

interface ProviderItemProps {
  readonly provider: SsoProvider;
  readonly can: HasPermission;
  /** Whether the roles of its members can be chosen here. */
  readonly canMapRoles: boolean;
  /** The owner's name, if the list has providers from several organizations. */
  readonly owner?: string | undefined;
  readonly problem: string | null;
  onAction(action: ProviderAction): void;
}

/** A list item. Put it into `<ul className="lk-rows">`. */
export function ProviderItem(props: ProviderItemProps): ReactElement {
  const { provider, can, canMapRoles, owner, problem, onAction } = props;
  const { providers: words, roles, certificates: certificateWords } = useSsoUi().texts;
  const { name, enabled, domainVerified } = provider;
  // After the last certificate expires, no one can sign in.
  const certificates = provider.samlConfig?.certificate.map(({ notAfter }) => notAfter.getTime()) ?? [];
  const canUpdate = can("sso:update");
  const canDelete = can("sso:delete");
  const item = (action: ProviderAction, icon: Parameters<typeof MenuItem>[0]["icon"], label: string): ReactElement => (
    <MenuItem
      icon={icon}
      path={action === "certificates" ? undefined : paths[action]}
      onSelect={() => onAction(action)}
    >
      {label}
    </MenuItem>
  );
  return (
    <ManagedItem
      icon={
        <span className="lk-list-icon">
          <Icon name="key-round" size={20} />
        </span>
      }
      name={name}
      badge={enabled ? domainVerified ? null : <Badge tone="warning">{words.unverified}</Badge> : words.off}
      facts={[
        owner && <bdi key="owner">{owner}</bdi>,
        provider.type === "oidc" ? "OpenID Connect" : "SAML",
        <span key="domains" title={provider.domain}>
          <NameList names={provider.domain.split(",")} wrap />
        </span>,
      ]}
      more={certificates.length > 0 ? <ExpiryNote notAfter={new Date(Math.max(...certificates))} /> : null}
      menuLabel={fill(words.manage, { name })}
      menu={
        canUpdate || certificates.length > 0 || canDelete ? (
          <>
            {canUpdate && enabled ? item("test", "external-link", words.test) : null}
            {canUpdate ? item("tests", "eye", words.tests) : null}
            {canUpdate ? item("edit", "pencil", words.edit) : null}
            {canUpdate && canMapRoles ? item("roles", "users", roles.edit) : null}
            {provider.samlConfig ? item("certificates", "shield", certificateWords.view) : null}
            {canUpdate ? (enabled ? item("off", "ban", words.turnOff) : item("on", "check", words.turnOn)) : null}
            {canUpdate && canDelete ? <MenuSeparator /> : null}
            {canDelete ? (
              <MenuItem icon="trash-2" tone="destructive" path={paths.remove} onSelect={() => onAction("remove")}>
                {words.remove}
              </MenuItem>
            ) : null}
          </>
        ) : null
      }
      menuPaths={
        provider.samlConfig
          ? undefined
          : [
              ...(canUpdate ? [paths.tests, paths.edit, ...(enabled ? [paths.test] : [])] : []),
              ...(canDelete ? [paths.remove] : []),
            ]
      }
      problem={problem}
    />
  );
}
