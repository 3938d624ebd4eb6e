/** The admin pages with the domains and the identity providers of all organizations. */

import { type ReactElement, useState } from "react";
import { AdminGate } from "../admin/access.tsx";
import { AdminScreen } from "../admin/admin-screen.tsx";
import { AllListPage, useAdminPermission } from "../admin/all-list.tsx";
import { useConsumedParams } from "../primitives/use-consumed-params.ts";
import { usePagination } from "../primitives/use-pagination.ts";
import { useQuery } from "../primitives/use-query.ts";
import { DomainList } from "./domain-list.tsx";
import { ProviderList } from "./provider-list.tsx";
import { resultsParam } from "./setup/calls.ts";
import { useSsoClient, useSsoUi } from "./ui.ts";

/** Props for `AdminDomains` and `AdminProviders`. */
export interface AdminSsoProps {
  readonly className?: string;
}

const needed = { resource: "sso", action: "read", code: "YOU_ARE_NOT_ALLOWED_TO_MANAGE_SSO" } as const;
const pageSize = 20;

/** The domains of all organizations: an admin page, which `ssoUi()` adds at `{path}/domains`. */
export function AdminDomains({ className }: AdminSsoProps): ReactElement {
  return (
    <AdminScreen className={className}>
      <Domains />
    </AdminScreen>
  );
}

function Domains(): ReactElement {
  const { title } = useSsoUi().texts.domains;
  return (
    <AdminGate title={title} {...needed}>
      <AllDomains />
    </AdminGate>
  );
}

/** The identity providers of all organizations: an admin page, which `ssoUi()` adds at `{path}/sso`. */
export function AdminProviders({ className }: AdminSsoProps): ReactElement {
  return (
    <AdminScreen className={className}>
      <Providers />
    </AdminScreen>
  );
}

function Providers(): ReactElement {
  const { title } = useSsoUi().texts.providers;
  return (
    <AdminGate title={title} {...needed}>
      <AllProviders />
    </AdminGate>
  );
}

/** The chosen state, and the query of its current page. */
function useStateFilter<State extends string>() {
  const pages = usePagination();
  const [state, setState] = useState<State | "">("");
  const query = {
    limit: pageSize,
    ...(state === "" ? {} : { state }),
    ...(pages.cursor === null ? {} : { cursor: pages.cursor }),
  };
  return { pages, state, setState, query, key: `${state} ${pages.cursor}` };
}

const domainStates = ["verified", "pending", "failing"] as const;

function AllDomains(): ReactElement {
  const client = useSsoClient();
  const { domains: words, all } = useSsoUi().texts;
  const { pages, state, setState, query, key } = useStateFilter<(typeof domainStates)[number]>();
  const { data, error, reload } = useQuery(
    "/sso/list-all-domains",
    key,
    () => client.sso.listAllDomains({ query }),
    () => true,
  );
  return (
    <DomainList
      domains={data?.domains ?? null}
      error={error}
      reload={reload}
      can={useAdminPermission()}
      organizationId={null}
      none={state === "" ? words.none : all.noDomains}
      noneText={state === "" ? all.noDomainsText : undefined}
      ownerOf={({ organizationId }) => data?.organizations[organizationId]?.name ?? organizationId}
    >
      {(_, list) => (
        <AllListPage
          title={words.title}
          text={all.domainsText}
          filter={{ label: all.state, options: domainStates.map((value) => ({ value, label: words[value] })) }}
          state={state}
          onState={setState}
          pages={pages}
          items={data?.domains}
          error={error}
          nextCursor={data?.nextCursor ?? null}
        >
          {list}
        </AllListPage>
      )}
    </DomainList>
  );
}

const providerStates = ["on", "off", "expiring"] as const;

function AllProviders(): ReactElement {
  const client = useSsoClient();
  const { providers: words, all } = useSsoUi().texts;
  const tested = useConsumedParams([resultsParam, "error", "error_description"], undefined)?.get(resultsParam) ?? null;
  const { pages, state, setState, query, key } = useStateFilter<(typeof providerStates)[number]>();
  const { data, error, reload } = useQuery(
    "/sso/list-all-providers",
    key,
    () => client.sso.listAllProviders({ query }),
    () => true,
  );
  return (
    <ProviderList
      providers={data?.providers ?? null}
      error={error}
      reload={reload}
      can={useAdminPermission()}
      membership={null}
      tested={tested}
      none={state === "" ? words.none : all.noProviders}
      noneText={state === "" ? all.noProvidersText : undefined}
      ownerOf={({ organizationId }) => data?.organizations[organizationId]?.name ?? organizationId}
    >
      {(list) => (
        <AllListPage
          title={words.title}
          text={all.providersText}
          filter={{
            label: all.state,
            options: providerStates.map((value) => ({ value, label: all.providerStates[value] })),
          }}
          state={state}
          onState={setState}
          pages={pages}
          items={data?.providers}
          error={error}
          nextCursor={data?.nextCursor ?? null}
        >
          {list}
        </AllListPage>
      )}
    </ProviderList>
  );
}
