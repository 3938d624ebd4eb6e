/** Everything about what somebody pays for, card by card. */

import type { ReactElement, ReactNode } from "react";
import { useState } from "react";
import { Alert } from "../../primitives/alert.tsx";
import { Button } from "../../primitives/button.tsx";
import { CardLevel } from "../../primitives/card.tsx";
import { classNames } from "../../primitives/class-names.ts";
import { useAuthUi } from "../../provider/context.ts";
import { RequireSession } from "../../session-gate/require-session.tsx";
import { useDeparture } from "../../social/use-departure.ts";
import { errorText } from "../../texts/texts.ts";
import { type OwnerProps, referenceOf, useBillingClient, useOwnerKey } from "../client.ts";
import { useBillingUi } from "../ui.ts";
import { BenefitsCard } from "./benefits-card.tsx";
import { type Billed, BillingContext, type BillingData, useBilled } from "./data.ts";
import { OrdersCard } from "./orders-card.tsx";
import { PlanCard } from "./plan-card.tsx";
import { UsageCard } from "./usage-card.tsx";
import { type Arrival, useArrival } from "./use-arrival.ts";
import { useReloads } from "./use-reloads.ts";

/** What `BillingPage` takes. */
export interface BillingPageProps extends OwnerProps {
  readonly className?: string;
  readonly title?: string;
  /** Whether to offer what spends money or ends a plan; the server decides who may. Default: true. */
  readonly manages?: boolean;
  /** The page's query, in which a checkout says that one comes from it. Default: the page's own. */
  readonly search?: string;
  /** Instead of the cards of this package: these, in this order. */
  readonly children?: ReactNode;
}

/** Plan, usage, benefits and invoices of the signed-in person, or of an organization that lets them see it. */
export function BillingPage(props: BillingPageProps): ReactElement {
  return (
    <RequireSession>
      <Page {...props} />
    </RequireSession>
  );
}

function Page(props: BillingPageProps): ReactElement {
  const { page } = useBillingUi().texts;
  const key = useOwnerKey(props);
  return (
    <div className={classNames("lk-stack", props.className)}>
      <h1 className="lk-title lk-title-page">{props.title ?? page.title}</h1>
      {/* What was said, or asked, belongs to the owner before. */}
      {key === null ? null : <Owned key={key} ownerKey={key} {...props} />}
    </div>
  );
}

interface OwnedProps extends BillingPageProps {
  readonly ownerKey: string;
}

function Owned({ ownerKey, manages = true, search, children, ...owner }: OwnedProps): ReactElement {
  const client = useBillingClient();
  const { texts } = useAuthUi();
  const { data, error, isPending, reload: read } = useBilled(ownerKey, owner);
  const reload = useReloads(read);
  const departure = useDeparture();
  const reference = referenceOf(owner);
  const arrival = useArrival(reference, reload, search);
  const version = useCount(data);
  const openPortal = (button: string): void => departure.start(button, () => client.billing.portal(reference));
  const problem = error ?? departure.error;
  return (
    <>
      <ArrivalNotice arrival={arrival} />
      {problem ? <Alert tone="error">{errorText(texts, problem)}</Alert> : null}
      {error ? (
        <Button look="quiet" onClick={() => void reload()}>
          {texts.tryAgain}
        </Button>
      ) : null}
      {isPending && !data && !error ? <p className="lk-subtitle">{texts.loading}…</p> : null}
      {data ? (
        <Provided {...data} {...{ reference, manages, version, reload, openPortal }} leaving={departure.to}>
          {children ?? <Cards />}
        </Provided>
      ) : null}
    </>
  );
}

interface ProvidedProps extends BillingData {
  readonly children: ReactNode;
}

function Provided({ children, ...data }: ProvidedProps): ReactElement {
  return (
    <CardLevel.Provider value="h2">
      <BillingContext.Provider value={data}>{children}</BillingContext.Provider>
    </CardLevel.Provider>
  );
}

function Cards(): ReactElement {
  return (
    <>
      <PlanCard />
      <UsageCard />
      <BenefitsCard />
      <OrdersCard />
    </>
  );
}

function ArrivalNotice({ arrival }: { readonly arrival: Arrival }): ReactElement {
  const { page } = useBillingUi().texts;
  return (
    <div role="status" className="lk-arrival">
      {arrival === "waiting" ? (
        <p className="lk-alert lk-alert-wait">
          <span className="lk-spinner" aria-hidden="true" />
          {page.arrival.waiting}
        </p>
      ) : null}
      {arrival === "arrived" ? <p className="lk-alert lk-alert-success">{page.arrival.arrived}</p> : null}
      {arrival === "late" ? <p className="lk-alert lk-alert-wait">{page.arrival.late}</p> : null}
    </div>
  );
}

/** How often something came. */
function useCount(data: Billed | null): number {
  const [seen, setSeen] = useState({ data, count: 0 });
  if (seen.data !== data) setSeen({ data, count: seen.count + 1 });
  return seen.count;
}
