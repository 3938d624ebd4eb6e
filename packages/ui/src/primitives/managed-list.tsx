/** A list of things that can be managed, with one dialog at a time. */

import type { ClientError } from "@latchkey/react";
import { type ReactElement, type RefObject, useRef, useState } from "react";
import { useAuthUi } from "../provider/context.ts";
import { errorText } from "../texts/texts.ts";
import { EmptyState } from "./empty-state.tsx";
import { ErrorPanel } from "./error-panel.tsx";
import type { IconName } from "./icons.tsx";
import { ItemsSkeleton, Loading } from "./skeleton.tsx";
import { useToast } from "./toast.tsx";

/** Props for `ManagedList`. */
export interface ManagedListProps<T> {
  /** `null` while loading. */
  readonly items: readonly T[] | null;
  readonly error: ClientError | null;
  /** Reads the items again. */
  onRetry(): Promise<void>;
  /** What screen readers call the list. */
  readonly label: string;
  readonly icon: IconName;
  /** The title of an empty list. */
  readonly none: string;
  readonly noneText?: string | undefined;
  /** Renders an item, usually a `ManagedItem`. */
  children(item: T): ReactElement;
}

/** Shows the list, or its skeleton, its error, or an empty state. */
export function ManagedList<T>(props: ManagedListProps<T>): ReactElement {
  const { items, error, onRetry, label, icon, none, noneText, children } = props;
  if (error && !items) return <ErrorPanel error={error} onRetry={onRetry} />;
  return (
    <Loading pending={items === null} skeleton={<ItemsSkeleton />}>
      {items?.length === 0 ? (
        <EmptyState icon={icon} title={none} {...(noneText === undefined ? {} : { text: noneText })} />
      ) : (
        <ul className="lk-rows" aria-label={label}>
          {items?.map(children)}
        </ul>
      )}
    </Loading>
  );
}

/** The response of a call that returns something. */
interface Result<T> {
  readonly data: T | null;
  readonly error: ClientError | null;
}

/** The open dialog of a list, and the state of its calls. */
export interface ListDialog<Dialog> {
  /** The dialog that's open. */
  readonly open: Dialog | null;
  /** Opens a dialog in place of the current one, or closes it with `null`. */
  show(dialog: Dialog | null): void;
  /** Closes the dialog, says what was done, and reads the list again. */
  finish(text: string): void;
  /** Sends a call about an item. If it fails, the item or the dialog shows why. @param done runs if it succeeds */
  send<T>(id: string, call: () => Promise<Result<T>>, done: (data: T) => void): Promise<void>;
  /** Shows why an item didn't change even though its call succeeded. */
  refuse(id: string, text: string): void;
  /** Whether a call about this item is in flight. */
  isBusy(id: string): boolean;
  /** Why the last call about this item failed. */
  problemOf(id: string): string | null;
  /** Like `problemOf`, but `null` while a dialog is open, because the dialog shows the error. */
  rowProblemOf(id: string): string | null;
  /** Where focus goes when a dialog closes. Attach it to the button that creates an item. */
  readonly opener: RefObject<HTMLButtonElement | null>;
}

/** Manages the dialog of a list. @param reload reads the list again */
export function useListDialog<Dialog>(reload: () => Promise<void>): ListDialog<Dialog> {
  const { texts } = useAuthUi();
  const showToast = useToast();
  const [open, setOpen] = useState<Dialog | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<{ readonly id: string; readonly text: string } | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const show = (dialog: Dialog | null): void => {
    setProblem(null);
    setOpen(dialog);
  };
  const problemOf = (id: string): string | null => (problem?.id === id ? problem.text : null);
  return {
    open,
    show,
    finish(text) {
      showToast({ text });
      show(null);
      void reload();
    },
    async send(id, call, done) {
      setProblem(null);
      setBusy(id);
      const { data, error } = await call();
      setBusy(null);
      if (error) setProblem({ id, text: errorText(texts, error) });
      else if (data !== null) done(data);
    },
    refuse: (id, text) => setProblem({ id, text }),
    isBusy: (id) => busy === id,
    problemOf,
    rowProblemOf: (id) => (open === null ? problemOf(id) : null),
    opener,
  };
}
