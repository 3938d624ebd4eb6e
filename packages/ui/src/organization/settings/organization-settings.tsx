/** Everything that members can see and change of the active organization, card by card. */

import type { ReactElement, ReactNode } from "react";
import { CardLevel } from "../../primitives/card.tsx";
import { classNames } from "../../primitives/class-names.ts";
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
import { useActive } from "../use-active.ts";
import { DangerCard } from "./danger-card.tsx";
import { GeneralCard } from "./general-card.tsx";

/** What `OrganizationSettings` takes. */
export interface OrganizationSettingsProps {
  readonly className?: string;
  /** Default: the organization's name. */
  readonly title?: string;
  /** Instead of the cards of this package: these, in this order. */
  readonly children?: ReactNode;
}

/** The active organization: every card below one another. Where none is active, those to choose from. */
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
  const { organization, isPending, error, refetch } = useActive();
  const isNone = !organization && !isPending && !error;
  return (
    <div className={classNames("lk-stack", className)}>
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
    </div>
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
