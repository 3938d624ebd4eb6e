/** Changes roles optimistically: the row shows the new role, and the old one again if the server rejects the change. */

import { useRef, useState } from "react";
import { useToast } from "../../primitives/toast.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { errorText, fill } from "../../texts/texts.ts";
import { type MemberDetails, roleNamesOf, useOrganizationClient } from "../client.ts";
import { useOrganizationUi } from "../ui.ts";
import { nameOfMember } from "./member-rights.ts";

/** The role changes on a page. */
export interface RoleChanges {
  /** The roles to show for a member. */
  rolesOf(member: MemberDetails): readonly string[];
  /** Why the last change to a member's roles failed. */
  problemOf(member: MemberDetails): string | null;
  change(member: MemberDetails, roles: readonly string[]): Promise<void>;
}

/**
 * Returns the roles to show, and a function to change them.
 * @param reload loads the members again after a change
 */
export function useRoleChanges(reload: () => Promise<void>): RoleChanges {
  const client = useOrganizationClient();
  const { texts } = useAuthUi();
  const { members } = useOrganizationUi().texts;
  const toast = useToast();
  const [pendingRoles, setPendingRoles] = useState<ReadonlyMap<string, string>>(new Map());
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  // Undo can run after later renders.
  const latest = useRef(reload);
  latest.current = reload;

  const send = async (member: MemberDetails, role: string, undo: string | null): Promise<void> => {
    const { id: memberId, organizationId } = member;
    setPendingRoles((before) => new Map(before).set(memberId, role));
    setProblems((before) => without(before, memberId));
    const { error } = await client.organization.updateMemberRole({ memberId, organizationId, role: roleNamesOf(role) });
    if (error) {
      setPendingRoles((before) => without(before, memberId));
      setProblems((before) => new Map(before).set(memberId, errorText(texts, error)));
      return;
    }
    const text = fill(members.roleSaved, { name: nameOfMember(member) });
    toast(undo === null ? { text } : { text, onUndo: () => void send(member, undo, null) });
    await latest.current();
    setPendingRoles((before) => without(before, memberId));
  };
  return {
    rolesOf: ({ id, role }) => roleNamesOf(pendingRoles.get(id) ?? role),
    problemOf: ({ id }) => problems.get(id) ?? null,
    change: (member, roles) => send(member, roles.join(","), member.role),
  };
}

function without(map: ReadonlyMap<string, string>, key: string): ReadonlyMap<string, string> {
  const next = new Map(map);
  next.delete(key);
  return next;
}
