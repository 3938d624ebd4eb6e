/** The input and result of reading a payment provider's data page by page. */

import type { ApiEntity } from "./webhooks.ts";

/** Selects a page. */
export interface SyncRequest {
  /** One of the provider's `syncResources`. */
  readonly resource: string;
  /** The previous page's `next`. `null` for the first page. Stored between runs, so it must stay valid for a day. */
  readonly cursor: string | null;
}

/** A page of entities, oldest first, so that entities created in the meantime come last. */
export interface SyncPage {
  readonly entities: readonly ApiEntity[];
  /** `null` after the last page. */
  readonly next: string | null;
  /** The number of entities on all pages, if the provider says so. */
  readonly total: number | null;
}
