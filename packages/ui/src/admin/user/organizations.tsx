/** The organizations that a user belongs to. */

import type { ReactElement } from "react";
import { EmptyState } from "../../primitives/empty-state.tsx";
import { ErrorPanel } from "../../primitives/error-panel.tsx";
import { Person } from "../../primitives/person.tsx";
import { Section } from "../../primitives/section.tsx";
import { ItemsSkeleton, Loading } from "../../primitives/skeleton.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { useCapabilities } from "../../provider/use-capabilities.ts";
import { joinNames } from "../../texts/join-names.ts";
import { useAdminAccess } from "../access.tsx";
import { organizationPath } from "../admin-organizations.tsx";
import { rolesOf } from "../client.ts";
import { useAdminUi } from "../plugin.tsx";
import type { UserPageState } from "./use-user-page.ts";

/** Name and role in each organization. Renders nothing if the server doesn't have the organization plugin. */
export function UserOrganizations({ page }: { readonly page: UserPageState }): ReactElement | null {
  const { language } = useAuthUi().texts;
  const { texts, path } = useAdminUi();
  const { organizations: words } = texts;
  const canOpen = useAdminAccess().can("organization", "get");
  const hasOrganizations = Boolean(useCapabilities()?.plugins.organization);
  const { data, error, isOff, reload } = page.organizations;
  if (!hasOrganizations || isOff) return null;
  return (
    <Section title={words.title}>
      {error && !data ? (
        <ErrorPanel error={error} onRetry={reload} />
      ) : (
        <Loading pending={data === null} skeleton={<ItemsSkeleton rows={1} />}>
          <div className="lk-rows">
            {data?.organizations.length === 0 ? <EmptyState title={words.empty} /> : null}
            <ul className="lk-list">
              {data?.organizations.map(({ id, name, logo = null, role }) => (
                <li key={id} className="lk-list-row">
                  <Person
                    name={name}
                    image={logo}
                    detail={joinNames(
                      language,
                      rolesOf({ role }).map((one) => texts.organizationRoles[one] ?? one),
                    )}
                    shape="square"
                    {...(canOpen ? { href: organizationPath(path, id) } : {})}
                  />
                </li>
              ))}
            </ul>
          </div>
        </Loading>
      )}
    </Section>
  );
}
