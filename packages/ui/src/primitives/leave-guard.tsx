/** Asks before the user leaves unsaved changes behind. */

import { type ReactElement, useEffect, useRef, useState } from "react";
import { useAuthUi } from "../provider/context.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { addLeaveGuard, type Leave } from "./leaving.ts";

/** Props for `LeaveGuard`. */
export interface LeaveGuardProps {
  /** Whether there are unsaved changes. */
  readonly edited: boolean;
  onDiscard(): void;
}

/**
 * Asks on links, on the browser's back and forward buttons, on `confirmLeaving`, and when the page is closed. For the
 * last one, the browser chooses the text.
 */
export function LeaveGuard({ edited, onDiscard }: LeaveGuardProps): ReactElement {
  const { texts } = useAuthUi();
  const [leave, setLeave] = useState<Leave | null>(null);
  const isLeaving = useRef(false);
  const [agreed, setAgreed] = useState<Leave | null>(null);
  useEffect(() => {
    if (!edited) return;
    isLeaving.current = false;
    const ask = (next: Leave): void => setLeave(() => next);
    const stops = [addLeaveGuard(ask), guardClose(isLeaving), guardLinks(isLeaving, ask), guardHistory(isLeaving, ask)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [edited]);
  useEffect(() => {
    if (!agreed) return;
    setAgreed(null);
    // The dialog returns focus when it closes, and the next page takes it after that.
    setTimeout(agreed);
  }, [agreed]);
  return (
    <ConfirmDialog
      open={leave !== null}
      title={texts.discardTitle}
      text={texts.discardText}
      confirm={texts.discard}
      dismiss={texts.keepEditing}
      onConfirm={() => {
        isLeaving.current = true;
        setLeave(null);
        setAgreed(() => leave);
        onDiscard();
      }}
      onClose={() => setLeave(null)}
    />
  );
}

/** Whether the user has already agreed to leave. */
interface Leaving {
  readonly current: boolean;
}

type Stop = () => void;

function guardClose(leaving: Leaving): Stop {
  const interrupt = (event: BeforeUnloadEvent): void => {
    if (!leaving.current) event.preventDefault();
  };
  addEventListener("beforeunload", interrupt);
  return () => removeEventListener("beforeunload", interrupt);
}

/** Listens before the app's router does, which would handle the click itself. */
function guardLinks(leaving: Leaving, ask: (leave: Leave) => void): Stop {
  const interrupt = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
    if (leaving.current || !link || !opensHere(event, link)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    ask(() => link.click());
  };
  addEventListener("click", interrupt, true);
  return () => removeEventListener("click", interrupt, true);
}

function opensHere(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const isNewTab = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  return !isNewTab && (link.target === "" || link.target === "_self") && !link.download && link.href !== location.href;
}

/**
 * The browser has already moved when it sends the event, so this moves back and then asks. Nothing else on the page
 * sees the events of the two moves.
 */
function guardHistory(leaving: Leaving, ask: (leave: Leave) => void): Stop {
  const start = historyIndex();
  let back: number | null = null;
  const interrupt = (event: Event): void => {
    if (leaving.current) return;
    event.stopImmediatePropagation();
    if (event.type === "hashchange") return;
    if (back === null) {
      const here = historyIndex();
      // Browsers without the Navigation API don't report the direction. It's nearly always back.
      back = start === null || here === null ? 1 : start - here;
      history.go(back);
      return;
    }
    const distance = -back;
    back = null;
    ask(() => history.go(distance));
  };
  addEventListener("popstate", interrupt, true);
  addEventListener("hashchange", interrupt, true);
  return () => {
    removeEventListener("popstate", interrupt, true);
    removeEventListener("hashchange", interrupt, true);
  };
}

function historyIndex(): number | null {
  const { navigation } = globalThis as { readonly navigation?: { readonly currentEntry?: { readonly index: number } } };
  return navigation?.currentEntry?.index ?? null;
}
