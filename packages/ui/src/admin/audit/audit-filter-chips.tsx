/** The filters above the audit log. */

import { type FormEvent, Fragment, type ReactElement, useId, useState } from "react";
import { Avatar } from "../../primitives/avatar.tsx";
import { Button } from "../../primitives/button.tsx";
import { Combobox } from "../../primitives/combobox.tsx";
import { Field } from "../../primitives/field.tsx";
import { type Filter, FilterChips } from "../../primitives/filter-chips.tsx";
import { textOf } from "../../primitives/use-form.ts";
import { useQuery } from "../../primitives/use-query.ts";
import { useCapabilities } from "../../provider/use-capabilities.ts";
import { fill } from "../../texts/texts.ts";
import { useAdminAccess } from "../access.tsx";
import { nameOf, useAdminClient } from "../client.ts";
import { useAdminUi } from "../plugin.tsx";
import { useTimeFilter } from "../time-filter.tsx";
import { sentenceOf } from "./describe.ts";
import type { People } from "./person-name.tsx";
import type { AuditFilterId, AuditFiltersState } from "./use-audit-filters.ts";

/** Props for `AuditFilterChips`. */
export interface AuditFilterChipsProps {
  readonly filters: AuditFiltersState;
  /** The users that the listed entries mention. */
  readonly people: People;
}

/** Chips for actor, target, event, organization, and time. */
export function AuditFilterChips({ filters, people }: AuditFilterChipsProps): ReactElement {
  const { audit } = useAdminUi().texts;
  const hasOrganizations = Boolean(useCapabilities()?.plugins.organization);
  const { values, set } = filters;
  const time = useTimeFilter("time", audit.time, values.time, (value) => set("time", value));
  const filter = (id: AuditFilterId, label: string, summary: string, content: Filter["content"]): Filter => ({
    id,
    label,
    options: [],
    selected: values[id] === "" ? [] : [values[id]],
    summary,
    ...(content ? { content } : {}),
  });
  const person = (id: "actor" | "target", label: string): Filter => {
    const person = Object.hasOwn(people, values[id]) ? people[values[id]] : undefined;
    return filter(id, label, person ? nameOf(person) : values[id].slice(0, 8), (close) => (
      <UserChoice
        onChoose={(userId) => {
          set(id, userId);
          close();
        }}
      />
    ));
  };
  const actionLabel = values.action.endsWith(".")
    ? (audit.families[values.action] ?? values.action)
    : sentenceOf(values.action, audit);
  return (
    <FilterChips
      filters={[
        person("actor", audit.who),
        person("target", audit.whom),
        // The panel stays open, because arrow keys choose while they move.
        filter("action", audit.action, actionLabel, () => (
          <ActionChoices value={values.action} onChoose={(action) => set("action", action)} />
        )),
        ...(hasOrganizations
          ? [
              filter("organization", audit.organization, values.organization.slice(0, 8), (close) => (
                <IdForm
                  label={audit.organizationId}
                  onChoose={(id) => {
                    set("organization", id);
                    close();
                  }}
                />
              )),
            ]
          : []),
        time,
      ]}
      onChange={(id, [value = ""]) => set(id as AuditFilterId, value)}
      onClear={filters.clear}
    />
  );
}

/** Searches for a user. Admins who can't list users enter an id. */
function UserChoice({ onChoose }: { onChoose(userId: string): void }): ReactElement {
  const { audit } = useAdminUi().texts;
  const access = useAdminAccess();
  return access.can("user", "list") ? (
    <UserSearch onChoose={onChoose} />
  ) : (
    <IdForm label={audit.userId} onChoose={onChoose} />
  );
}

/** How many users are suggested. */
const suggestions = 8;

function UserSearch({ onChoose }: { onChoose(userId: string): void }): ReactElement {
  const client = useAdminClient();
  const { audit } = useAdminUi().texts;
  const [search, setSearch] = useState("");
  const query = {
    limit: suggestions,
    ...(search === "" ? {} : ({ searchField: "any", searchValue: search } as const)),
  };
  const { data, isPending } = useQuery(
    "/admin/list-users",
    search,
    () => client.admin.listUsers({ query }),
    () => true,
  );
  return (
    <Combobox
      label={audit.findUser}
      options={(data?.users ?? []).map((user) => ({
        value: user.id,
        label: nameOf(user),
        description: user.email,
        icon: <Avatar size="small" name={nameOf(user)} image={user.image} />,
      }))}
      loading={isPending}
      onSearch={setSearch}
      onSelect={onChoose}
    />
  );
}

interface IdFormProps {
  readonly label: string;
  onChoose(id: string): void;
}

function IdForm({ label, onChoose }: IdFormProps): ReactElement {
  const { audit } = useAdminUi().texts;
  const apply = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onChoose(textOf(new FormData(event.currentTarget), "id").trim());
  };
  return (
    <form className="lk-form lk-filter-form" onSubmit={apply}>
      <Field label={label} name="id" autoComplete="off" required />
      <Button type="submit" variant="secondary" size="small">
        {audit.apply}
      </Button>
    </form>
  );
}

interface ActionChoicesProps {
  readonly value: string;
  onChoose(action: string): void;
}

/** The plugin that records each group of actions, unless it's core or the admin plugin. */
const pluginOf: Readonly<Record<string, string>> = {
  "two-factor.": "two-factor",
  "organization.": "organization",
  "member.": "organization",
  "invitation.": "organization",
  "team.": "organization",
  "role.": "organization",
  "billing.": "billing",
};

/** The actions in groups, without those of plugins that the server lacks. */
function ActionChoices({ value, onChoose }: ActionChoicesProps): ReactElement {
  const { audit } = useAdminUi().texts;
  const capabilities = useCapabilities();
  const name = useId();
  const choice = (action: string, label: string): ReactElement => (
    <label className="lk-check">
      <input type="radio" name={name} checked={action === value} onChange={() => onChoose(action)} />
      <span className="lk-option-text">{label}</span>
    </label>
  );
  const families = Object.entries(audit.families).filter(([prefix]) => {
    const plugin = pluginOf[prefix];
    return plugin === undefined || Boolean(capabilities?.plugins[plugin]);
  });
  return (
    <>
      {families.map(([prefix, label]) => (
        <fieldset key={prefix} className="lk-filter-group">
          <legend className="lk-menu-label">{label}</legend>
          {choice(prefix, fill(audit.wholeFamily, { group: label }))}
          {Object.keys(audit.actions)
            .filter((action) => action.startsWith(prefix))
            .map((action) => (
              <Fragment key={action}>{choice(action, sentenceOf(action, audit))}</Fragment>
            ))}
        </fieldset>
      ))}
    </>
  );
}
