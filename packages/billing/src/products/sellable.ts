/** Finds the products that a call asks for, if they're sold here. */

import { fail, type RequestContext } from "@latchkey/core/plugin";
import { storeChanges } from "../deliveries/api-entities.ts";
import { actionErrors } from "../errors.ts";
import type { SettingsWithProvider } from "../options.ts";
import { callProvider } from "../provider/call.ts";
import { type ProductRow, productTable } from "./table.ts";

/**
 * Returns the requested products in order. A product in `billing.checkout.products` that no event has described yet is
 * read from the payment provider once.
 *
 * @param requested names in `billing.checkout.products`, or ids
 * @throws {AuthError} 404 `PRODUCT_NOT_FOUND` if one of them isn't sold here
 */
export async function findSellableProducts(
  context: RequestContext,
  settings: SettingsWithProvider,
  requested: readonly string[],
): Promise<readonly ProductRow[]> {
  const { products } = settings;
  const ids = requested.map((name) => (products && Object.hasOwn(products, name) ? (products[name] as string) : name));
  const offered = products && new Set(Object.values(products));
  if (offered && !ids.every((id) => offered.has(id))) fail(actionErrors, "PRODUCT_NOT_FOUND");
  const rows = await findProducts(context, ids);
  const missing = offered === null ? [] : ids.filter((id) => !rows.some((row) => row.id === id));
  const fetched = missing.length > 0 ? await fetchProducts(context, settings, missing) : [];
  const available = [...rows, ...fetched];
  return ids.map((id) => {
    const row = available.find((one) => one.id === id);
    return row && !row.isArchived ? row : fail(actionErrors, "PRODUCT_NOT_FOUND");
  });
}

function findProducts({ db }: RequestContext, ids: readonly string[]): Promise<ProductRow[]> {
  return db.findMany(productTable, { where: { id: { in: ids } }, limit: ids.length });
}

/** The app's own options name these products, so a caller can't make the server ask for arbitrary ids. */
async function fetchProducts(
  context: RequestContext,
  settings: SettingsWithProvider,
  ids: readonly string[],
): Promise<ProductRow[]> {
  const { provider } = settings;
  for (const id of ids) {
    const found = await callProvider(context, provider, (call) => provider.fetchEntity("product", id, call));
    await storeChanges(context, settings, found);
  }
  return findProducts(context, ids);
}
