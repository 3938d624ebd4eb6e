/** The list of all discounts: their terms, how often they were used, and whether they apply now. */

import type { SellerDiscount } from "@latchkey/billing";
import type { ReactElement } from "react";
import { Badge, type Tone } from "../../primitives/badge.tsx";
import type { Column } from "../../primitives/data-table.tsx";
import { usePagination } from "../../primitives/use-pagination.ts";
import { useAuthUi } from "../../provider/context.ts";
import { fill, fillCount } from "../../texts/texts.ts";
import { useBillingClient } from "../client.ts";
import { money } from "../money.ts";
import { useBillingUi } from "../ui.ts";
import { type ListProps, SellerList } from "./seller-list.tsx";

export function SellerDiscounts({ pageSize }: ListProps): ReactElement {
  const client = useBillingClient();
  const { discounts } = useBillingUi().texts.seller;
  return (
    <SellerList
      path="/billing/seller/discounts"
      pageSize={pageSize}
      pages={usePagination()}
      caption={discounts.caption}
      empty={discounts.empty}
      columns={useColumns()}
      read={async (query) => {
        const { data, error } = await client.billing.seller.discounts({ query });
        return error ? { data: null, error } : { data: { ...data, rows: data.items }, error: null };
      }}
    />
  );
}

function useColumns(): readonly Column<SellerDiscount>[] {
  const { discounts } = useBillingUi().texts.seller;
  const termsOf = useTerms();
  const datesOf = useDates();
  const { language } = useAuthUi().texts;
  const count = (value: number): string => value.toLocaleString(language);
  return [
    {
      id: "name",
      title: discounts.name,
      cell: ({ name, code }) => (
        <span className="lk-list-text">
          <bdi className="lk-list-title">{name}</bdi>
          {code ? (
            <span className="lk-block">
              <bdi className="lk-code">{code}</bdi>
            </span>
          ) : null}
        </span>
      ),
    },
    { id: "terms", title: discounts.terms, cell: (discount) => termsOf(discount) },
    {
      id: "used",
      title: discounts.used,
      titleOnPhone: true,
      cell: ({ redemptionsCount: used, maxRedemptions: max }) =>
        max === null ? count(used) : fill(discounts.usedOf, { used: count(used), max: count(max) }),
    },
    {
      id: "state",
      title: discounts.state,
      cell: (discount) => {
        const state = stateOf(discount, new Date());
        const dates = datesOf(discount);
        return (
          <span className="lk-list-text">
            <Badge tone={tones[state]}>{discounts.states[state]}</Badge>{" "}
            {dates ? <span className="lk-note lk-second">{dates}</span> : null}
          </span>
        );
      },
    },
  ];
}

type DiscountState = "active" | "scheduled" | "expired" | "usedUp";

const tones: Readonly<Record<DiscountState, Tone>> = {
  active: "success",
  scheduled: "primary",
  expired: "neutral",
  usedUp: "neutral",
};

function stateOf({ startsAt, endsAt, maxRedemptions, redemptionsCount }: SellerDiscount, now: Date): DiscountState {
  if (endsAt !== null && endsAt <= now) return "expired";
  if (maxRedemptions !== null && redemptionsCount >= maxRedemptions) return "usedUp";
  return startsAt !== null && startsAt > now ? "scheduled" : "active";
}

/** Returns a function that describes what a discount takes off, such as "50% off for 3 months". */
function useTerms(): (discount: SellerDiscount) => string {
  const { texts } = useAuthUi();
  const { discounts } = useBillingUi().texts.seller;
  return ({ basisPoints, amount, currency, duration, durationInMonths }) => {
    const off =
      basisPoints === null
        ? money(amount ?? 0, currency ?? "", texts.language, true)
        : (basisPoints / 10_000).toLocaleString(texts.language, { style: "percent", maximumFractionDigits: 2 });
    if (duration === "repeating" && durationInMonths !== null) {
      return fillCount(texts, discounts.repeating, durationInMonths, { amount: off });
    }
    return fill(duration === "forever" ? discounts.forever : discounts.once, { amount: off });
  };
}

/** Returns a function that says when a discount starts and ends. `null` if it always applies. */
function useDates(): (discount: SellerDiscount) => string | null {
  const { language } = useAuthUi().texts;
  const { discounts } = useBillingUi().texts.seller;
  return ({ startsAt, endsAt }) => {
    const date = (value: Date): string => value.toLocaleDateString(language, { dateStyle: "medium" });
    if (endsAt !== null) return fill(discounts.until, { date: date(endsAt) });
    return startsAt !== null && startsAt > new Date() ? fill(discounts.from, { date: date(startsAt) }) : null;
  };
}
