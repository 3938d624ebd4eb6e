/** The actions for the selected users, and their results. */

import { type ReactElement, useEffect, useRef } from "react";
import { Alert } from "../../primitives/alert.tsx";
import { Button } from "../../primitives/button.tsx";
import { SelectionBar } from "../../primitives/data-table.tsx";
import { Icon } from "../../primitives/icons.tsx";
import { NameList } from "../../primitives/name-list.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { errorText, fill, fillCount, type Texts } from "../../texts/texts.ts";
import { type UserAction, useAdminAccess } from "../access.tsx";
import { type ListedUser, nameOf } from "../client.ts";
import { saveFile, toCsv, today } from "../csv.ts";
import { useAdminUi } from "../plugin.tsx";
import type { StartCommand, UserCommand } from "../user-command.ts";
import { SkippedUsers } from "./skipped-users.tsx";
import type { Bulk, BulkFailure, BulkRun } from "./use-bulk.ts";

/** Props for `BulkBar`. */
export interface BulkBarProps {
  readonly selected: readonly ListedUser[];
  readonly bulk: Bulk;
  readonly onCommand: StartCommand;
  onClear(): void;
}

/** Buttons for the selected users. Actions that the admin can't use on any of them are absent. */
export function BulkBar({ selected, bulk, onCommand, onClear }: BulkBarProps): ReactElement {
  const access = useAdminAccess();
  const { bulk: texts } = useAdminUi().texts;
  const action = (name: UserAction & UserCommand, label: string): ReactElement | null => {
    const applicable = selected.filter((user) => access.canDo(name, user));
    const skipped = selected.filter((user) => !applicable.includes(user));
    return applicable.length > 0 ? (
      <Button
        variant={name === "remove" ? "destructive" : "secondary"}
        size="small"
        onClick={(event) =>
          onCommand(name, applicable, event.currentTarget, <SkippedUsers command={name} users={skipped} />)
        }
      >
        {label}
      </Button>
    ) : null;
  };
  return (
    <>
      <SelectionBar count={selected.length} onClear={onClear}>
        {action("setRole", texts.setRole)}
        {action("signOut", texts.signOut)}
        {action("ban", texts.ban)}
        {action("remove", texts.remove)}
        <Button
          variant="secondary"
          size="small"
          icon={<Icon name="download" />}
          onClick={() => saveFile(`users-${today()}.csv`, usersCsv(selected))}
        >
          {texts.export}
        </Button>
      </SelectionBar>
      {bulk.run ? <BulkResult run={bulk.run} bulk={bulk} /> : null}
    </>
  );
}

function BulkResult({ run, bulk }: { readonly run: BulkRun; readonly bulk: Bulk }): ReactElement {
  const { texts } = useAuthUi();
  const { bulk: words } = useAdminUi().texts;
  const element = useRef<HTMLElement>(null);
  const { done, total, failures, isRunning, operation } = run;
  useEffect(() => {
    // The pressed button is gone once nothing is selected.
    if (!isRunning && document.activeElement === document.body) element.current?.focus();
  }, [isRunning]);
  const number = (count: number): string => count.toLocaleString(texts.language);
  const progress = isRunning
    ? fillCount(texts, words.progress, total, { done: number(done) })
    : failures.length === 0
      ? fillCount(texts, words.allDone, total)
      : fill(words.someFailed, { done: number(done), count: number(total), failed: number(failures.length) });
  return (
    <section ref={element} tabIndex={-1} className="lk-bulk-result" aria-label={progress}>
      <Alert tone={isRunning ? "warning" : failures.length > 0 ? "error" : "success"}>
        <p className="lk-bulk-line">{progress}</p>
        {isRunning ? null : (
          <>
            <ul className="lk-bulk-failures">
              {[...namesByReason(texts, failures)].map(([reason, names]) => (
                <li key={reason}>
                  {reason}{" "}
                  <span className="lk-block">
                    <NameList names={names} wrap />
                  </span>
                </li>
              ))}
            </ul>
            <div className="lk-actions">
              {failures.length > 0 ? (
                <Button
                  variant="secondary"
                  size="small"
                  onClick={() =>
                    bulk.start(
                      failures.map(({ user }) => user),
                      operation,
                    )
                  }
                >
                  {texts.tryAgain}
                </Button>
              ) : null}
              <Button variant="secondary" size="small" onClick={bulk.dismiss}>
                {words.dismiss}
              </Button>
            </div>
          </>
        )}
      </Alert>
    </section>
  );
}

/** Groups the names of the users by why it failed, since most failures of a run have the same reason. */
function namesByReason(texts: Texts, failures: readonly BulkFailure[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const { user, error } of failures) {
    const reason = errorText(texts, error);
    groups.set(reason, [...(groups.get(reason) ?? []), nameOf(user)]);
  }
  return groups;
}

/** The columns that admins see, without anything secret. */
export function usersCsv(users: readonly ListedUser[]): string {
  const head = ["id", "name", "email", "emailVerified", "role", "banned", "createdAt", "lastActiveAt"];
  return toCsv([
    head,
    ...users.map((user) => [
      user.id,
      user.name,
      user.email,
      String(user.emailVerified),
      user.role ?? "",
      String(user.banned === true),
      user.createdAt.toISOString(),
      user.lastActiveAt?.toISOString() ?? "",
    ]),
  ]);
}
