/** Expands references in responses, as requested by `expand[]=items.data.price.product`. */

import { StripeApiError } from "./errors.ts";
import type { StripePlatform, StripeState } from "./state.ts";

/** Maximum number of names in a path. */
const maxDepth = 4;

/** Maps id prefixes to tables. */
const tables: Readonly<Record<string, keyof StripeState>> = {
  cus: "customers",
  prod: "products",
  price: "prices",
  coupon: "coupons",
  promo: "promotionCodes",
  di: "discounts",
  sub: "subscriptions",
  sched: "schedules",
  in: "invoices",
};

/** Properties that responses leave out unless they're expanded. */
const included: Readonly<Record<string, readonly string[]>> = {
  invoice: ["payments"],
  "checkout.session": ["line_items"],
};

/** @throws {StripeApiError} 400 if a path is too deep or doesn't exist */
export function expand(platform: StripePlatform, value: unknown, paths: readonly string[]): unknown {
  for (const path of paths) {
    if (path.split(".").length > maxDepth) {
      throw new StripeApiError(400, `You cannot expand more than ${maxDepth} levels of a property: ${path}.`, {
        param: "expand",
      });
    }
  }
  return expanded(platform, value, paths);
}

function expanded(platform: StripePlatform, value: unknown, paths: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => expanded(platform, one, paths));
  if (typeof value === "string") return expanded(platform, resolve(platform, value), paths);
  if (typeof value !== "object" || value === null) return value;
  const object = value as Record<string, unknown>;
  const hidden = included[String(object.object)] ?? [];
  const keys = Object.keys(object).filter((key) => !hidden.includes(key) || paths.some((path) => first(path) === key));
  const entries = keys.map((key) => {
    const inner = paths.filter((path) => first(path) === key);
    if (inner.length === 0) return [key, object[key]];
    return [key, expanded(platform, object[key], inner.flatMap(rest))];
  });
  for (const path of paths) {
    if (!(first(path) in object)) {
      throw new StripeApiError(400, `This property cannot be expanded (${path}).`, { param: "expand" });
    }
  }
  return Object.fromEntries(entries);
}

function first(path: string): string {
  return path.split(".")[0] as string;
}

function rest(path: string): string[] {
  const names = path.split(".").slice(1);
  return names.length === 0 ? [] : [names.join(".")];
}

function resolve({ state }: StripePlatform, id: string): unknown {
  const table = tables[id.replace(/_.*$/, "")];
  const known = table && (state[table] as ReadonlyMap<string, object>).get(id);
  return known ?? id;
}
