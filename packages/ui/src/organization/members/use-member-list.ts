/** Loads the members of the organization page by page. */

import type { MemberPage } from "@latchkey/organization";
import { useState } from "react";
import type { Sorting } from "../../primitives/data-table.tsx";
import { type Pagination, usePagination } from "../../primitives/use-pagination.ts";
import { type QueryState, useQuery } from "../../primitives/use-query.ts";
import { useOrganizationClient } from "../client.ts";
import type { Membership } from "../use-membership.ts";

/** Rows per page. */
export const pageSize = 20;

/** The search, the filters, and the order. */
export interface MemberQuery {
  readonly search: string;
  readonly role: string | null;
  readonly teamId: string | null;
  readonly sorting: Sorting;
}

/** The members of the current page. */
export interface MemberList extends QueryState<MemberPage> {
  readonly query: MemberQuery;
  readonly pages: Pagination;
  /** Searches or filters, from the first page. */
  change(query: Partial<MemberQuery>): void;
}

const initial: MemberQuery = {
  search: "",
  role: null,
  teamId: null,
  sorting: { by: "createdAt", direction: "asc" },
};

/** Loads the members of the active organization. */
export function useMemberList({ organization }: Membership): MemberList {
  const client = useOrganizationClient();
  const [query, setQuery] = useState(initial);
  const pages = usePagination();
  const { search, role, teamId, sorting } = query;
  const input = {
    organizationId: organization.id,
    limit: pageSize,
    sortBy: sorting.by,
    sortDirection: sorting.direction,
    ...(search === "" ? {} : { search }),
    // Roles of a member are separated by commas.
    ...(role === null ? {} : { filterField: "role", filterOperator: "contains" as const, filterValue: role }),
    ...(teamId === null ? {} : { teamId }),
    ...(pages.cursor === null ? {} : { cursor: pages.cursor }),
  };
  // The store picks up member and role changes from elsewhere, and the new key then reloads the page.
  const storeKey = `${organization.membersTotal} ${organization.members.map((one) => `${one.id} ${one.role}`).join()}`;
  const state = useQuery<MemberPage>(
    "/organization/list-members",
    `${JSON.stringify(input)} ${storeKey}`,
    () => client.organization.listMembers({ query: input }),
    () => true,
  );
  return {
    ...state,
    query,
    pages,
    change(next) {
      pages.restart();
      setQuery({ ...query, ...next });
    },
  };
}
