/** Runs the sync of a loaded app, one page at a time. */

import type { SyncProgress } from "./sync-protocol.ts";

/** The app's call, with one page per call. */
type SyncCall = (input: { readonly body: { readonly pages: 1; readonly restart: boolean } }) => Promise<SyncProgress>;

/**
 * Reads page after page until everything is read.
 *
 * @param auth what the app exports
 * @param report is called with the progress after each page
 * @param signal stops the sync after the current page
 * @throws {Error} if the app has no billing plugin with a provider
 */
export async function runSync(
  auth: object,
  restart: boolean,
  report: (progress: SyncProgress) => void,
  signal?: AbortSignal,
): Promise<void> {
  const { api } = auth as { readonly api?: { readonly billing?: { readonly sync?: SyncCall } } };
  const sync = api?.billing?.sync;
  if (!sync)
    throw new Error("The app has no billing plugin with a provider. Add billing({ provider }) to its plugins.");
  let isFirst = true;
  for (let done = false; !done && !signal?.aborted; isFirst = false) {
    const progress = await sync({ body: { pages: 1, restart: restart && isFirst } });
    report(progress);
    done = progress.done;
  }
}
