/** Renders its content for the active organization, and remounts it when the organization changes. */

import { Fragment, type ReactElement } from "react";
import { WithUser } from "../session-gate/with-user.tsx";
import type { MemberDetails, OrganizationDetails } from "./client.ts";
import { useActiveMembership } from "./use-active-membership.ts";

/** The active organization and the user's membership, passed to cards. */
export interface Membership {
  readonly organization: OrganizationDetails;
  /** The signed-in user's membership. */
  readonly member: MemberDetails;
}

export interface WithOrganizationProps {
  children(membership: Membership): ReactElement | null;
}

/** Renders nothing if no one is signed in or no organization is active. */
export function WithOrganization({ children }: WithOrganizationProps): ReactElement {
  return <WithUser>{() => <WithActiveOrganization>{children}</WithActiveOrganization>}</WithUser>;
}

function WithActiveOrganization({ children }: WithOrganizationProps): ReactElement | null {
  const { organization, member } = useActiveMembership();
  if (!organization || !member) return null;
  return <Fragment key={organization.id}>{children({ organization, member })}</Fragment>;
}
