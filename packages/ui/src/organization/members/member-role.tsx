/** A member's role in the table: a select, or a panel with checkboxes for several roles. */

import { type ReactElement, useId, useState } from "react";
import { Button } from "../../primitives/button.tsx";
import { Icon } from "../../primitives/icons.tsx";
import { NameList } from "../../primitives/name-list.tsx";
import { Popover } from "../../primitives/popover.tsx";
import { SelectField, type SelectOption } from "../../primitives/select-field.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { joinNames } from "../../texts/join-names.ts";
import { fill } from "../../texts/texts.ts";
import type { MemberDetails } from "../client.ts";
import { useOrganizationUi } from "../ui.ts";
import type { Membership } from "../use-membership.ts";
import { useRoleNames } from "../use-roles.ts";
import { useOrganizationServer } from "../use-server.ts";
import { canChangeRole, isOnlyOwner, nameOfMember } from "./member-rights.ts";
import type { RoleChanges } from "./use-role-changes.ts";

export interface MemberRoleProps {
  readonly member: MemberDetails;
  readonly membership: Membership;
  /** The roles that the user can assign. */
  readonly assignable: readonly SelectOption[];
  readonly changes: RoleChanges;
}

/** Saves immediately. The only owner's role can't be changed. */
export function MemberRole({ member, membership, assignable, changes }: MemberRoleProps): ReactElement {
  const { language } = useAuthUi().texts;
  const { members } = useOrganizationUi().texts;
  const { creatorRole } = useOrganizationServer();
  const nameOf = useRoleNames();
  const [isSeveral, setSeveral] = useState(false);
  const roles = changes.rolesOf(member);
  const problem = changes.problemOf(member);
  const shown = joinNames(language, roles.map(nameOf));
  if (!canChangeRole(membership, member, creatorRole)) {
    return (
      <span className="lk-truncate" title={shown}>
        <NameList names={roles.map(nameOf)} />
      </span>
    );
  }
  const label = fill(members.roleOf, { name: nameOfMember(member) });
  const isLocked = isOnlyOwner(membership, member, creatorRole);
  // The member's current roles are always listed, even if the user couldn't assign them.
  const missing = roles.filter((name) => !assignable.some(({ value }) => value === name));
  const options = [...assignable, ...missing.map((value) => ({ value, label: nameOf(value) }))];
  const choose = (value: string): void => {
    if (value === several) setSeveral(true);
    else void changes.change(member, [value]);
  };
  const rest = options.length > 1 ? [{ value: several, label: members.severalRoles }] : [];
  return (
    <div className="lk-member-role">
      {isSeveral || roles.length > 1 ? (
        <SeveralRoles
          label={label}
          options={options}
          roles={roles}
          startsOpen={isSeveral}
          onChange={(next) => {
            setSeveral(false);
            if (next) void changes.change(member, next);
          }}
        />
      ) : (
        <SelectField
          plain
          hideLabel
          label={label}
          options={[...options, ...(isLocked ? [] : rest)]}
          value={roles[0] ?? ""}
          disabled={isLocked}
          hint={isLocked ? members.onlyOwner : undefined}
          error={problem}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      )}
      {problem && roles.length > 1 ? (
        <p className="lk-note lk-note-error" role="alert">
          {problem}
        </p>
      ) : null}
    </div>
  );
}

/** Stands for several roles. No role has this name, because commas separate roles. */
const several = ",";

interface SeveralRolesProps {
  readonly label: string;
  readonly options: readonly SelectOption[];
  readonly roles: readonly string[];
  readonly startsOpen: boolean;
  /** Runs when the panel closes. `null` if nothing changed. */
  onChange(roles: readonly string[] | null): void;
}

function SeveralRoles({ label, options, roles, startsOpen, onChange }: SeveralRolesProps): ReactElement {
  const { language } = useAuthUi().texts;
  const id = useId();
  const [open, setOpen] = useState(startsOpen);
  const [chosen, setChosen] = useState<readonly string[]>(roles);
  const shown = options.filter(({ value }) => roles.includes(value)).map((one) => one.label);
  const toggle = (value: string): void => {
    const others = chosen.filter((one) => one !== value);
    const next = others.length < chosen.length ? others : [...chosen, value];
    // A member has at least one role.
    if (next.length > 0) setChosen(next);
  };
  const change = (isOpen: boolean): void => {
    setOpen(isOpen);
    if (isOpen) {
      setChosen(roles);
      return;
    }
    const isSame = chosen.length === roles.length && chosen.every((one) => roles.includes(one));
    onChange(isSame ? null : chosen);
  };
  return (
    <Popover
      label={label}
      open={open}
      onOpenChange={change}
      trigger={
        <Button
          variant="ghost"
          size="small"
          aria-label={`${label}: ${joinNames(language, shown)}`}
          className="lk-member-roles"
        >
          <span className="lk-truncate">
            <NameList names={shown} wrap />
          </span>
          <span className="lk-muted">
            <Icon name="chevron-down" />
          </span>
        </Button>
      }
    >
      {options.map(({ value, label: name }) => (
        <label key={value} className="lk-check">
          <input
            type="checkbox"
            name={`${id} ${value}`}
            checked={chosen.includes(value)}
            onChange={() => toggle(value)}
          />
          <bdi className="lk-option-text">{name}</bdi>
        </label>
      ))}
    </Popover>
  );
}
