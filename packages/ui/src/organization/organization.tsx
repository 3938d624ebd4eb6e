/** The organization's page. */

import { type ReactElement, useEffect, useRef, useState } from "react";
import { ErrorPanel } from "../primitives/error-panel.tsx";
import type { IconName } from "../primitives/icons.tsx";
import { Screen } from "../primitives/screen.tsx";
import { SettingsLayout } from "../primitives/section.tsx";
import { SettingsSkeleton } from "../primitives/settings-skeleton.tsx";
import { Loading, RowsSkeleton } from "../primitives/skeleton.tsx";
import { useSection } from "../primitives/use-section.ts";
import { useAuthUi } from "../provider/context.ts";
import { usePageMemory } from "../provider/page-memory.tsx";
import { SetupBoundary } from "../provider/setup-boundary.tsx";
import type { AccountSection } from "../provider/types.ts";
import { useCanCall } from "../provider/use-can-call.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { RequireSession } from "../session-gate/require-session.tsx";
import { isOpenInvitation } from "./invitations/invitation-status.ts";
import { canSeeInvitations, OrganizationInvitations } from "./invitations/invitations.tsx";
import { OrganizationMembers } from "./members/members.tsx";
import { OrganizationRoles } from "./roles/roles.tsx";
import { OrganizationDanger } from "./settings/danger.tsx";
import { OrganizationGeneral } from "./settings/general.tsx";
import { OwnOrganizations } from "./switcher/own-organizations.tsx";
import { OrganizationTeams } from "./teams/teams.tsx";
import type { OrganizationTexts } from "./texts.ts";
import { useOrganizationUi } from "./ui.ts";
import { type Membership, useMembership } from "./use-membership.ts";
import { useOrganizationServer } from "./use-server.ts";

/** Props for `Organization`. */
export interface OrganizationProps {
  readonly className?: string;
  /** Default: the organization's name. */
  readonly title?: string;
}

/**
 * Members, invitations, teams, roles, and settings of the active organization. If none is active, it lists the user's
 * organizations. The section is in the URL's fragment, such as `#teams`.
 */
export function Organization(props: OrganizationProps): ReactElement {
  const { texts } = useOrganizationUi();
  return (
    <RequireSession loading={<SettingsSkeleton className={props.className} title={props.title ?? texts.menu} />}>
      <Page {...props} />
    </RequireSession>
  );
}

function Page({ className, title }: OrganizationProps): ReactElement {
  const { texts } = useOrganizationUi();
  const { membership, isPending, error, refetch } = useMembership();
  const isLoading = useCapabilities() === undefined || isPending;
  if (membership && !isLoading) {
    return <Sections key={membership.organization.id} membership={membership} className={className} title={title} />;
  }
  return (
    <Screen className={className}>
      <div className="lk-settings">
        <h1 className="lk-title lk-title-page lk-settings-title">{title ?? texts.menu}</h1>
        {error ? <ErrorPanel error={error} onRetry={refetch} /> : null}
        {error ? null : (
          <Loading pending={isLoading} skeleton={<RowsSkeleton rows={4} />}>
            <OwnOrganizations />
          </Loading>
        )}
      </div>
    </Screen>
  );
}

interface SectionsProps {
  readonly membership: Membership;
  readonly className: string | undefined;
  readonly title: string | undefined;
}

function Sections({ membership, className, title }: SectionsProps): ReactElement {
  const { texts } = useOrganizationUi();
  const sections = useSections(membership);
  const current = useSection(sections.map(({ id }) => id));
  const { organization } = membership;
  // The first section is where the page starts, so it doesn't take focus.
  const isFirst = useRef(true);
  const { isRunning } = usePageMemory();
  const [isArrival] = useState(isRunning);
  useEffect(() => {
    isFirst.current = false;
  }, []);
  const items = sections.map(({ id, title: name, icon, count }) => ({
    id,
    title: name,
    href: `#${id}`,
    icon,
    count: count || undefined,
  }));
  const Current = sections.find(({ id }) => id === current)?.Section;
  return (
    <SettingsLayout
      title={title ?? <bdi>{organization.name}</bdi>}
      nav={{ label: texts.nav, items, current }}
      className={className}
      focusIfLost={isArrival}
    >
      <SetupBoundary key={current}>{Current ? <Current focusOnMount={!isFirst.current} /> : null}</SetupBoundary>
    </SettingsLayout>
  );
}

interface PageSection extends Pick<AccountSection, "id" | "title" | "Section"> {
  readonly icon: IconName;
  readonly count?: number;
}

/** The sections that this member can see on this server, in the order of the navigation. */
function useSections(membership: Membership): readonly PageSection[] {
  const { organization, can, canDo } = membership;
  const canCall = useCanCall();
  const { texts } = useOrganizationUi();
  const { plugins } = useAuthUi();
  const capabilities = useCapabilities() ?? null;
  const { teams, dynamicRoles } = useOrganizationServer();
  const pending = organization.invitations.filter(isOpenInvitation).length;
  const added = plugins
    .flatMap(({ organization: part }) => part?.sections ?? [])
    .filter(({ isAvailable, path = [], permission }) => {
      const isPermitted = permission === undefined || can(permission);
      return isPermitted && canCall(path) !== false && (isAvailable?.(capabilities) ?? true);
    });
  const shown = {
    members: canCall("/organization/list-members") !== false,
    invitations: canSeeInvitations(membership),
    teams: teams && canCall("/organization/list-user-teams") !== false,
    roles: dynamicRoles && canDo("ac:read", "/organization/list-roles"),
  };
  return [...firstSections(texts, pending).filter(({ id }) => shown[id]), ...general(texts), ...added, danger(texts)];
}

type FirstSection = PageSection & { readonly id: "members" | "invitations" | "teams" | "roles" };

const firstSections = (texts: OrganizationTexts, pending: number): readonly FirstSection[] => [
  { id: "members", title: texts.members.title, icon: "users", Section: OrganizationMembers },
  {
    id: "invitations",
    title: texts.invitations.title,
    icon: "mail",
    Section: OrganizationInvitations,
    count: pending,
  },
  { id: "teams", title: texts.teams.title, icon: "hash", Section: OrganizationTeams },
  { id: "roles", title: texts.roles.title, icon: "shield", Section: OrganizationRoles },
];

const general = ({ general: words }: OrganizationTexts): readonly PageSection[] => [
  { id: "general", title: words.nav, icon: "settings", Section: OrganizationGeneral },
];

const danger = ({ danger: words }: OrganizationTexts): PageSection => ({
  id: "danger",
  title: words.title,
  icon: "triangle-alert",
  Section: OrganizationDanger,
});
