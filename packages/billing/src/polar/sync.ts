/** Reads everything that Polar has, page by page. */

import { ProviderError } from "../provider/error.ts";
import type { ChangedEntities } from "../provider/provider.ts";
import type { SyncPage, SyncRequest } from "../provider/sync.ts";
import type { ApiEntity, ProviderCall } from "../provider/webhooks.ts";
import { callPolar, type PolarCall, type PolarClient, type PolarObject } from "./client.ts";

/** Maximum entities per page. */
const pageSize = 100;

/** How a resource is listed, and which event has the same data. */
interface Resource {
  readonly type: string;
  list(client: PolarClient): PolarCall;
  /** Sorts the oldest first. */
  readonly sorting: string;
}

const resources: Readonly<Record<string, Resource>> = {
  products: { type: "product.updated", list: ({ products }) => products.list, sorting: "created_at" },
  meters: { type: "meter.updated", list: ({ meters }) => meters.list, sorting: "created_at" },
  benefits: { type: "benefit.updated", list: ({ benefits }) => benefits.list, sorting: "created_at" },
  discounts: { type: "discount.updated", list: ({ discounts }) => discounts.list, sorting: "created_at" },
  customers: { type: "customer.updated", list: ({ customers }) => customers.list, sorting: "created_at" },
  subscriptions: {
    type: "subscription.updated",
    list: ({ subscriptions }) => subscriptions.list,
    sorting: "started_at",
  },
  orders: { type: "order.updated", list: ({ orders }) => orders.list, sorting: "created_at" },
  refunds: { type: "refund.updated", list: ({ refunds }) => refunds.list, sorting: "created_at" },
  grants: { type: "benefit_grant.updated", list: ({ benefitGrants }) => benefitGrants.list, sorting: "created_at" },
  balances: {
    type: "customer_meter.updated",
    list: ({ customerMeters }) => customerMeters.list,
    sorting: "created_at",
  },
};

/** The resources that a sync reads, in this order. */
export const syncResources: readonly string[] = Object.keys(resources);

/** Reads a page. Polar's cursors are page numbers. */
export async function listPage(
  client: PolarClient,
  { resource: name, cursor }: SyncRequest,
  call: ProviderCall,
): Promise<SyncPage> {
  const resource = Object.hasOwn(resources, name) ? resources[name] : undefined;
  if (!resource) throw new ProviderError("failed", `Polar has no resource "${name}".`);
  const { type, list, sorting } = resource;
  const page = Number(cursor ?? 1);
  const query = { page, limit: pageSize, sorting: [sorting] };
  const { items, pagination } = (await callPolar(`list ${name}`, call, list(client), query)) as PolarPage;
  return {
    entities: items.map((data): ApiEntity => ({ type, data })),
    next: page < pagination.max_page ? String(page + 1) : null,
    total: pagination.total_count,
  };
}

interface PolarPage extends PolarObject {
  readonly items: readonly unknown[];
  readonly pagination: { readonly total_count: number; readonly max_page: number };
}

/** Reads a customer or a product. */
export async function fetchEntity(
  { customers, products }: PolarClient,
  kind: "customer" | "product",
  id: string,
  call: ProviderCall,
): Promise<ChangedEntities> {
  try {
    const data = await callPolar(`read ${kind}`, call, kind === "customer" ? customers.get : products.get, id);
    return [{ type: `${kind}.updated`, data }];
  } catch (error) {
    if (error instanceof ProviderError && (error.kind === "not-found" || error.kind === "rejected")) return [];
    throw error;
  }
}
