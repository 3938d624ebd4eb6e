/** What the calls about members answer, as shapes. */

import { both, list, model, nullable, number, object, type Shape, text } from "@latchkey/core/shapes";
import type { Member } from "../models.ts";
import type { MemberPage, MemberRole, MemberUser, MemberWithUser, RemovedMember } from "./contract.ts";

/** A member, and who it is. */
export const memberWithUserOutput: Shape<MemberWithUser> = both(
  model<Member>("member"),
  object<Pick<MemberWithUser, "user">>({
    user: object<MemberUser>({ id: text, name: text, email: nullable(text), image: nullable(text) }),
  }),
);

/** What `/organization/get-active-member-role` answers. */
export const memberRoleOutput: Shape<MemberRole> = object({ role: text });

/** A page of members. */
export const memberPageOutput: Shape<MemberPage> = object({
  members: list(memberWithUserOutput),
  total: number,
  nextCursor: nullable(text),
});

/** What `/organization/remove-member` answers. */
export const removedMemberOutput: Shape<RemovedMember> = object({ member: memberWithUserOutput });
