/** The active organization and the user's permissions in it. */

import type { Team } from "@latchkey/organization";
import type { ClientError } from "@latchkey/react";
import { turnedOff } from "../primitives/use-query.ts";
import type { CallPaths } from "../provider/call-paths.ts";
import { type CanCall, useCanCall } from "../provider/use-can-call.ts";
import { useStoreIf } from "../provider/use-store-if.ts";
import { type OrganizationDetails, type OwnMember, useOrganizationClient } from "./client.ts";

/** Whether the user has a permission, such as `member:update`. The server checks it again. */
export type HasPermission = (permission: string) => boolean;

/** The active organization. On a server without teams, `teams` is empty. */
export type ActiveOrganization = OrganizationDetails & { readonly teams: readonly Team[] };

/** The active organization, and the user's membership in it. */
export interface Membership {
  readonly organization: ActiveOrganization;
  readonly member: OwnMember;
  readonly can: HasPermission;
  /** Whether the user has a permission, and the server has the call that it's for. */
  canDo(permission: string, path: CallPaths): boolean;
}

/** The membership, and whether it's loaded. */
export interface MembershipState {
  /** `null` if no organization is active, or while loading. */
  readonly membership: Membership | null;
  readonly isPending: boolean;
  readonly error: ClientError | null;
  /** Reloads the organization and the membership. */
  refetch(): Promise<void>;
}

/** Returns the active organization with the user's membership. Without an active one, it sends no request. */
export function useMembership(): MembershipState {
  const client = useOrganizationClient();
  const session = client.useSession();
  const canCall = useCanCall();
  const canRead = canCall(["/organization/get-full-organization", "/organization/get-active-member"]);
  const hasActive = readActiveId(session.data?.session) !== null;
  const isWanted = hasActive && canRead === true;
  const active = useStoreIf(client.$stores.activeOrganization, isWanted);
  const ownMember = useStoreIf(client.$stores.activeMember, isWanted);
  // A store keeps its data when a read fails, but a removed member must no longer see it.
  const isOut = active.error?.code === "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION";
  const organization = isOut || !isWanted ? null : active.data;
  const member = organization && ownMember.data?.organizationId === organization.id ? ownMember.data : null;
  const error = isOut || !isWanted ? null : (active.error ?? (organization && !member ? ownMember.error : null));
  const isLoading = isWanted && (active.isPending || (organization !== null && member === null));
  return {
    membership:
      organization && member
        ? {
            organization: { ...organization, teams: organization.teams ?? [] },
            member,
            ...permissionsOf(member, canCall),
          }
        : null,
    isPending: session.isPending || (hasActive && canRead === undefined) || (isLoading && error === null),
    error: hasActive && canRead === false ? turnedOff : error,
    refetch: async () => void (await Promise.all([active.refetch(), ownMember.refetch()])),
  };
}

/** Returns the id of the session's active organization. */
export function readActiveId(session: object | undefined): string | null {
  const id = session && "activeOrganizationId" in session ? session.activeOrganizationId : null;
  return typeof id === "string" ? id : null;
}

/** Returns the id of the session's active team. */
export function readActiveTeamId(session: object | undefined): string | null {
  const id = session && "activeTeamId" in session ? session.activeTeamId : null;
  return typeof id === "string" ? id : null;
}

function permissionsOf({ permissions }: OwnMember, canCall: CanCall): Pick<Membership, "can" | "canDo"> {
  const can: HasPermission = (permission) => {
    const [resource = "", action = ""] = permission.split(":");
    return (Object.hasOwn(permissions, resource) && permissions[resource]?.includes(action)) || false;
  };
  return { can, canDo: (permission, path) => can(permission) && canCall(path) !== false };
}
