/** Finds discounts by their codes. */

import { fail, type RequestContext } from "@latchkey/core/plugin";
import { discountTable } from "../discounts/table.ts";
import { actionErrors } from "../errors.ts";
import type { SettingsWithProvider } from "../options.ts";

/** Maximum discounts read per code. A code can be reused after its discount is deleted. */
const maxDiscounts = 20;

/**
 * Returns the newest discount with this code, or `null` without a code.
 * @throws {AuthError} `DISCOUNT_NOT_FOUND` if the code is unknown, not valid yet, or expired
 */
export async function findDiscount(
  { db, now }: RequestContext,
  { discounts }: SettingsWithProvider,
  code: string | undefined,
): Promise<string | null> {
  if (code === undefined) return null;
  if (Object.hasOwn(discounts, code)) return discounts[code] as string;
  const orderBy = [{ column: "createdAt", direction: "desc" }] as const;
  const rows = await db.findMany(discountTable, { where: { code }, orderBy, limit: maxDiscounts });
  const time = now();
  const row = rows.find(({ startsAt, endsAt }) => (!startsAt || startsAt <= time) && (!endsAt || endsAt > time));
  return row?.id ?? fail(actionErrors, "DISCOUNT_NOT_FOUND");
}
