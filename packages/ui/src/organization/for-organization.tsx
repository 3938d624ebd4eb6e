/** Shows something of the active organization, and begins anew for the next one. */

import { Fragment, type ReactElement } from "react";
import { ForUser } from "../session-gate/for-user.tsx";
import type { ShownMember, ShownOrganization } from "./client.ts";
import { useActive } from "./use-active.ts";

/** What a card of an organization gets. */
export interface InOrganization {
  readonly organization: ShownOrganization;
  /** The person's own membership. */
  readonly member: ShownMember;
}

export interface ForOrganizationProps {
  children(here: InOrganization): ReactElement | null;
}

/** Nothing where nobody is signed in, or no organization is active. */
export function ForOrganization({ children }: ForOrganizationProps): ReactElement {
  return <ForUser>{() => <InActive>{children}</InActive>}</ForUser>;
}

function InActive({ children }: ForOrganizationProps): ReactElement | null {
  const { organization, member } = useActive();
  if (!organization || !member) return null;
  return <Fragment key={organization.id}>{children({ organization, member })}</Fragment>;
}
