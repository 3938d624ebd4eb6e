/** An item of a list, with a menu of actions. */

import type { ReactElement, ReactNode } from "react";
import type { CallPaths } from "../provider/call-paths.ts";
import { ErrorAlert } from "./alert.tsx";
import { Badge } from "./badge.tsx";
import { Button } from "./button.tsx";
import { Icon } from "./icons.tsx";
import { Menu } from "./menu.tsx";
import { MetaLine } from "./meta-line.tsx";

/** Props for `ManagedItem`. */
export interface ManagedItemProps {
  readonly icon: ReactNode;
  readonly name: string;
  /** Whether the name reads from left to right in every language, such as a domain. */
  readonly ltr?: boolean;
  /** Shown after the name, for example to say that the item is off. */
  readonly badge?: ReactNode;
  /** The line below the name. Empty facts are skipped. */
  readonly facts: readonly ReactNode[];
  /** Shown below the facts. */
  readonly more?: ReactNode;
  /** What screen readers say for the menu's button. It contains the name. */
  readonly menuLabel: string;
  /** The menu's items. `null` if none of them is shown. */
  readonly menu: ReactNode;
  /** The calls of the items. If the server turned off all of them, there's no menu. Omit it if an item has no call. */
  readonly menuPaths?: readonly CallPaths[] | undefined;
  readonly problem: string | null;
}

/** A list item. Put it into `<ul className="lk-rows">`. */
export function ManagedItem(props: ManagedItemProps): ReactElement {
  const { icon, name, ltr = false, badge, facts, more, menuLabel, menu, menuPaths, problem } = props;
  const opener = <Button variant="ghost" size="small" icon={<Icon name="ellipsis" />} aria-label={menuLabel} />;
  return (
    <li className="lk-device" data-lk="row">
      {icon}
      <div className="lk-list-text">
        <p className="lk-device-name">
          <bdi className="lk-list-title lk-truncate" title={name} {...(ltr ? { dir: "ltr" } : {})}>
            {name}
          </bdi>
          {typeof badge === "string" ? <Badge>{badge}</Badge> : badge}
        </p>
        <MetaLine facts={facts} />
        {more}
      </div>
      {menu ? (
        <Menu trigger={opener} paths={menuPaths}>
          {menu}
        </Menu>
      ) : null}
      {problem ? (
        <div className="lk-device-error">
          <ErrorAlert error={problem} />
        </div>
      ) : null}
    </li>
  );
}
