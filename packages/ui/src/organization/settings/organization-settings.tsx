/** The organization's page, with one card per topic. */

import type { ReactElement, ReactNode } from "react";
import { CardLevel, Stack } from "../../primitives/card.tsx";
import { LoadError } from "../../primitives/load-error.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { RequireSession } from "../../session-gate/require-session.tsx";
import { InvitationsCard } from "../invitations/invitations-card.tsx";
import { OwnInvitations } from "../invitations/own-invitations.tsx";
import { MembersCard } from "../members/members-card.tsx";
import { RolesCard } from "../roles/roles-card.tsx";
import { OrganizationList } from "../switcher/organization-list.tsx";
import { TeamsCard } from "../teams/teams-card.tsx";
import { useOrganizationUi } from "../ui.ts";
import { useActiveMembership } from "../use-active-membership.ts";
import { DangerCard } from "./danger-card.tsx";
import { GeneralCard } from "./general-card.tsx";

/** Props of `OrganizationSettings`. */
export interface OrganizationSettingsProps {
  readonly className?: string;
  /** Default: the organization's name. */
  readonly title?: string;
  /** Cards to show instead of the default ones, in this order. */
  readonly children?: ReactNode;
}

/** All cards of the active organization, one below the other. If none is active, a list to choose from. */
export function OrganizationSettings(props: OrganizationSettingsProps): ReactElement {
  return (
    <RequireSession>
      <Settings {...props} />
    </RequireSession>
  );
}

function Settings({ className, title, children }: OrganizationSettingsProps): ReactElement {
  const { texts } = useAuthUi();
  const { menu } = useOrganizationUi().texts.general;
  const { organization, isPending, error, refetch } = useActiveMembership();
  const isNone = !organization && !isPending && !error;
  return (
    <Stack className={className}>
      <h1 className="lk-title lk-title-page">{title ?? organization?.name ?? menu}</h1>
      {isPending && !organization ? <p className="lk-subtitle">{texts.loading}…</p> : null}
      {error && !organization ? <LoadError error={error} onRetry={refetch} /> : null}
      <CardLevel.Provider value="h2">
        {isNone ? (
          <>
            <OrganizationList />
            <OwnInvitations hideEmpty />
          </>
        ) : null}
        {organization ? (children ?? <Cards />) : null}
      </CardLevel.Provider>
    </Stack>
  );
}

function Cards(): ReactElement {
  const { teams, runTimeRoles } = useOrganizationUi();
  return (
    <>
      <GeneralCard />
      <MembersCard />
      <InvitationsCard />
      {teams ? <TeamsCard /> : null}
      {runTimeRoles ? <RolesCard /> : null}
      <DangerCard />
    </>
  );
}
