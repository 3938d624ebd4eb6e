/** Decides whether a subscription gives access, by its status and its own dates. */

import type { WhereAll } from "@latchkey/core/database";
import type { AuthContext } from "@latchkey/core/plugin";
import type { SubscriptionStatus } from "../entities/subscription.ts";
import type { SubscriptionRow } from "./table.ts";

/** The statuses that give access. */
export const activeStatuses: readonly SubscriptionStatus[] = ["active", "trialing"];

/** The settings for access by date. */
export interface GraceSettings {
  /** How long a subscription gives access after its announced end if no event says that it ended, in milliseconds. */
  readonly gracePeriod: number;
}

/** Returns the time that a subscription's announced end must be after. */
export function activeCutoff({ now }: Pick<AuthContext, "now">, { gracePeriod }: GraceSettings): Date {
  return new Date(now().getTime() - gracePeriod);
}

/** Matches subscriptions that give access, or with `false` all others. */
export function whereActive(
  active: boolean | undefined,
  cutoff: Date,
  where: WhereAll<SubscriptionRow> = {},
): readonly WhereAll<SubscriptionRow>[] {
  if (active === undefined) return [where];
  const status = { in: activeStatuses };
  if (active)
    return [
      { ...where, status, activeUntil: null },
      { ...where, status, activeUntil: { gt: cutoff } },
    ];
  return [
    { ...where, status: { notIn: activeStatuses } },
    { ...where, status, activeUntil: { lte: cutoff } },
  ];
}

/** Whether a subscription gives access. */
export function isActive(
  { status, activeUntil }: Pick<SubscriptionRow, "status" | "activeUntil">,
  cutoff: Date,
): boolean {
  return (activeStatuses as readonly string[]).includes(status) && (activeUntil === null || activeUntil > cutoff);
}
