/** A field that finds a member by name or email. */

import { type ReactElement, useState } from "react";
import { Avatar } from "../../primitives/avatar.tsx";
import { Combobox } from "../../primitives/combobox.tsx";
import { useQuery } from "../../primitives/use-query.ts";
import { type MemberDetails, useOrganizationClient } from "../client.ts";
import { useOrganizationUi } from "../ui.ts";
import { nameOfMember } from "./member-rights.ts";

export interface MemberSearchProps {
  readonly label: string;
  readonly organizationId: string;
  /** Ids of users who can't be chosen. */
  readonly excluded: readonly string[];
  /** Why users can't be chosen. Without it, they aren't listed. */
  readonly excludedNote?: string;
  /** Whether the suggestions have their own place, so that they don't cover the buttons of a dialog. */
  readonly inline?: boolean;
  onSelect(member: MemberDetails): void;
}

/** How many suggestions to show. */
const limit = 10;

/** The server searches, because an organization can have thousands of members. */
export function MemberSearch(props: MemberSearchProps): ReactElement {
  const { label, organizationId, excluded, excludedNote, inline = false, onSelect } = props;
  const client = useOrganizationClient();
  const { noResults } = useOrganizationUi().texts.teams;
  const [search, setSearch] = useState("");
  const { data, isPending } = useQuery(
    "/organization/list-members",
    `${organizationId} ${search}`,
    () => client.organization.listMembers({ query: { organizationId, limit, ...(search === "" ? {} : { search }) } }),
    () => true,
  );
  const members = data?.members ?? [];
  const listed = excludedNote === undefined ? members.filter(({ userId }) => !excluded.includes(userId)) : members;
  return (
    <Combobox
      inline={inline}
      label={label}
      loading={isPending}
      empty={noResults}
      onSearch={setSearch}
      options={listed.map((member) => {
        const isExcluded = excluded.includes(member.userId);
        return {
          value: member.id,
          label: nameOfMember(member),
          description: isExcluded ? excludedNote : (member.user.email ?? undefined),
          icon: <Avatar size="small" name={nameOfMember(member)} image={member.user.image} />,
          disabled: isExcluded,
        };
      })}
      onSelect={(id) => {
        const found = members.find((one) => one.id === id);
        if (found) onSelect(found);
      }}
    />
  );
}
