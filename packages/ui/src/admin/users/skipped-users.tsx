/** Says which selected users an action skips. */

import type { ReactElement } from "react";
import { Alert } from "../../primitives/alert.tsx";
import { NameList } from "../../primitives/name-list.tsx";
import { Sentence } from "../../primitives/sentence.tsx";
import { useAdminAccess } from "../access.tsx";
import { isBanned, type ManagedUser, nameOf } from "../client.ts";
import { useAdminUi } from "../plugin.tsx";
import type { UserCommand } from "../user-command.ts";

/** Props for `SkippedUsers`. */
export interface SkippedUsersProps {
  readonly command: UserCommand;
  /** The users that the action skips. */
  readonly users: readonly ManagedUser[];
}

/** Names the users by reason. */
export function SkippedUsers({ command, users }: SkippedUsersProps): ReactElement | null {
  const { selfId } = useAdminAccess();
  const { leftOut } = useAdminUi().texts.bulk;
  const others = users.filter(({ id }) => id !== selfId);
  const isDone = (user: ManagedUser): boolean => command === "ban" && isBanned(user, new Date());
  const groups = [
    { text: leftOut.banned, users: others.filter(isDone) },
    { text: leftOut.outranked, users: others.filter((user) => !isDone(user)) },
  ].filter((group) => group.users.length > 0);
  if (users.length === 0) return null;
  return (
    <Alert tone="warning">
      {others.length < users.length ? <p>{leftOut.self}</p> : null}
      {groups.map((group) => (
        <p key={group.text}>
          <Sentence text={group.text} values={{ names: <NameList names={group.users.map(nameOf)} wrap /> }} />
        </p>
      ))}
    </Alert>
  );
}
