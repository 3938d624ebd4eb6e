/** Renders a section for the active organization, and remounts it when the organization changes. */

import { Fragment, type ReactElement } from "react";
import { RowGroup } from "../primitives/row.tsx";
import { Screen } from "../primitives/screen.tsx";
import { WithUser } from "../session-gate/with-user.tsx";
import { type Membership, useMembership } from "./use-membership.ts";

/** Props of each section of the organization page. */
export interface OrganizationSectionProps {
  /** Whether the user navigated to it, so that its heading gets focus. */
  readonly focusOnMount?: boolean;
}

export interface SectionFrameProps {
  children(membership: Membership): ReactElement | null;
}

/** Renders nothing if no one is signed in or no organization is active. */
export function SectionFrame({ children }: SectionFrameProps): ReactElement {
  return <WithUser>{() => <WithMembership>{children}</WithMembership>}</WithUser>;
}

function WithMembership({ children }: SectionFrameProps): ReactElement | null {
  const { membership } = useMembership();
  if (!membership) return null;
  return (
    <Screen className="lk-settings-part">
      <RowGroup>
        <Fragment key={membership.organization.id}>{children(membership)}</Fragment>
      </RowGroup>
    </Screen>
  );
}
