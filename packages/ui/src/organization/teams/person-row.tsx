/** A person of a list, with one thing that can be done. */

import type { MemberUser } from "@latchkey/organization";
import { type ReactElement, useState } from "react";
import { Avatar } from "../../primitives/avatar.tsx";
import { Button } from "../../primitives/button.tsx";
import { useOrganizationUi } from "../ui.ts";

export interface PersonRowProps {
  /** `null`: not known any more. */
  readonly user: MemberUser | null;
  readonly isSelf: boolean;
  /** What the button says; `null`: there is none. */
  readonly action: string | null;
  readonly actionLabel: string;
  readonly note?: string | undefined;
  onAction(): Promise<void>;
}

export function PersonRow({ user, isSelf, action, actionLabel, note, onAction }: PersonRowProps): ReactElement {
  const { teams: own } = useOrganizationUi().texts;
  const [busy, setBusy] = useState(false);
  const act = async (): Promise<void> => {
    setBusy(true);
    await onAction();
    setBusy(false);
  };
  return (
    <li className="lk-list-row">
      <Avatar name={user?.name ?? own.unknownPerson} image={user?.image ?? null} />
      <div className="lk-list-text">
        <p className="lk-list-title">
          {user?.name ?? own.unknownPerson} {isSelf ? <span className="lk-badge lk-badge-plain">{own.you}</span> : null}
        </p>
        {user?.email ? <p className="lk-note lk-break">{user.email}</p> : null}
      </div>
      {note ? <span className="lk-note">{note}</span> : null}
      {action ? (
        <Button look="quiet" busy={busy} aria-label={actionLabel} onClick={() => void act()}>
          {action}
        </Button>
      ) : null}
    </li>
  );
}
