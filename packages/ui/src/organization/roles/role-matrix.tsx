/** A table of what each role allows: actions as rows, roles as columns. */

import type { OrganizationRole } from "@latchkey/organization";
import { Fragment, type ReactElement, useRef, useState } from "react";
import { Icon } from "../../primitives/icons.tsx";
import { SelectField } from "../../primitives/select-field.tsx";
import { useHiddenEnds } from "../../primitives/use-hidden-ends.ts";
import { fill } from "../../texts/texts.ts";
import { useOrganizationUi } from "../ui.ts";
import type { Membership } from "../use-membership.ts";
import { useRoleNames } from "../use-roles.ts";
import { useOrganizationServer } from "../use-server.ts";
import { actionName, resourceName, toPermissions } from "./permissions.ts";
import { useResources } from "./resources.ts";
import { RoleMenu } from "./role-menu.tsx";
import type { RoleDrafts } from "./use-role-drafts.ts";

export interface RoleMatrixProps {
  readonly membership: Membership;
  readonly roles: readonly OrganizationRole[];
  readonly drafts: RoleDrafts;
  onChanged(): Promise<void>;
}

/** A column. Built-in roles have no `role`. */
interface RoleColumn {
  readonly id: string;
  readonly name: string;
  readonly role: OrganizationRole | null;
  /** Why the whole column can't be edited. Empty if there's no reason to show, `null` if it can be edited. */
  readonly lockReason: string | null;
  isAllowed(permission: string): boolean;
}

/** Shows one role at a time on narrow screens. */
export function RoleMatrix({ membership, roles, drafts, onChanged }: RoleMatrixProps): ReactElement {
  const { roles: words } = useOrganizationUi().texts;
  const resources = Object.entries(useResources());
  const columns = useColumns(membership, roles, drafts);
  const [chosen, setChosen] = useState<string | null>(null);
  // Built-in roles can't be edited, so it starts with the first custom one.
  const first = columns.find(({ role }) => role) ?? columns[0];
  const shown = columns.find(({ id }) => id === chosen) ?? first;
  const current = shown?.id;
  const frame = useRef<HTMLElement>(null);
  const [more, measure] = useHiddenEnds(frame, columns.map(({ id }) => id).join());
  return (
    <>
      <div className="lk-matrix-choice">
        <SelectField
          label={words.choose}
          options={columns.map(({ id, name }) => ({ value: id, label: name }))}
          value={current ?? ""}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        {shown ? <ColumnActions column={shown} membership={membership} onChanged={onChanged} /> : null}
      </div>
      <section
        ref={frame}
        className="lk-table-frame lk-matrix-frame"
        aria-label={words.caption}
        data-more={more}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
        tabIndex={0}
        onScroll={measure}
      >
        <table className="lk-table lk-matrix">
          <caption className="lk-hidden">{words.caption}</caption>
          <thead>
            <tr>
              <th scope="col">{words.permission}</th>
              {columns.map((column) => (
                <ColumnHead
                  key={column.id}
                  column={column}
                  isCurrent={column.id === current}
                  membership={membership}
                  onChanged={onChanged}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {resources.map(([resource, actions]) => (
              <Fragment key={resource}>
                <tr className="lk-matrix-resource">
                  <th scope="rowgroup" colSpan={columns.length + 1}>
                    {resourceName(words, resource)}
                  </th>
                </tr>
                {actions.map((action) => (
                  <tr key={action}>
                    <th scope="row">{actionName(words, `${resource}:${action}`)}</th>
                    {columns.map((column) => (
                      <Cell
                        key={column.id}
                        column={column}
                        permission={`${resource}:${action}`}
                        isCurrent={column.id === current}
                        canGrant={membership.can(`${resource}:${action}`)}
                        onToggle={() => column.role && drafts.toggle(column.role, `${resource}:${action}`)}
                      />
                    ))}
                  </tr>
                ))}
              </Fragment>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

/** The built-in roles, and the custom ones. */
function useColumns({ can, canDo }: Membership, roles: readonly OrganizationRole[], drafts: RoleDrafts) {
  const { roles: words } = useOrganizationUi().texts;
  const server = useOrganizationServer();
  const nameOf = useRoleNames();
  const builtIn = Object.entries(server.permissions).map(([role, granted]): RoleColumn => {
    const allowed = new Set(toPermissions(granted));
    const isAllowed = (permission: string): boolean => allowed.has(permission);
    return { id: `built-in ${role}`, name: nameOf(role), role: null, lockReason: words.builtInNote, isAllowed };
  });
  const custom = roles.map((role): RoleColumn => {
    const isWithin = toPermissions(role.permission).every(can);
    const lockReason = canDo("ac:update", "/organization/update-role") ? (isWithin ? null : words.notEditable) : "";
    const isAllowed = (permission: string): boolean => drafts.has(role, permission);
    return { id: role.id, name: role.role, role, lockReason, isAllowed };
  });
  return [...builtIn, ...custom];
}

interface ColumnActionsProps {
  readonly column: RoleColumn;
  readonly membership: Membership;
  onChanged(): Promise<void>;
}

/** The role's menu, or a lock with the reason why it can't be edited. */
function ColumnActions({ column, membership, onChanged }: ColumnActionsProps): ReactElement {
  const { role, lockReason } = column;
  return (
    <>
      {lockReason ? (
        <span className="lk-matrix-locked" title={lockReason}>
          <Icon name="lock" size={14} />
          <span className="lk-hidden">{lockReason}</span>
        </span>
      ) : null}
      {role ? <RoleMenu role={role} membership={membership} onChanged={onChanged} /> : null}
    </>
  );
}

function ColumnHead({ isCurrent, ...props }: ColumnActionsProps & { readonly isCurrent: boolean }): ReactElement {
  const { name, lockReason } = props.column;
  return (
    <th scope="col" data-role-column={isCurrent ? "current" : "other"} title={lockReason || name}>
      <span className="lk-matrix-head">
        <bdi className="lk-truncate">{name}</bdi>
        <ColumnActions {...props} />
      </span>
    </th>
  );
}

interface CellProps {
  readonly column: RoleColumn;
  readonly permission: string;
  readonly isCurrent: boolean;
  readonly canGrant: boolean;
  onToggle(): void;
}

function Cell({ column, permission, isCurrent, canGrant, onToggle }: CellProps): ReactElement {
  const { roles: words } = useOrganizationUi().texts;
  const { name, lockReason, isAllowed } = column;
  const resource = permission.slice(0, permission.indexOf(":"));
  const label = fill(words.allows, {
    role: name,
    action: actionName(words, permission),
    resource: resourceName(words, resource),
  });
  const reason = lockReason ?? (canGrant ? null : words.notGrantable);
  const checked = isAllowed(permission);
  return (
    <td data-role-column={isCurrent ? "current" : "other"} title={reason || undefined}>
      {reason === null ? (
        <input type="checkbox" aria-label={label} checked={checked} onChange={onToggle} />
      ) : (
        <span className="lk-matrix-locked">
          {checked ? <Icon name="check" /> : <span aria-hidden="true">–</span>}
          {checked ? <span className="lk-hidden">{label}</span> : null}
          {lockReason === null ? <Icon name="lock" size={14} /> : null}
          {lockReason === null ? <span className="lk-hidden">{reason}</span> : null}
        </span>
      )}
    </td>
  );
}
