/** A row for a user, with one action. */

import type { MemberUser } from "@latchkey/organization";
import { type ReactElement, useState } from "react";
import { Avatar } from "../../primitives/avatar.tsx";
import { Button } from "../../primitives/button.tsx";
import { useOrganizationUi } from "../ui.ts";

export interface TeamMemberRowProps {
  /** `null` if the user no longer exists. */
  readonly user: MemberUser | null;
  readonly isSelf: boolean;
  /** Text of the button, or `null` for no button. */
  readonly action: string | null;
  readonly actionLabel: string;
  readonly note?: string | undefined;
  onAction(): Promise<void>;
}

/** One team member, with one action. */
export function TeamMemberRow({ user, isSelf, action, actionLabel, note, onAction }: TeamMemberRowProps): ReactElement {
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
          {user?.name ?? own.unknownPerson} {isSelf ? <span className="lk-badge">{own.you}</span> : null}
        </p>
        {user?.email ? <p className="lk-note lk-break">{user.email}</p> : null}
      </div>
      {note ? <span className="lk-note">{note}</span> : null}
      {action ? (
        <Button variant="secondary" busy={busy} aria-label={actionLabel} onClick={() => void act()}>
          {action}
        </Button>
      ) : null}
    </li>
  );
}
