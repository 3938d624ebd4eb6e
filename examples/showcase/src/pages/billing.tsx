/** The pricing, billing, and seller pages. The switcher in the header determines whose billing they show. */

import { BillingPage, PricingTable, SellerPage } from "@latchkey/ui/billing";
import { type ReactElement, useSyncExternalStore } from "react";
import { client } from "../client.ts";

export interface BillingOwner {
  /** An organization's id. Missing for the user. */
  readonly referenceId?: string;
  /** The organization's name. `null` for the user, and while it loads. */
  readonly name: string | null;
}

/** The active organization, or else the user. */
export function useBillingOwner(): BillingOwner {
  const session = client.useSession();
  const id = session.data?.session.activeOrganizationId ?? null;
  const { activeOrganization } = client.$stores;
  // A store loads its value as soon as it has a listener, and without a session there's nothing to load.
  const organization = useSyncExternalStore(
    id === null ? listenToNothing : activeOrganization.listen,
    activeOrganization.get,
    activeOrganization.get,
  );
  if (id === null) return { name: null };
  return { referenceId: id, name: organization.data?.id === id ? organization.data.name : null };
}

const listenToNothing = () => () => {};

export function Pricing(): ReactElement {
  const { referenceId, name } = useBillingOwner();
  return (
    <div className="wide wide-start">
      <PricingTable
        title={name === null ? "Plans and pricing" : `Plans and pricing for ${name}`}
        {...(referenceId === undefined ? {} : { referenceId })}
      />
    </div>
  );
}

export function Billing(): ReactElement {
  const { name, ...owner } = useBillingOwner();
  return (
    <div className="settings">
      <BillingPage title={name === null ? "Billing" : `Billing for ${name}`} {...owner} />
    </div>
  );
}

export function Seller(): ReactElement {
  return (
    <div className="wide wide-start">
      <SellerPage />
    </div>
  );
}
