/** What the user can do with a member. The server checks it again. */

import { type MemberDetails, roleNamesOf } from "../client.ts";
import type { Membership } from "../use-membership.ts";

/** Path of the call that changes a member's roles. */
export const changeRolePath = "/organization/update-member-role";
/** Path of the call that removes a member. */
export const removePath = "/organization/remove-member";

/** Returns the name to show for a member. */
export function nameOfMember({ user }: Pick<MemberDetails, "user">): string {
  return user.name || user.email || user.id;
}

/** Whether the user can change this member's roles. Only owners can add or remove owners. */
export function canChangeRole(membership: Membership, member: MemberDetails, creatorRole: string): boolean {
  return membership.canDo("member:update", changeRolePath) && !isAbove(membership, member, creatorRole);
}

/** Whether the user can remove this member. Users leave in the danger zone instead. */
export function canRemove(membership: Membership, member: MemberDetails, creatorRole: string): boolean {
  const isSelf = member.id === membership.member.id;
  return membership.canDo("member:delete", removePath) && !isSelf && !isAbove(membership, member, creatorRole);
}

function isAbove({ member: self }: Membership, member: MemberDetails, creatorRole: string): boolean {
  return roleNamesOf(member.role).includes(creatorRole) && !roleNamesOf(self.role).includes(creatorRole);
}

/** Whether this member is the only owner, as far as the loaded members tell. */
export function isOnlyOwner({ organization }: Membership, member: MemberDetails, creatorRole: string): boolean {
  const { members, membersTotal } = organization;
  if (!roleNamesOf(member.role).includes(creatorRole) || members.length < membersTotal) return false;
  return members.filter(({ role }) => roleNamesOf(role).includes(creatorRole)).length === 1;
}
