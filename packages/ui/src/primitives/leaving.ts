/** The forms on the page with unsaved changes. They ask before the user leaves. */

/** Leaves the page. */
export type Leave = () => void;

type Ask = (leave: Leave) => void;

const guards: Ask[] = [];

/** Asks before the user leaves, until the returned function is called. Of several, only the last one asks. */
export function addLeaveGuard(ask: Ask): () => void {
  guards.push(ask);
  return () => void guards.splice(guards.indexOf(ask), 1);
}

/** Runs `leave`, after the user has agreed to discard their changes. For navigation that isn't a link. */
export function confirmLeaving(leave: Leave): void {
  const ask = guards.at(-1);
  if (ask) ask(leave);
  else leave();
}
