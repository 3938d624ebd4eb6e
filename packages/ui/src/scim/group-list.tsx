/** A directory's groups, which assign roles and teams to their members. */

import type { ScimGroup } from "@latchkey/scim";
import { type ReactElement, useState } from "react";
import { useOrganizationUi } from "../organization/ui.ts";
import type { Membership } from "../organization/use-membership.ts";
import { useGrantableRoles, useRoleList } from "../organization/use-roles.ts";
import { useOrganizationServer } from "../organization/use-server.ts";
import { ErrorAlert } from "../primitives/alert.tsx";
import { classNames } from "../primitives/class-names.ts";
import { Pager } from "../primitives/data-table.tsx";
import { ErrorPanel } from "../primitives/error-panel.tsx";
import { SelectField, type SelectOption } from "../primitives/select-field.tsx";
import { ItemsSkeleton, Loading } from "../primitives/skeleton.tsx";
import { useToast } from "../primitives/toast.tsx";
import { usePagination } from "../primitives/use-pagination.ts";
import { useQuery } from "../primitives/use-query.ts";
import { useAuthUi } from "../provider/context.ts";
import { errorText, fill } from "../texts/texts.ts";
import { useScimClient, useScimUi } from "./ui.ts";

/** Props for `GroupList`. */
export interface GroupListProps {
  readonly connectionId: string;
  /** Decides which roles the groups can get. If it's `null`, groups are read-only. */
  readonly membership: Membership | null;
}

/** The groups, with the role that each one assigns. */
export function GroupList({ connectionId, membership }: GroupListProps): ReactElement {
  const client = useScimClient();
  const words = useScimUi().texts;
  const listRoles = useRoleList();
  const pages = usePagination();
  const { cursor } = pages;
  const { data, error, isPending, reload } = useQuery(
    "/scim/list-groups",
    `${connectionId} ${cursor}`,
    () => client.scim.listGroups({ query: { id: connectionId, ...(cursor === null ? {} : { cursor }) } }),
    () => true,
  );
  const next = data?.nextCursor ?? null;
  return (
    <section className="lk-form">
      <h3 className="lk-part-title">{words.groups}</h3>
      <p className="lk-note">{data?.groups.length === 0 ? words.noGroups : words.groupsText}</p>
      {error && !data ? (
        <ErrorPanel error={error} onRetry={reload} />
      ) : (
        <Loading pending={data === null} skeleton={<ItemsSkeleton rows={2} icons={false} />}>
          <ul className="lk-rows" aria-label={words.groups} aria-busy={isPending}>
            {data?.groups.map((group) => (
              <li key={group.id} className="lk-device" data-lk="row">
                <div className={classNames("lk-list-text", membership && "lk-form")}>
                  <bdi className="lk-list-title">{group.displayName}</bdi>
                  {membership ? (
                    <GroupMapping group={group} membership={membership} />
                  ) : (
                    <p className="lk-note">{group.role === null ? words.noRole : listRoles(group.role)}</p>
                  )}
                </div>
              </li>
            ))}
          </ul>
        </Loading>
      )}
      {pages.number > 0 || next !== null ? (
        <Pager
          summary=""
          onPrevious={pages.number > 0 ? () => pages.previous() : undefined}
          onNext={next === null ? undefined : () => pages.next(next)}
        />
      ) : null}
    </section>
  );
}

interface GroupMappingProps {
  readonly group: ScimGroup;
  readonly membership: Membership;
}

type Mapping = Pick<ScimGroup, "role" | "teamId">;

/** Chooses the role of a group, and its team if the organization has teams. */
function GroupMapping({ group, membership }: GroupMappingProps): ReactElement {
  const client = useScimClient();
  const { texts } = useAuthUi();
  const words = useScimUi().texts;
  const { members } = useOrganizationUi().texts;
  const showToast = useToast();
  const listRoles = useRoleList();
  const hasTeams = useOrganizationServer().teams;
  const roles = useGrantableRoles(membership);
  const teams = membership.organization.teams.map(({ id, name }) => ({ value: id, label: name }));
  const [mapping, setMapping] = useState<Mapping>({ role: group.role, teamId: group.teamId });
  const [problem, setProblem] = useState<string | null>(null);
  const save = async (change: Partial<Mapping>, saved: string): Promise<void> => {
    const before = mapping;
    setMapping({ ...mapping, ...change });
    setProblem(null);
    const { error } = await client.scim.mapGroup({ groupId: group.id, ...change });
    if (!error) return showToast({ text: saved });
    setMapping(before);
    setProblem(errorText(texts, error));
  };
  const { role, teamId } = mapping;
  return (
    <>
      <div className="lk-tiles">
        <SelectField
          label={members.role}
          aria-label={fill(words.roleOf, { group: group.displayName })}
          name="role"
          value={role ?? ""}
          options={optionsOf(words.noRole, roles, role, listRoles)}
          onChange={({ target }) => void save({ role: target.value || null }, words.roleSaved)}
        />
        {hasTeams ? (
          <SelectField
            label={members.team}
            aria-label={fill(words.teamOf, { group: group.displayName })}
            name="team"
            value={teamId ?? ""}
            options={optionsOf(words.noTeam, teams, teamId, (id) => id ?? "")}
            onChange={({ target }) => void save({ teamId: target.value || null }, words.teamSaved)}
          />
        ) : null}
      </div>
      <ErrorAlert error={problem} />
    </>
  );
}

/** Returns the choices: none, the options, and the current value if it isn't among them. */
function optionsOf(
  none: string,
  options: readonly SelectOption[],
  present: string | null,
  nameOf: (value: string | null) => string,
): readonly SelectOption[] {
  const isListed = present === null || options.some(({ value }) => value === present);
  return [{ value: "", label: none }, ...options, ...(isListed ? [] : [{ value: present, label: nameOf(present) }])];
}
