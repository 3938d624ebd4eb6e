/** The section of the organization page with its audit log. */

import type { AuditPage } from "@latchkey/events";
import { type ReactElement, type ReactNode, useState } from "react";
import { type OrganizationSectionProps, SectionFrame } from "../organization/section-frame.tsx";
import type { Membership } from "../organization/use-membership.ts";
import { CopyButton } from "../primitives/copy-button.tsx";
import { type Column, DataTable, Pager } from "../primitives/data-table.tsx";
import { Drawer } from "../primitives/drawer.tsx";
import { ErrorPanel, isDenied } from "../primitives/error-panel.tsx";
import { EventCode } from "../primitives/event-code.tsx";
import { FilterChips } from "../primitives/filter-chips.tsx";
import { Section } from "../primitives/section.tsx";
import { usePagination } from "../primitives/use-pagination.ts";
import { useQuery } from "../primitives/use-query.ts";
import { useShowsFilters } from "../primitives/use-shows-filters.ts";
import { useAuthUi } from "../provider/context.ts";
import { fill } from "../texts/texts.ts";
import { ExportButtons } from "./export-buttons.tsx";
import { organizationFamilies } from "./families.ts";
import { useEventsClient, useEventsUi } from "./ui.ts";

type AuditEntry = AuditPage["records"][number];

/** The active organization's audit log: a section of the organization page, which `eventsUi()` adds. */
export function AuditTrail({ focusOnMount = false }: OrganizationSectionProps): ReactElement {
  return (
    <SectionFrame>{(membership) => <AuditLog membership={membership} focusOnMount={focusOnMount} />}</SectionFrame>
  );
}

interface AuditLogProps {
  readonly membership: Membership;
  readonly focusOnMount: boolean;
}

/** Hours of the spans to filter by. */
const spans = { day: 24, week: 168, month: 720 } as const;
type SpanName = keyof typeof spans;

/** What the list and the export show. */
interface AuditLogFilters {
  /** The beginning of the action, such as `member.`. Empty for all actions. */
  readonly action: string;
  readonly span: SpanName | "";
  /** The start of the span. Fixed once chosen, so that pages continue the same list. */
  readonly from: Date | null;
}

const noFilters: AuditLogFilters = { action: "", span: "", from: null };
const pageSize = 20;

function AuditLog({ membership, focusOnMount }: AuditLogProps): ReactElement {
  const client = useEventsClient();
  const { auditText, audit } = useEventsUi().texts;
  const [filters, setFilters] = useState(noFilters);
  const [open, setOpen] = useState<AuditEntry | null>(null);
  const pages = usePagination();
  const { id: organizationId } = membership.organization;
  const { action, span, from } = filters;
  const query = { organizationId, ...(action === "" ? {} : { action }), ...(from ? { from } : {}) };
  const page = { limit: pageSize, ...(pages.cursor === null ? {} : { cursor: pages.cursor }) };
  const { data, error, isPending, reload } = useQuery(
    "/audit/list",
    `${organizationId} ${action} ${span} ${pages.cursor}`,
    () => client.audit.list({ query: { ...query, ...page } }),
    () => true,
  );
  const columns = useColumns(data?.people ?? {});
  const filter = (change: Partial<AuditLogFilters>): void => {
    pages.restart();
    setFilters({ ...filters, ...change });
  };
  const next = data?.nextCursor ?? null;
  const isFiltered = action !== "" || span !== "";
  const records = data?.records ?? null;
  const canExport = membership.can("audit:export") && records !== null && records.length > 0 && !isDenied(error);
  const showsFilters = useShowsFilters(isFiltered, records, error);
  return (
    <Section
      title={audit.title}
      text={auditText}
      focusOnMount={focusOnMount}
      actions={canExport ? <ExportButtons query={query} /> : null}
    >
      {showsFilters ? <AuditLogFilterChips filters={filters} onChange={filter} /> : null}
      <div className="lk-table-card">
        <DataTable
          caption={audit.caption}
          columns={columns}
          rows={records}
          rowKey={({ id }) => id}
          empty={isFiltered ? { icon: "search", title: audit.noMatches } : { icon: "clock", title: audit.empty }}
          busy={isPending}
          onOpen={setOpen}
          problem={error ? <ErrorPanel error={error} onRetry={reload} /> : undefined}
        />
      </div>
      {pages.number > 0 || next !== null ? (
        <Pager
          summary=""
          onPrevious={pages.number > 0 ? () => pages.previous() : undefined}
          onNext={next === null ? undefined : () => pages.next(next)}
        />
      ) : null}
      <EntryDrawer entry={open} columns={columns} onClose={() => setOpen(null)} />
    </Section>
  );
}

interface AuditLogFilterChipsProps {
  readonly filters: AuditLogFilters;
  onChange(change: Partial<AuditLogFilters>): void;
}

function AuditLogFilterChips({ filters: { action, span }, onChange }: AuditLogFilterChipsProps): ReactElement {
  const { audit, times } = useEventsUi().texts;
  return (
    <FilterChips
      filters={[
        {
          id: "action",
          label: audit.action,
          options: organizationFamilies
            .filter((family) => Object.hasOwn(audit.families, family))
            .map((family) => ({ value: family, label: audit.families[family] ?? family })),
          selected: action === "" ? [] : [action],
        },
        {
          id: "time",
          label: audit.time,
          options: (["day", "week", "month"] as const).map((value) => ({ value, label: times[value] })),
          selected: span === "" ? [] : [span],
        },
      ]}
      onChange={(id, [value = ""]) => {
        if (id === "action") return onChange({ action: value });
        const chosen = value as SpanName | "";
        const from = chosen === "" ? null : new Date(Date.now() - spans[chosen] * 3_600_000);
        onChange({ span: chosen, from });
      }}
      onClear={() => onChange(noFilters)}
    />
  );
}

function useColumns(people: AuditPage["people"]): readonly Column<AuditEntry>[] {
  const { language } = useAuthUi().texts;
  const { audit } = useEventsUi().texts;
  const nameOf = (id: string): string =>
    (Object.hasOwn(people, id) ? people[id]?.name : undefined) ?? fill(audit.deleted, { id: id.slice(0, 8) });
  const actorOf = ({ actorId, actorType, onBehalfOf }: AuditEntry): string => {
    if (actorId === null) return actorType === "anonymous" ? audit.unknown : audit.app;
    const actor = nameOf(actorId);
    return onBehalfOf === null ? actor : fill(audit.onBehalf, { actor, admin: nameOf(onBehalfOf) });
  };
  return [
    {
      id: "action",
      title: audit.action,
      phone: "title",
      cell: ({ action }) => audit.actions[action] ?? <EventCode code={action} />,
    },
    { id: "who", title: audit.who, width: "26%", phone: "meta", cell: (entry) => <bdi>{actorOf(entry)}</bdi> },
    {
      id: "whom",
      title: audit.whom,
      width: "22%",
      phone: "meta",
      cell: ({ userId, actorId }) =>
        userId === null ? null : (
          <span className={userId === actorId ? "lk-wide-only" : "lk-target"}>
            <bdi>{nameOf(userId)}</bdi>
          </span>
        ),
    },
    {
      id: "when",
      title: audit.when,
      width: "184px",
      phone: "meta",
      cell: ({ createdAt }) => (
        <time className="lk-whole" dateTime={createdAt.toISOString()}>
          {createdAt.toLocaleString(language, { dateStyle: "medium", timeStyle: "short" })}
        </time>
      ),
    },
  ];
}

interface EntryDrawerProps {
  /** `null` if the drawer is closed. */
  readonly entry: AuditEntry | null;
  readonly columns: readonly Column<AuditEntry>[];
  onClose(): void;
}

function EntryDrawer({ entry, columns, onClose }: EntryDrawerProps): ReactElement {
  const { audit } = useEventsUi().texts;
  const { drawer } = audit;
  const more = entry && {
    [audit.where]: entry.ipAddress,
    [drawer.userAgent]: entry.userAgent,
    [drawer.code]: entry.action,
  };
  return (
    <Drawer open={entry !== null} title={drawer.title} onClose={onClose}>
      {entry ? (
        <div className="lk-audit-drawer">
          <dl className="lk-audit-fields">
            {columns.map(({ id, title, cell }) => (
              <Fact key={id} term={title}>
                {cell(entry)}
              </Fact>
            ))}
            {Object.entries(more ?? {}).map(([term, text]) => (
              <Fact key={term} term={term}>
                {text === null ? null : <bdi className="lk-code">{text}</bdi>}
              </Fact>
            ))}
          </dl>
          <div className="lk-actions">
            <CopyButton text={JSON.stringify(entry, null, 2)}>{drawer.copyJson}</CopyButton>
          </div>
        </div>
      ) : null}
    </Drawer>
  );
}

function Fact({ term, children }: { readonly term: string; readonly children: ReactNode }): ReactElement | null {
  if (children === null) return null;
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
