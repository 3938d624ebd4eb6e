/** Whether a notice on the page says that the user has to wait before they can change how they sign in. */

import { useEffect, useId, useSyncExternalStore } from "react";

/** The ids of the notices on the page. */
let noticeIds: readonly string[] = [];
const listeners = new Set<() => void>();

function setNoticeIds(next: readonly string[]): void {
  noticeIds = next;
  for (const notify of listeners) notify();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const getFirst = (): string | undefined => noticeIds[0];
const getNone = (): undefined => undefined;

/**
 * Returns the id of the notice that says why sign-in methods can't be changed, for buttons to disable and describe.
 * `undefined` without a notice, because then the server's error is the only explanation.
 */
export function useRecoveryNoticeId(): string | undefined {
  return useSyncExternalStore(listen, getFirst, getNone);
}

/** Returns the id for a notice's text. While the notice is shown, it disables buttons. */
export function useShownNotice(isShown: boolean): string {
  const id = useId();
  useEffect(() => {
    if (!isShown) return;
    setNoticeIds([...noticeIds, id]);
    return () => setNoticeIds(noticeIds.filter((other) => other !== id));
  }, [id, isShown]);
  return id;
}
