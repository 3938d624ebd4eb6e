/** The list of all customers, with the user or organization of each. */

import type { SellerCustomer } from "@latchkey/billing";
import { type ReactElement, useState } from "react";
import { Badge } from "../../primitives/badge.tsx";
import { Button } from "../../primitives/button.tsx";
import type { Column } from "../../primitives/data-table.tsx";
import { SearchField } from "../../primitives/search-field.tsx";
import { usePagination } from "../../primitives/use-pagination.ts";
import { useAuthUi } from "../../provider/context.ts";
import { fill } from "../../texts/texts.ts";
import { useBillingCapabilities } from "../access.ts";
import { useBillingClient } from "../client.ts";
import { useBillingUi } from "../ui.ts";
import { CustomerName } from "./customer-name.tsx";
import { customerTitle, LinkDialog } from "./link-dialog.tsx";
import { type ListProps, SellerList } from "./seller-list.tsx";

export function SellerCustomers({ pageSize }: ListProps): ReactElement {
  const client = useBillingClient();
  const { customers } = useBillingUi().texts.seller;
  const [search, setSearch] = useState("");
  const pages = usePagination();
  const canLink = useBillingCapabilities()?.linkCustomers ?? false;
  const [linking, setLinking] = useState<SellerCustomer | null>(null);
  // Reloads the page after a customer was linked.
  const [links, setLinks] = useState(0);
  const find = (text: string): void => {
    pages.restart();
    setSearch(text);
  };
  const list = (
    <SellerList
      path="/billing/seller/customers"
      pageSize={pageSize}
      pages={pages}
      filter={`${links} ${search}`}
      caption={customers.caption}
      empty={customers.empty}
      columns={useColumns(canLink ? setLinking : undefined)}
      toolbar={<SearchField label={customers.search} value={search} onSearch={find} />}
      read={async (page) => {
        const query = { ...page, ...(search === "" ? {} : { search }) };
        const { data, error } = await client.billing.seller.customers({ query });
        return error ? { data: null, error } : { data: { ...data, rows: data.customers }, error: null };
      }}
    />
  );
  const close = (): void => setLinking(null);
  const finish = (): void => {
    close();
    setLinks(links + 1);
  };
  return (
    <>
      {list}
      {linking ? <LinkDialog customer={linking} onLinked={finish} onClose={close} /> : null}
    </>
  );
}

/** Prefix of an organization's external id. */
const organizations = "org_";

/** @param onLink opens the dialog for a customer who isn't linked */
function useColumns(onLink: ((customer: SellerCustomer) => void) | undefined): readonly Column<SellerCustomer>[] {
  const { language } = useAuthUi().texts;
  const { customers } = useBillingUi().texts.seller;
  return [
    {
      id: "customer",
      title: customers.customer,
      cell: ({ id, name, email, deletedAt }) => (
        <CustomerName
          id={id}
          name={name}
          email={email}
          badge={deletedAt ? <Badge tone="destructive">{customers.deleted}</Badge> : null}
        />
      ),
    },
    {
      id: "owner",
      title: customers.owner,
      cell: (customer) => <Owner customer={customer} />,
    },
    {
      id: "since",
      title: customers.since,
      cell: ({ createdAt }) =>
        createdAt ? (
          <time className="lk-whole" dateTime={createdAt.toISOString()}>
            {createdAt.toLocaleDateString(language, { dateStyle: "medium" })}
          </time>
        ) : null,
    },
    ...(onLink ? [linkColumn(customers.link, onLink)] : []),
  ];
}

function linkColumn(title: string, onLink: LinkButtonProps["onLink"]): Column<SellerCustomer> {
  return {
    id: "link",
    title,
    hideTitle: true,
    align: "end",
    cell: (customer) =>
      customer.externalId === null && !customer.deletedAt ? <LinkButton customer={customer} onLink={onLink} /> : null,
  };
}

interface LinkButtonProps {
  readonly customer: SellerCustomer;
  onLink(customer: SellerCustomer): void;
}

function LinkButton({ customer, onLink }: LinkButtonProps): ReactElement {
  const { customers } = useBillingUi().texts.seller;
  return (
    <Button
      variant="secondary"
      size="small"
      aria-label={fill(customers.linkOf, { customer: customerTitle(customer) })}
      onClick={() => onLink(customer)}
    >
      {customers.link}
    </Button>
  );
}

function Owner({ customer: { externalId } }: { readonly customer: SellerCustomer }): ReactElement {
  const { customers } = useBillingUi().texts.seller;
  if (externalId === null) return <span className="lk-note">{customers.nobody}</span>;
  const isOrganization = externalId.startsWith(organizations);
  const id = isOrganization ? externalId.slice(organizations.length) : externalId;
  return (
    <>
      {isOrganization ? customers.organization : customers.person}{" "}
      <bdi className="lk-code" title={id}>
        {id.slice(0, 8)}
      </bdi>
    </>
  );
}
