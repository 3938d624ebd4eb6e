/** The list of a table's keyboard shortcuts, which `?` opens. */

import { Fragment, type KeyboardEvent, type ReactElement, useState } from "react";
import { useAuthUi } from "../provider/context.ts";
import type { Texts } from "../texts/texts.ts";
import { FormDialog } from "./form-dialog.tsx";

/** What a table's keys do. */
export type TableKey = Exclude<keyof Texts["tableKeys"], "title" | "text" | "names">;

/** The key that opens the list, and the list. */
export interface KeyList {
  /** For the element around the table. Missing if the table has no shortcuts. */
  readonly onKeyDown: ((event: KeyboardEvent<HTMLElement>) => void) | undefined;
  readonly dialog: ReactElement | null;
}

/** @param keys the shortcuts that the table has. If there are none, `?` does nothing. */
export function useKeyList(keys: readonly TableKey[]): KeyList {
  const { texts } = useAuthUi();
  const [isOpen, setOpen] = useState(false);
  if (keys.length === 0) return { onKeyDown: undefined, dialog: null };
  const { tableKeys } = texts;
  const close = (): void => setOpen(false);
  const dialog = (
    <FormDialog
      open={isOpen}
      title={tableKeys.title}
      text={tableKeys.text}
      submit={texts.close}
      dismiss={null}
      busy={false}
      problem={null}
      onSubmit={(event) => {
        event.preventDefault();
        close();
      }}
      onClose={close}
    >
      <dl className="lk-fields">
        {[...keys, "help" as const].map((key) => (
          <div key={key}>
            <dt>
              {keyNames(key, tableKeys.names).map((name) => (
                <Fragment key={name}>
                  <kbd className="lk-code">{name}</kbd>{" "}
                </Fragment>
              ))}
            </dt>
            <dd>{tableKeys[key]}</dd>
          </div>
        ))}
      </dl>
    </FormDialog>
  );
  return {
    onKeyDown: (event) => {
      if (!isHelpKey(event)) return;
      event.preventDefault();
      setOpen(true);
    },
    dialog,
  };
}

/** Whether the key should open the list. In a field, `?` is text. A row's menu or dialog isn't part of the table. */
function isHelpKey(event: KeyboardEvent<HTMLElement>): boolean {
  const { key, target, currentTarget } = event;
  if (key !== "?" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  return !target.matches("select, textarea, input:not([type=checkbox], [type=radio])");
}

function keyNames(key: TableKey, names: Texts["tableKeys"]["names"]): readonly string[] {
  const keys: Readonly<Record<TableKey, readonly string[]>> = {
    move: ["↑", "↓"],
    ends: [names.home, names.end],
    open: [names.enter],
    select: ["x"],
    selectRange: [`${names.shift} + ↑`, `${names.shift} + ↓`],
    clear: [names.escape],
    search: ["/"],
    help: ["?"],
  };
  return keys[key];
}
