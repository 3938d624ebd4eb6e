/** The server-only call that copies everything from the payment provider. */

import { type AuthContext, defineEndpoint, type EndpointOf, input } from "@latchkey/core/plugin";
import { boolean, list, nullable, number, object, text } from "@latchkey/core/shapes";
import type { BillingCalls } from "../contract.ts";
import { completeEntity, parseEntity, recordEntity } from "../deliveries/api-entities.ts";
import type { DeliveryOutcome } from "../deliveries/table.ts";
import { providerErrors, syncErrors } from "../errors.ts";
import type { SettingsWithProvider } from "../options.ts";
import { callProvider } from "../provider/call.ts";
import { ProviderError } from "../provider/error.ts";
import type { SyncPage, SyncRequest } from "../provider/sync.ts";
import type { ApiEntity } from "../provider/webhooks.ts";
import type { SyncReport } from "../server-contract.ts";
import { claimSync, keepLease, saveSync } from "./progress.ts";
import type { SyncedResource, SyncRow } from "./table.ts";

/**
 * Reads everything from the payment provider, page by page, and stores it as if its events had arrived. Handlers don't
 * run. It can run while webhooks arrive, because each page has the time when it was fetched.
 */
export function sync(settings: SettingsWithProvider): EndpointOf<BillingCalls["sync"]> {
  return defineEndpoint({
    method: "POST",
    path: "/billing/sync",
    serverOnly: true,
    input: input.object({
      pages: input.optional(input.integer({ min: 1, max: 1_000_000 })),
      restart: input.optional(input.boolean),
    }),
    output: object<SyncReport>({
      done: boolean,
      resource: nullable(text),
      resources: list(object<SyncedResource>({ name: text, fetched: number, total: nullable(number) })),
      applied: number,
      unreadable: number,
    }),
    errors: { ...providerErrors, SYNC_RUNNING: syncErrors.SYNC_RUNNING },
    // Grows with the number of entities.
    queryBudget: Number.MAX_SAFE_INTEGER,
    async handle({ pages = Number.POSITIVE_INFINITY, restart = false }, context) {
      let row = await claimSync(context, settings.provider.syncResources, restart);
      const claim = keepLease(context, row);
      try {
        for (let page = 0; page < pages && row.resource !== null; page++) {
          row = await syncPage(context, settings, { ...row, resource: row.resource });
          claim.follow(row);
        }
      } catch (error) {
        // The next call continues with the page that failed.
        await saveSync(context, row, { leaseUntil: null });
        throw error;
      } finally {
        claim.stop();
      }
      const done = row.resource === null;
      await saveSync(context, row, { leaseUntil: null, finishedAt: done ? context.now() : null });
      const { resource, resources, applied, unreadable } = row;
      return { done, resource, resources, applied, unreadable };
    },
  });
}

async function syncPage(
  context: AuthContext,
  settings: SettingsWithProvider,
  row: SyncRow & { readonly resource: string },
): Promise<SyncRow> {
  const { resource, cursor, resources } = row;
  // Events that happen while the page is read are newer than the page.
  const fetchedAt = context.now();
  const page = await readPage(context, settings, { resource, cursor });
  let { applied, unreadable } = row;
  for (const entity of page.entities) {
    const outcome = await storeEntity(context, settings, entity, fetchedAt);
    if (outcome === "applied") applied++;
    if (outcome === "unreadable") unreadable++;
  }
  const updatedResources = resources.map((one) =>
    one.name === resource ? { ...one, fetched: one.fetched + page.entities.length, total: page.total } : one,
  );
  const nextResource = resources[resources.findIndex(({ name }) => name === resource) + 1]?.name ?? null;
  const next = page.next === null ? { resource: nextResource, cursor: null } : { cursor: page.next };
  return saveSync(context, row, { ...next, resources: updatedResources, applied, unreadable });
}

async function storeEntity(
  context: AuthContext,
  settings: SettingsWithProvider,
  entity: ApiEntity,
  fetchedAt: Date,
): Promise<DeliveryOutcome> {
  const read = parseEntity(context, settings, entity, fetchedAt);
  if ("kind" in read) return "unreadable";
  const { provider } = settings;
  const completed = await callProvider(context, provider, (call) => completeEntity(settings, read, call));
  return recordEntity(context, settings, completed);
}

/** Attempts per page if the payment provider limits requests, and the longest wait between two of them, in seconds. */
const [maxAttempts, maxWait] = [10, 60];

/** Reads a page. If there were too many requests, waits as long as the payment provider asks, and tries again. */
async function readPage(
  context: AuthContext,
  { provider }: SettingsWithProvider,
  request: SyncRequest,
): Promise<SyncPage> {
  for (let attempt = 1; ; attempt++) {
    let wait: number | null = null;
    const page = await callProvider(context, provider, async (call) => {
      try {
        return await provider.listPage(request, call);
      } catch (error) {
        if (!(error instanceof ProviderError) || error.kind !== "limited" || attempt === maxAttempts) throw error;
        wait = Math.min(maxWait, error.retryAfter ?? 2 ** attempt);
        return null;
      }
    });
    if (page) return page;
    await new Promise((resolve) => setTimeout(resolve, 1000 * (wait ?? 1)));
  }
}
