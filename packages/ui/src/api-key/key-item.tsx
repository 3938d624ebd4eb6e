/** A key in the list, with a menu to replace it, turn it off, or delete it. */

import type { ApiKey } from "@latchkey/api-key";
import type { ReactElement } from "react";
import { ErrorAlert } from "../primitives/alert.tsx";
import { Badge } from "../primitives/badge.tsx";
import { Button } from "../primitives/button.tsx";
import { Icon } from "../primitives/icons.tsx";
import { Menu, MenuItem } from "../primitives/menu.tsx";
import { MetaLine } from "../primitives/meta-line.tsx";
import { useAuthUi } from "../provider/context.ts";
import { timeAgo } from "../sessions/time-ago.ts";
import { fill, type Texts } from "../texts/texts.ts";
import type { ApiKeyTexts } from "./texts.ts";
import { useApiKeyUi } from "./ui.ts";

/** What a user can do with a key. */
export type KeyAction = "rotate" | "on" | "off" | "remove";

/** The calls of the menu. */
const paths = { rotate: "/api-key/rotate", update: "/api-key/update", remove: "/api-key/delete" };

/** Props for `KeyItem`. */
export interface KeyItemProps {
  readonly apiKey: ApiKey;
  /** The name of the service account that it belongs to. `null` for other keys. */
  readonly serviceAccount: string | null;
  readonly problem: string | null;
  onAction(action: KeyAction): void;
}

/** The key's name, or a placeholder for keys without a name. */
export function nameOf({ unnamed }: ApiKeyTexts, { name }: ApiKey): string {
  return name || unnamed;
}

/** A list item. Put it into `<ul className="lk-rows">`. */
export function KeyItem({ apiKey, serviceAccount, problem, onAction }: KeyItemProps): ReactElement {
  const { texts } = useAuthUi();
  const words = useApiKeyUi().texts;
  const name = nameOf(words, apiKey);
  const { enabled, start, graceUntil, expiresAt } = apiKey;
  const isExpired = expiresAt !== null && expiresAt <= new Date();
  return (
    <li className="lk-device" data-lk="row">
      <span className="lk-list-icon">
        <Icon name="key-round" size={20} />
      </span>
      <div className="lk-list-text">
        <p className="lk-device-name">
          <bdi className="lk-list-title">{name}</bdi>
          {isExpired ? <Badge tone="warning">{words.expired}</Badge> : null}
          {enabled ? null : <Badge>{words.off}</Badge>}
        </p>
        <MetaLine
          facts={[
            start && (
              <code key="start" dir="ltr">
                {start}…
              </code>
            ),
            ...factsOf(texts, words, apiKey),
          ]}
        />
        {serviceAccount === null ? null : (
          <p className="lk-note">{fill(words.ofServiceAccount, { name: serviceAccount })}</p>
        )}
      </div>
      <Menu
        paths={graceUntil === null ? Object.values(paths) : [paths.update, paths.remove]}
        trigger={
          <Button
            variant="ghost"
            size="small"
            icon={<Icon name="ellipsis" />}
            aria-label={fill(words.manage, { name })}
          />
        }
      >
        {graceUntil === null ? (
          <MenuItem icon="key-round" path={paths.rotate} onSelect={() => onAction("rotate")}>
            {words.rotate}
          </MenuItem>
        ) : null}
        <MenuItem
          icon={enabled ? "ban" : "check"}
          path={paths.update}
          onSelect={() => onAction(enabled ? "off" : "on")}
        >
          {enabled ? words.turnOff : words.turnOn}
        </MenuItem>
        <MenuItem icon="trash-2" tone="destructive" path={paths.remove} onSelect={() => onAction("remove")}>
          {words.remove}
        </MenuItem>
      </Menu>
      {problem ? (
        <div className="lk-device-error">
          <ErrorAlert error={problem} />
        </div>
      ) : null}
    </li>
  );
}

/** When the key was last used and when it expires, such as "Last used 2 hours ago · Expires Dec 1, 2026". */
function factsOf({ language }: Texts, words: ApiKeyTexts, apiKey: ApiKey): readonly string[] {
  const { lastRequest, expiresAt, graceUntil } = apiKey;
  const dateOf = (date: Date): string => date.toLocaleDateString(language, { dateStyle: "medium" });
  const used = lastRequest
    ? fill(words.lastUsed, { time: timeAgo(lastRequest, new Date(), language) })
    : words.neverUsed;
  if (graceUntil) return [used, fill(words.replaced, { date: dateOf(graceUntil) })];
  return [used, expiresAt ? fill(words.expires, { date: dateOf(expiresAt) }) : words.noExpiry];
}
