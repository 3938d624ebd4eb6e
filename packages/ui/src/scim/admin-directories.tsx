/** The admin page with the directories of all organizations. */

import { type ReactElement, useState } from "react";
import { AdminGate } from "../admin/access.tsx";
import { AdminScreen } from "../admin/admin-screen.tsx";
import { AllListPage, useAdminPermission } from "../admin/all-list.tsx";
import { usePagination } from "../primitives/use-pagination.ts";
import { useQuery } from "../primitives/use-query.ts";
import { DirectoryList } from "./directory-list.tsx";
import { useScimClient, useScimUi } from "./ui.ts";

/** Props for `AdminDirectories`. */
export interface AdminDirectoriesProps {
  readonly className?: string;
}

/**
 * The directories of all organizations: an admin page, which `scimUi()` adds at `{path}/directory`. Admins see what
 * each of them changed, turn them off, and replace tokens.
 */
export function AdminDirectories({ className }: AdminDirectoriesProps): ReactElement {
  return (
    <AdminScreen className={className}>
      <Directories />
    </AdminScreen>
  );
}

function Directories(): ReactElement {
  const { title } = useScimUi().texts.all;
  return (
    <AdminGate title={title} resource="scim" action="read" code="YOU_ARE_NOT_ALLOWED_TO_MANAGE_SCIM">
      <AllDirectories />
    </AdminGate>
  );
}

type State = "on" | "off" | "idle";
const states: readonly State[] = ["on", "off", "idle"];
const pageSize = 20;

function AllDirectories(): ReactElement {
  const client = useScimClient();
  const words = useScimUi().texts;
  const can = useAdminPermission();
  const pages = usePagination();
  const [state, setState] = useState<State | "">("");
  const query = {
    limit: pageSize,
    ...(state === "" ? {} : { state }),
    ...(pages.cursor === null ? {} : { cursor: pages.cursor }),
  };
  const { data, error, reload } = useQuery(
    "/scim/list-all-connections",
    `${state} ${pages.cursor}`,
    () => client.scim.listAllConnections({ query }),
    () => true,
  );
  return (
    <DirectoryList
      connections={data?.connections ?? null}
      error={error}
      reload={reload}
      can={can}
      membership={null}
      none={state === "" ? words.none : words.all.noMatches}
      noneText={state === "" ? words.all.noneText : undefined}
      ownerOf={({ organizationId }) => data?.organizations[organizationId]?.name ?? organizationId}
    >
      {(_, list) => (
        <AllListPage
          title={words.all.title}
          text={words.all.text}
          filter={{
            label: words.all.state,
            options: states.map((value) => ({ value, label: words.all.states[value] })),
          }}
          state={state}
          onState={setState}
          pages={pages}
          items={data?.connections}
          error={error}
          nextCursor={data?.nextCursor ?? null}
        >
          {list}
        </AllListPage>
      )}
    </DirectoryList>
  );
}
