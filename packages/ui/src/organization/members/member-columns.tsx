/** The columns of the member table. */

import { Badge } from "../../primitives/badge.tsx";
import type { Column } from "../../primitives/data-table.tsx";
import { Person } from "../../primitives/person.tsx";
import { useAuthUi } from "../../provider/context.ts";
import type { MemberDetails } from "../client.ts";
import { useOrganizationUi } from "../ui.ts";
import type { Membership } from "../use-membership.ts";
import { useRoles } from "../use-roles.ts";
import { MemberMenu } from "./member-menu.tsx";
import { nameOfMember } from "./member-rights.ts";
import { MemberRole } from "./member-role.tsx";
import type { RoleChanges } from "./use-role-changes.ts";

/** What the cells need. */
export interface MemberColumnsOptions {
  readonly membership: Membership;
  readonly changes: RoleChanges;
  onChanged(): Promise<void>;
}

/** Member, role, when they joined, and a menu. */
export function useMemberColumns(options: MemberColumnsOptions): readonly Column<MemberDetails>[] {
  const { membership, changes, onChanged } = options;
  const { texts } = useAuthUi();
  const { members } = useOrganizationUi().texts;
  const assignable = useRoles(membership);
  return [
    {
      id: "name",
      title: members.person,
      sortable: true,
      cell: (member) => (
        <Person
          name={nameOfMember(member)}
          image={member.user.image}
          detail={member.user.name ? member.user.email : null}
          badge={
            member.id === membership.member.id ? (
              <Badge>{members.you}</Badge>
            ) : member.suspendedAt ? (
              <Badge tone="warning">{members.suspended}</Badge>
            ) : null
          }
        />
      ),
    },
    {
      id: "role",
      title: members.role,
      cell: (member) => (
        <MemberRole member={member} membership={membership} assignable={assignable} changes={changes} />
      ),
    },
    {
      id: "createdAt",
      title: members.since,
      sortable: true,
      // The role is a control on a separate line.
      phone: "hidden",
      cell: ({ createdAt }) => (
        <span className="lk-whole">{createdAt.toLocaleDateString(texts.language, { dateStyle: "medium" })}</span>
      ),
    },
    {
      id: "actions",
      title: members.more,
      hideTitle: true,
      cell: (member) => <MemberMenu member={member} membership={membership} onChanged={onChanged} />,
    },
  ];
}
