/** The options for named benefits and limits of plans. */

import { checkOptionNames, type OptionNames } from "@latchkey/core/plugin";

/** What a plan includes. */
export interface PlanEntitlements {
  /** Names of benefits, such as `["sso"]`. */
  readonly benefits?: readonly string[] | undefined;
  /** Limits by name, such as `{ projects: 20, members: "unlimited" }`. */
  readonly limits?: Readonly<Record<string, number | "unlimited">> | undefined;
}

/** Options for named benefits and limits. */
export interface EntitlementOptions {
  /** What all users have, even without a plan. Default: nothing. */
  readonly free?: PlanEntitlements | undefined;
  /** What each plan adds, by a name in `billing.checkout.products` or a product ID. */
  readonly plans?: Readonly<Record<string, PlanEntitlements>> | undefined;
}

/** What a plan includes, with unlimited limits as `null`. */
export interface ResolvedEntitlements {
  readonly benefits: readonly string[];
  readonly limits: Readonly<Record<string, number | null>>;
}

/** The validated options. */
export interface EntitlementSettings {
  readonly free: ResolvedEntitlements;
  /** By product ID. */
  readonly plans: ReadonlyMap<string, ResolvedEntitlements>;
  /** The names of all limits. */
  readonly limitNames: ReadonlySet<string>;
  /** The names of all benefits that plans include. */
  readonly benefitNames: ReadonlySet<string>;
}

const optionNames: OptionNames<EntitlementOptions> = { free: true, plans: true };

/**
 * Validates the options and resolves product names to IDs.
 * @param products the names of `billing.checkout.products`
 * @throws {Error} if an option is invalid
 */
export function resolveEntitlements(
  options: EntitlementOptions | undefined,
  products: Readonly<Record<string, string>>,
): EntitlementSettings {
  if (options !== undefined) checkOptionNames("billing.entitlements", options, optionNames);
  const free = resolvePlan("free", options?.free ?? {});
  const plans = Object.entries(options?.plans ?? {}).map(([name, plan]) => {
    const id = (Object.hasOwn(products, name) ? products[name] : undefined) ?? name;
    return [id, resolvePlan(`plans.${name}`, plan)] as const;
  });
  const all = [free, ...plans.map(([, plan]) => plan)];
  return {
    free,
    plans: new Map(plans),
    limitNames: new Set(all.flatMap(({ limits }) => Object.keys(limits))),
    benefitNames: new Set(all.flatMap(({ benefits }) => benefits)),
  };
}

function resolvePlan(place: string, { benefits = [], limits = {} }: PlanEntitlements): ResolvedEntitlements {
  const resolved = Object.entries(limits).map(([name, limit]): [string, number | null] => {
    if (limit === "unlimited") return [name, null];
    if (Number.isInteger(limit) && limit >= 0) return [name, limit];
    throw new Error(
      `billing.entitlements.${place}.limits.${name} is ${limit}. Use a whole number of at least 0, or "unlimited".`,
    );
  });
  return { benefits, limits: Object.fromEntries(resolved) };
}
