/** An item of a list with a menu of what can be done with it. */

import type { ReactElement, ReactNode } from "react";
import { ErrorAlert } from "./alert.tsx";
import { Badge } from "./badge.tsx";
import { Button } from "./button.tsx";
import { Icon } from "./icons.tsx";
import { Menu } from "./menu.tsx";

/** Props of `ManagedItem`. */
export interface ManagedItemProps {
  readonly icon: ReactNode;
  readonly name: string;
  /** Says that it's off, for example. */
  readonly badge?: string | false;
  /** A line below the name. */
  readonly note: ReactNode;
  /** What screen readers say for the menu's button. It contains the name. */
  readonly menuLabel: string;
  /** The menu's items. Without one that's shown, pass `null`. */
  readonly menu: ReactNode;
  readonly problem: string | null;
}

/** A list item. Put it into `<ul className="lk-rows">`. */
export function ManagedItem({ icon, name, badge, note, menuLabel, menu, problem }: ManagedItemProps): ReactElement {
  const opener = <Button variant="ghost" size="small" icon={<Icon name="ellipsis" />} aria-label={menuLabel} />;
  return (
    <li className="lk-device" data-lk="row">
      {icon}
      <div className="lk-list-text">
        <p className="lk-device-name">
          <bdi className="lk-list-title">{name}</bdi>
          {badge ? <Badge>{badge}</Badge> : null}
        </p>
        <p className="lk-note">{note}</p>
      </div>
      {menu ? <Menu trigger={opener}>{menu}</Menu> : null}
      {problem ? (
        <div className="lk-device-error">
          <ErrorAlert error={problem} />
        </div>
      ) : null}
    </li>
  );
}
