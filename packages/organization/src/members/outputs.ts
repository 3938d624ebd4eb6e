/** The response shapes for calls about members. */

import { both, list, model, nullable, number, object, record, type Shape, text } from "@latchkey/core/shapes";
import type { Member } from "../models.ts";
import type { ActiveMember, MemberPage, MemberRole, MemberUser, MemberWithUser, RemovedMember } from "./contract.ts";

/** A member with their user. */
export const memberWithUserOutput: Shape<MemberWithUser> = both(
  model<Member>("member"),
  object<Pick<MemberWithUser, "user">>({
    user: object<MemberUser>({ id: text, name: text, email: nullable(text), image: nullable(text) }),
  }),
);

/** Response from `/organization/get-active-member`. */
export const activeMemberOutput: Shape<ActiveMember> = both(
  memberWithUserOutput,
  object<Pick<ActiveMember, "permissions">>({ permissions: record(list(text)) }),
);

/** Response from `/organization/get-active-member-role`. */
export const memberRoleOutput: Shape<MemberRole> = object({ role: text });

/** A page of members. */
export const memberPageOutput: Shape<MemberPage> = object({
  members: list(memberWithUserOutput),
  total: number,
  nextCursor: nullable(text),
});

/** Response from `/organization/remove-member`. */
export const removedMemberOutput: Shape<RemovedMember> = object({ member: memberWithUserOutput });
