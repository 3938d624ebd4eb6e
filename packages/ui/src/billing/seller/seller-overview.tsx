/** The shop's key metrics, and webhooks that need attention. */

import type { SellerOverview as Numbers, SellerRevenue } from "@latchkey/billing";
import type { ReactElement } from "react";
import { Section } from "../../primitives/section.tsx";
import { Skeleton } from "../../primitives/skeleton.tsx";
import { useQuery } from "../../primitives/use-query.ts";
import { useAuthUi } from "../../provider/context.ts";
import { fillCount } from "../../texts/texts.ts";
import { useBillingClient } from "../client.ts";
import { money } from "../money.ts";
import { useBillingUi } from "../ui.ts";
import { DeliveryTable } from "./delivery-table.tsx";
import { SellerError } from "./seller-list.tsx";
import { stateOf, useDeliveries } from "./use-deliveries.ts";

/** Maximum number of webhook rows on the overview. */
const maxRows = 5;

/** The tiles, and webhooks that failed. */
export function SellerOverview(): ReactElement {
  const { language } = useAuthUi().texts;
  const { overview } = useBillingUi().texts.seller;
  const client = useBillingClient();
  const { data, error, reload } = useQuery("/billing/seller/overview", "numbers", () =>
    client.billing.seller.overview(),
  );
  if (error) return <SellerError error={error} onRetry={reload} />;
  const tiles = [
    { title: overview.active, value: data?.active },
    { title: overview.trials, value: data?.trialing },
    { title: overview.pastDue, value: data?.pastDue },
    { title: overview.customers, value: data?.customers },
  ];
  return (
    <>
      <dl className="lk-tiles">
        <RevenueTile shop={data} />
        {tiles.map(({ title, value }) => (
          <div key={title} className="lk-tile">
            <dt>{title}</dt>
            <dd>{value === undefined ? <Skeleton width="48px" /> : value.toLocaleString(language)}</dd>
          </div>
        ))}
      </dl>
      {/* Shown only once the server has let the user see the numbers. */}
      {data ? <FailedDeliveries /> : null}
    </>
  );
}

/** One line per currency. */
function RevenueTile({ shop }: { readonly shop: Numbers | null }): ReactElement {
  const { language } = useAuthUi().texts;
  const { overview } = useBillingUi().texts.seller;
  const [main = null, ...others] = shop?.revenue ?? [];
  const show = ({ amount, currency }: SellerRevenue): string => money(amount, currency, language);
  return (
    <div className="lk-tile lk-tile-wide">
      <dt>{overview.revenue}</dt>
      <dd>
        {shop === null ? <Skeleton width="96px" /> : <bdi>{main ? show(main) : overview.noRevenue}</bdi>}
        {others.map((one) => (
          <span key={one.currency} className="lk-tile-second">
            <bdi>{show(one)}</bdi>
          </span>
        ))}
        <p className="lk-note">{overview.revenueNote}</p>
      </dd>
    </div>
  );
}

function FailedDeliveries(): ReactElement {
  const { texts } = useAuthUi();
  const { overview } = useBillingUi().texts.seller;
  const { data, error, isPending, reload } = useDeliveries(1);
  const failed = data?.deliveries.filter((one) => stateOf(one) === "failed") ?? null;
  return (
    <Section
      title={overview.attention}
      text={data?.deliveries.length ? fillCount(texts, overview.latest, data.deliveries.length) : undefined}
    >
      <DeliveryTable
        caption={overview.attention}
        rows={failed ? failed.slice(0, maxRows) : null}
        empty={overview.noAttention}
        busy={isPending}
        reload={reload}
        problem={error ? <SellerError error={error} onRetry={reload} /> : undefined}
      />
      {failed && failed.length > maxRows ? (
        <a className="lk-link" href="#deliveries">
          {fillCount(texts, overview.all, failed.length)}
        </a>
      ) : null}
    </Section>
  );
}
