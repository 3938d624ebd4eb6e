/** The admin page of one organization, with its members. */

import { type ReactElement, useState } from "react";
import { Avatar } from "../primitives/avatar.tsx";
import { Badge } from "../primitives/badge.tsx";
import { type Column, DataTable } from "../primitives/data-table.tsx";
import { ErrorPanel, isDenied } from "../primitives/error-panel.tsx";
import { Icon } from "../primitives/icons.tsx";
import { Person } from "../primitives/person.tsx";
import { SearchField } from "../primitives/search-field.tsx";
import { Section } from "../primitives/section.tsx";
import { Loading } from "../primitives/skeleton.tsx";
import { useQuery } from "../primitives/use-query.ts";
import { useAuthUi } from "../provider/context.ts";
import { fill } from "../texts/texts.ts";
import { AdminGate, useAdminAccess } from "./access.tsx";
import { AdminScreen } from "./admin-screen.tsx";
import {
  type ListedMember,
  type ManagedOrganizationDetails,
  type MemberListPage,
  rolesOf,
  useAdminClient,
} from "./client.ts";
import { ListPager } from "./organizations/list-pager.tsx";
import { useSearchPages } from "./organizations/use-search-pages.ts";
import { PageSkeleton } from "./page-header.tsx";
import { useAdminUi } from "./plugin.tsx";
import { RelativeTime } from "./relative-time.tsx";
import { ShortId } from "./short-id.tsx";

/** Props for `AdminOrganization`. */
export interface AdminOrganizationProps {
  /** The organization's id, from the page's path. */
  readonly organizationId: string;
  readonly className?: string;
}

/** Shows one organization and its members to admins. Nothing can be changed here. */
export function AdminOrganization({ organizationId, className }: AdminOrganizationProps): ReactElement {
  return (
    <AdminScreen className={className}>
      <Organization organizationId={organizationId} />
    </AdminScreen>
  );
}

interface OrganizationProps {
  readonly organizationId: string;
}

function Organization({ organizationId }: OrganizationProps): ReactElement {
  const { organization } = useAdminUi().texts.allOrganizations;
  return (
    <AdminGate
      title={organization}
      resource="organization"
      action="get"
      code="YOU_ARE_NOT_ALLOWED_TO_VIEW_ORGANIZATIONS"
    >
      <OrganizationPage key={organizationId} organizationId={organizationId} />
    </AdminGate>
  );
}

function OrganizationPage({ organizationId }: OrganizationProps): ReactElement {
  const client = useAdminClient();
  const { Link } = useAuthUi();
  const { texts, path } = useAdminUi();
  const canList = useAdminAccess().can("organization", "list");
  const { data, error, reload } = useQuery("/admin/get-organization", organizationId, () =>
    client.admin.getOrganization({ query: { organizationId } }),
  );
  return (
    <div className="lk-admin-page">
      {canList ? (
        <Link href={`${path}/organizations`} className="lk-link lk-back">
          <Icon name="arrow-left" />
          {texts.allOrganizations.back}
        </Link>
      ) : null}
      {error && !data ? (
        <ErrorPanel error={error} onRetry={error.code === "ORGANIZATION_NOT_FOUND" ? undefined : reload} />
      ) : (
        <Loading pending={data === null} skeleton={<PageSkeleton />}>
          {data ? (
            <>
              <OrganizationHeader organization={data} />
              <OrganizationMembers organizationId={organizationId} />
            </>
          ) : null}
        </Loading>
      )}
    </div>
  );
}

function OrganizationHeader({ organization }: { readonly organization: ManagedOrganizationDetails }): ReactElement {
  const { language } = useAuthUi().texts;
  const { allOrganizations } = useAdminUi().texts;
  const { id, name, slug, logo = null, createdAt } = organization;
  const date = createdAt.toLocaleDateString(language, { dateStyle: "long" });
  return (
    <header className="lk-admin-header">
      <Avatar size="large" shape="square" name={name} image={logo} />
      <div className="lk-list-text">
        <h1 className="lk-title lk-title-page lk-admin-name" dir="auto" tabIndex={-1}>
          {name}
        </h1>
        <p className="lk-subtitle lk-break">
          <bdi>{slug}</bdi>
        </p>
        <div className="lk-admin-meta">
          <span className="lk-muted">{fill(allOrganizations.createdOn, { date })}</span>
          <ShortId id={id} />
        </div>
      </div>
    </header>
  );
}

function OrganizationMembers({ organizationId }: OrganizationProps): ReactElement {
  const client = useAdminClient();
  const { navigate } = useAuthUi();
  const { texts, path } = useAdminUi();
  const { allOrganizations } = texts;
  const canOpen = useAdminAccess().can("user", "get");
  const [search, setSearch] = useState("");
  const list = useSearchPages<MemberListPage>("/admin/list-organization-members", search, (page) =>
    client.admin.listOrganizationMembers({ query: { organizationId, ...page, ...(search === "" ? {} : { search }) } }),
  );
  const rows = list.data?.members ?? null;
  const hasMany = search !== "" || list.total > 1;
  const columns = useMemberColumns(canOpen);
  return (
    <Section title={allOrganizations.members}>
      {hasMany && !isDenied(list.error) ? (
        <SearchField label={allOrganizations.searchMembers} value={search} onSearch={setSearch} />
      ) : null}
      <div className="lk-table-card">
        <DataTable
          caption={allOrganizations.members}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          empty={search === "" ? allOrganizations.noMembers : allOrganizations.noMemberMatches}
          hasPictures
          busy={list.isPending}
          onOpen={canOpen ? ({ userId }) => navigate(`${path}/users/${userId}`) : undefined}
          problem={list.error ? <ErrorPanel error={list.error} onRetry={list.reload} /> : undefined}
        />
      </div>
      {list.error ? null : <ListPager list={list} count={rows?.length ?? 0} />}
    </Section>
  );
}

function useMemberColumns(canOpen: boolean): readonly Column<ListedMember>[] {
  const { texts, path } = useAdminUi();
  const { allOrganizations } = texts;
  return [
    {
      id: "name",
      title: allOrganizations.member,
      cell: ({ userId, user, suspendedAt }) => (
        <Person
          name={user.name || (user.email ?? "")}
          image={user.image}
          detail={user.email}
          badge={suspendedAt ? <Badge tone="warning">{allOrganizations.suspended}</Badge> : null}
          {...(canOpen ? { href: `${path}/users/${userId}` } : {})}
        />
      ),
    },
    {
      id: "role",
      title: allOrganizations.role,
      cell: (member) => (
        <span className="lk-badges">
          {rolesOf(member).map((role) => (
            <Badge key={role}>
              <bdi>{texts.organizationRoles[role] ?? role}</bdi>
            </Badge>
          ))}
        </span>
      ),
    },
    {
      id: "createdAt",
      title: allOrganizations.joined,
      phone: "hidden",
      cell: ({ createdAt }) => <RelativeTime date={createdAt} />,
    },
  ];
}
