/** The numbers of the shop, and webhooks that need attention. */

import type { ClientError } from "@latchkey/react";
import type { ReactElement } from "react";
import { Section } from "../../primitives/section.tsx";
import { Skeleton } from "../../primitives/skeleton.tsx";
import { useQuery } from "../../primitives/use-query.ts";
import { useAuthUi } from "../../provider/context.ts";
import { fillCount } from "../../texts/texts.ts";
import { type BillingClient, useBillingClient } from "../client.ts";
import { useBillingUi } from "../ui.ts";
import { DeliveryTable } from "./delivery-table.tsx";
import { SellerError } from "./seller-list.tsx";
import { stateOf, useDeliveries } from "./use-deliveries.ts";

/** Rows of webhooks on the overview. */
const maxRows = 5;

export function SellerOverview(): ReactElement {
  const { language } = useAuthUi().texts;
  const { overview } = useBillingUi().texts.seller;
  const client = useBillingClient();
  const { data, error, reload } = useQuery("numbers", () => readNumbers(client));
  if (error) return <SellerError error={error} onRetry={reload} />;
  const tiles = [
    { title: overview.active, value: data?.active },
    { title: overview.ended, value: data?.ended },
    { title: overview.customers, value: data?.customers },
    { title: overview.products, value: data?.products },
  ];
  return (
    <>
      <dl className="lk-tiles">
        {tiles.map(({ title, value }) => (
          <div key={title} className="lk-tile">
            <dt>{title}</dt>
            <dd>{value === undefined ? <Skeleton width="48px" /> : value.toLocaleString(language)}</dd>
          </div>
        ))}
      </dl>
      {/* Only once the server let the user see the numbers. */}
      {data ? <FailedDeliveries /> : null}
    </>
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
      text={data ? fillCount(texts, overview.latest, data.deliveries.length) : undefined}
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

interface Numbers {
  readonly active: number;
  readonly ended: number;
  readonly customers: number;
  readonly products: number;
}

type NumbersResult =
  | { readonly data: Numbers; readonly error: null }
  | { readonly data: null; readonly error: ClientError };

/** The totals of the lists. Each is read with a single row. */
async function readNumbers({ billing: { seller } }: Pick<BillingClient, "billing">): Promise<NumbersResult> {
  const limit = 1;
  const active = await seller.subscriptions({ query: { limit, active: true } });
  // Someone who isn't a seller is refused once, instead of four times.
  if (active.error) return active;
  const [ended, customers, products] = await Promise.all([
    seller.subscriptions({ query: { limit, active: false } }),
    seller.customers({ query: { limit } }),
    seller.products({ query: { limit } }),
  ]);
  if (ended.error) return ended;
  if (customers.error) return customers;
  if (products.error) return products;
  return {
    data: {
      active: active.data.total,
      ended: ended.data.total,
      customers: customers.data.total,
      products: products.data.total,
    },
    error: null,
  };
}
