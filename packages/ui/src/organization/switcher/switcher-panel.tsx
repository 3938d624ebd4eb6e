/** The content of the organization switcher. */

import { type ReactElement, type ReactNode, useState } from "react";
import { ErrorAlert } from "../../primitives/alert.tsx";
import { Avatar } from "../../primitives/avatar.tsx";
import { Icon, type IconName } from "../../primitives/icons.tsx";
import { SearchField } from "../../primitives/search-field.tsx";
import { useAuthUi } from "../../provider/context.ts";
import type { SignedInUser } from "../../session-gate/with-user.tsx";
import { errorText, fillCount } from "../../texts/texts.ts";
import { useOrganizationClient } from "../client.ts";
import { useOwnInvitations } from "../invitations/use-own-invitations.ts";
import { useOrganizationUi } from "../ui.ts";
import type { Membership } from "../use-membership.ts";
import { useOwnRoles } from "../use-own-roles.ts";
import { useRoleList } from "../use-roles.ts";
import { useOrganizationServer } from "../use-server.ts";
import { ActiveTeam } from "./active-team.tsx";

/** An organization to switch to. The id is `null` for the personal account. */
export interface SwitchTarget {
  readonly id: string | null;
  readonly name: string;
  readonly logo: string | null;
}

export interface SwitcherPanelProps {
  readonly user: SignedInUser;
  readonly membership: Membership | null;
  readonly currentId: string | null;
  readonly personal: boolean;
  readonly problem: string | null;
  onChoose(target: SwitchTarget): void;
  onClose(): void;
  /** Missing if the user can't create organizations. */
  onCreate?(): void;
}

/** The list gets a search field from this length on. */
const searchableCount = 7;

/** Lists the organizations, then the active team, then other actions. */
export function SwitcherPanel(props: SwitcherPanelProps): ReactElement {
  const { user, membership, currentId, personal, problem, onChoose, onClose, onCreate } = props;
  const { texts, navigate, paths } = useAuthUi();
  const { texts: words, path } = useOrganizationUi();
  const { switcher } = words;
  const client = useOrganizationClient();
  const list = client.useListOrganizations();
  const invitations = useOwnInvitations().data?.length ?? 0;
  const listRoles = useRoleList();
  const roleIn = useOwnRoles();
  const hasTeams = useOrganizationServer().teams;
  const [search, setSearch] = useState("");
  const all = list.data ?? [];
  const found = all.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
  const errorMessage = problem ?? (list.error && !list.data ? errorText(texts, list.error) : null);
  const go = (to: string) => () => {
    onClose();
    navigate(to);
  };
  return (
    <div className="lk-switcher-panel">
      {all.length >= searchableCount ? (
        <SearchField label={switcher.search} value={search} onSearch={setSearch} />
      ) : null}
      <ErrorAlert error={errorMessage} />
      <ul className="lk-switcher-list" aria-label={switcher.label} aria-busy={list.isPending || undefined}>
        {personal && search === "" ? (
          <Choice
            name={switcher.personal}
            detail={user.email}
            isCurrent={currentId === null}
            picture={<Avatar size="small" name={user.name || user.email} image={user.image} />}
            onChoose={() => onChoose({ id: null, name: switcher.personal, logo: null })}
          />
        ) : null}
        {found.map(({ id, name, logo }) => (
          <Choice
            key={id}
            name={name}
            detail={listRoles(membership?.organization.id === id ? membership.member.role : roleIn(id))}
            isCurrent={currentId === id}
            picture={<Avatar size="small" shape="square" name={name} image={logo} />}
            onChoose={() => onChoose({ id, name, logo })}
          />
        ))}
      </ul>
      {search !== "" && found.length === 0 ? <p className="lk-note">{switcher.noResults}</p> : null}
      {list.isPending ? <p className="lk-note">{texts.loading}…</p> : null}
      {membership && hasTeams && currentId === membership.organization.id ? (
        <ActiveTeam organizationId={membership.organization.id} />
      ) : null}
      <ul className="lk-switcher-list lk-switcher-actions">
        {membership ? (
          <Action icon="settings" onClick={go(path)}>
            {switcher.settings}
          </Action>
        ) : null}
        {onCreate ? (
          <Action icon="plus" onClick={onCreate}>
            {switcher.create}
          </Action>
        ) : null}
        {invitations > 0 ? (
          <Action icon="mail" onClick={go(`${paths.account}#organizations`)}>
            {fillCount(texts, words.own.count, invitations)}
          </Action>
        ) : null}
      </ul>
    </div>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly detail: string | null;
  readonly isCurrent: boolean;
  readonly picture: ReactElement;
  onChoose(): void;
}

function Choice({ name, detail, isCurrent, picture, onChoose }: ChoiceProps): ReactElement {
  return (
    <li>
      <button
        type="button"
        className="lk-menu-item lk-switcher-item"
        aria-current={isCurrent || undefined}
        onClick={onChoose}
      >
        {picture}
        <span className="lk-list-text">
          <bdi className="lk-truncate" title={name}>
            {name}
          </bdi>
          {detail ? <bdi className="lk-note lk-truncate">{detail}</bdi> : null}
        </span>
        {isCurrent ? <Icon name="check" /> : null}
      </button>
    </li>
  );
}

interface ActionProps {
  readonly icon: IconName;
  readonly children: ReactNode;
  onClick(): void;
}

function Action({ icon, children, onClick }: ActionProps): ReactElement {
  return (
    <li>
      <button type="button" className="lk-menu-item lk-switcher-item" onClick={onClick}>
        <Icon name={icon} />
        {children}
      </button>
    </li>
  );
}
