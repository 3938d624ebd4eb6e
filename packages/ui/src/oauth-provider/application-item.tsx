/** An application in the list, with a menu to edit it, replace its secret, turn it off, or delete it. */

import type { OAuthClient } from "@latchkey/oauth-provider";
import type { ReactElement } from "react";
import type { HasPermission } from "../organization/use-membership.ts";
import { Avatar } from "../primitives/avatar.tsx";
import { ManagedItem } from "../primitives/managed-item.tsx";
import { MenuItem } from "../primitives/menu.tsx";
import { fill } from "../texts/texts.ts";
import { nameOf } from "./app-name.tsx";
import { useOAuthProviderUi } from "./ui.ts";

/** What a member can do with an application. */
export type ApplicationAction = "edit" | "rotate" | "on" | "off" | "remove";

/** Props of `ApplicationItem`. */
export interface ApplicationItemProps {
  readonly application: OAuthClient;
  readonly can: HasPermission;
  readonly problem: string | null;
  onAction(action: ApplicationAction): void;
}

/** Whether the application proves itself with a secret that the provider knows. */
function hasSecret({ token_endpoint_auth_method: method }: OAuthClient): boolean {
  return method.startsWith("client_secret_");
}

/** A list item. Put it into `<ul className="lk-rows">`. */
export function ApplicationItem({ application, can, problem, onAction }: ApplicationItemProps): ReactElement {
  const { applications: words, ...texts } = useOAuthProviderUi().texts;
  const { client_id: id, logo_uri: logo, disabled, token_endpoint_auth_method: method } = application;
  const name = nameOf(texts, application);
  const canUpdate = can("oauthClient:update");
  const canDelete = can("oauthClient:delete");
  const menu = (
    <>
      {canUpdate ? (
        <MenuItem icon="pencil" onSelect={() => onAction("edit")}>
          {words.edit}
        </MenuItem>
      ) : null}
      {canUpdate && hasSecret(application) ? (
        <MenuItem icon="key-round" onSelect={() => onAction("rotate")}>
          {words.rotate}
        </MenuItem>
      ) : null}
      {canUpdate ? (
        <MenuItem icon={disabled ? "check" : "ban"} onSelect={() => onAction(disabled ? "on" : "off")}>
          {disabled ? words.turnOn : words.turnOff}
        </MenuItem>
      ) : null}
      {canDelete ? (
        <MenuItem icon="trash-2" tone="destructive" onSelect={() => onAction("remove")}>
          {words.remove}
        </MenuItem>
      ) : null}
    </>
  );
  const note = (
    <>
      {method === "none" ? words.types.public : words.types.confidential}
      {" · "}
      <code dir="ltr" className="lk-application-id">
        {id}
      </code>
    </>
  );
  return (
    <ManagedItem
      icon={<Avatar name={name} image={logo} shape="square" />}
      name={name}
      badge={disabled && words.off}
      note={note}
      menuLabel={fill(words.manage, { name })}
      menu={canUpdate || canDelete ? menu : null}
      problem={problem}
    />
  );
}
