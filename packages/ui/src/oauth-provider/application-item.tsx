/** An application in the list, with a menu to edit it, replace its secret, turn it off, or delete it. */

import type { OAuthClient } from "@latchkey/oauth-provider";
import type { ReactElement } from "react";
import type { Membership } from "../organization/use-membership.ts";
import { Avatar } from "../primitives/avatar.tsx";
import { ManagedItem } from "../primitives/managed-item.tsx";
import { MenuItem } from "../primitives/menu.tsx";
import { useAuthUi } from "../provider/context.ts";
import { fill } from "../texts/texts.ts";
import { nameOf } from "./app-name.tsx";
import type { ApplicationsTexts } from "./texts.ts";
import { useOAuthProviderUi } from "./ui.ts";

/** What a member can do with an application. */
export type ApplicationAction = "edit" | "rotate" | "on" | "off" | "remove";

/** The calls of the menu. */
const paths = {
  update: "/oauth2/update-client",
  rotate: "/oauth2/client/rotate-secret",
  remove: "/oauth2/delete-client",
};

/** Props for `ApplicationItem`. */
export interface ApplicationItemProps {
  readonly application: OAuthClient;
  readonly canDo: Membership["canDo"];
  readonly problem: string | null;
  onAction(action: ApplicationAction): void;
}

/** Whether the application authenticates with a client secret. */
function hasSecret({ token_endpoint_auth_method: method }: OAuthClient): boolean {
  return method.startsWith("client_secret_");
}

/** Returns text that says when the secret expires. `null` if it doesn't. */
function secretExpiry(language: string | undefined, words: ApplicationsTexts, application: OAuthClient): string | null {
  const { client_secret_expires_at: seconds } = application;
  if (seconds === 0) return null;
  const end = new Date(seconds * 1000);
  if (end <= new Date()) return words.secretExpired;
  return fill(words.secretExpires, { date: end.toLocaleDateString(language, { dateStyle: "medium" }) });
}

/** A list item. Put it into `<ul className="lk-rows">`. */
export function ApplicationItem({ application, canDo, problem, onAction }: ApplicationItemProps): ReactElement {
  const { applications: words, ...texts } = useOAuthProviderUi().texts;
  const { client_id: id, logo_uri: logo, disabled, token_endpoint_auth_method: method } = application;
  const { language } = useAuthUi().texts;
  const name = nameOf(texts, application);
  const expiry = secretExpiry(language, words, application);
  const canUpdate = canDo("oauthClient:update", paths.update);
  const canRotate = hasSecret(application) && canDo("oauthClient:update", paths.rotate);
  const canDelete = canDo("oauthClient:delete", paths.remove);
  const menu = (
    <>
      {canUpdate ? (
        <MenuItem icon="pencil" onSelect={() => onAction("edit")}>
          {words.edit}
        </MenuItem>
      ) : null}
      {canRotate ? (
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
  const facts = [
    method === "none" ? words.types.public : words.types.confidential,
    <code key="id" dir="ltr" className="lk-application-id">
      {id}
    </code>,
    expiry,
  ];
  return (
    <ManagedItem
      icon={<Avatar name={name} image={logo} shape="square" />}
      name={name}
      badge={disabled && words.off}
      facts={facts}
      menuLabel={fill(words.manage, { name })}
      menu={canUpdate || canRotate || canDelete ? menu : null}
      problem={problem}
    />
  );
}
