/** Formats the progress of a sync. */

import type { SyncedResource, SyncProgress } from "./sync-protocol.ts";

/** Width of the bar, in characters. */
const width = 20;

/**
 * Returns a line with a bar for the resource that was read last, such as `customers [####----] 300 of 1,200`. `null` if
 * nothing was read since `previous`.
 */
export function progressLine({ resources }: SyncProgress, previous: SyncProgress | null): string | null {
  const changed = resources.find((one) => one.fetched !== fetchedIn(previous, one.name)) ?? null;
  return changed && lineOf(changed, Math.max(...resources.map(({ name }) => name.length)));
}

function fetchedIn(progress: SyncProgress | null, name: string): number {
  return progress?.resources.find((one) => one.name === name)?.fetched ?? 0;
}

function lineOf({ name, fetched, total }: SyncedResource, nameWidth: number): string {
  const known = total ?? fetched;
  const filled = known === 0 ? width : Math.min(width, Math.floor((fetched / known) * width));
  const bar = `[${"#".repeat(filled)}${"-".repeat(width - filled)}]`;
  const count = total === null ? format(fetched) : `${format(fetched)} of ${format(total)}`;
  return `${name.padEnd(nameWidth)}  ${bar} ${count}`;
}

/** Returns the last line, once everything is read. */
export function summaryLine({ resources, applied, unreadable }: SyncProgress): string {
  const fetched = resources.reduce((sum, one) => sum + one.fetched, 0);
  const problem =
    unreadable === 0 ? "" : ` ${format(unreadable)} can't be read by this version. Upgrade, then rebuild.`;
  return `Read ${format(fetched)} ${fetched === 1 ? "object" : "objects"}. ${format(applied)} ${applied === 1 ? "was" : "were"} new or updated.${problem}`;
}

function format(count: number): string {
  return count.toLocaleString("en");
}
