/** The filters above the user list. */

import type { ReactElement } from "react";
import { type Filter, FilterChips } from "../../primitives/filter-chips.tsx";
import type { SelectOption } from "../../primitives/select-field.tsx";
import { useCapabilities } from "../../provider/use-capabilities.ts";
import { useAdminAccess } from "../access.tsx";
import { useAdminUi } from "../plugin.tsx";
import { useTimeFilter } from "../time-filter.tsx";
import type { UserFilterId, UserFiltersState } from "./use-user-filters.ts";

/** Chips for status, role, verified, two-factor, and created. */
export function UserFilterChips({ filters }: { readonly filters: UserFiltersState }): ReactElement {
  const { users } = useAdminUi().texts;
  const { roles } = useAdminAccess();
  const hasTwoFactor = Boolean(useCapabilities()?.plugins["two-factor"]);
  const { values, setFilter } = filters;
  const created = useTimeFilter("created", users.since, values.created, (value) => setFilter("created", value));
  const filter = (id: UserFilterId, label: string, options: readonly SelectOption[]): Filter => {
    const isKnown = options.some(({ value }) => value === values[id]);
    return { id, label, options, selected: isKnown ? [values[id]] : [] };
  };
  const yesNo = (yes: string, no: string): readonly SelectOption[] => [
    { value: "yes", label: yes },
    { value: "no", label: no },
  ];
  const statuses = [
    { value: "active", label: users.active },
    { value: "banned", label: users.banned },
  ];
  const roleOptions = Object.keys(roles).map((role) => ({ value: role, label: role }));
  return (
    <FilterChips
      filters={[
        filter("status", users.status, statuses),
        filter("role", users.role, roleOptions),
        filter("verified", users.verified, yesNo(users.yes, users.no)),
        ...(hasTwoFactor ? [filter("twoFactor", users.twoFactor, yesNo(users.on, users.off))] : []),
        created,
      ]}
      onChange={(id, [value = ""]) => setFilter(id as UserFilterId, value)}
      onClear={filters.clear}
    />
  );
}
