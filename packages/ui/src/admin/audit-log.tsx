/** The audit log: who did what, to whom, when, and from where. */

import type { AuditRecord } from "@latchkey/admin";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { DataTable, Pager } from "../primitives/data-table.tsx";
import { ErrorPanel } from "../primitives/error-panel.tsx";
import { Icon } from "../primitives/icons.tsx";
import { useToast } from "../primitives/toast.tsx";
import { usePagination } from "../primitives/use-pagination.ts";
import { useQuery } from "../primitives/use-query.ts";
import { useShowsFilters } from "../primitives/use-shows-filters.ts";
import { useAuthUi } from "../provider/context.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { fill, fillCount } from "../texts/texts.ts";
import { AdminGate } from "./access.tsx";
import { AdminScreen } from "./admin-screen.tsx";
import { useAuditColumns } from "./audit/audit-columns.tsx";
import { AuditDrawer } from "./audit/audit-drawer.tsx";
import { AuditFilterChips } from "./audit/audit-filter-chips.tsx";
import { type AuditFiltersState, useAuditFilters } from "./audit/use-audit-filters.ts";
import { useAuditExport } from "./audit/use-export.ts";
import { useAdminClient } from "./client.ts";
import { PageHeader } from "./page-header.tsx";
import { useAdminUi } from "./plugin.tsx";

/** Props for `AuditLog`. */
export interface AuditLogProps {
  /** Events per page. Default: 20. */
  readonly pageSize?: number;
  /** Whether arrows, Enter, and `?` work while focus is on the list. Default: true. */
  readonly shortcuts?: boolean;
  readonly className?: string;
}

/** The audit log, newest events first. The filters are in the URL. */
export function AuditLog(props: AuditLogProps): ReactElement {
  return (
    <AdminScreen className={props.className}>
      <Log {...props} />
    </AdminScreen>
  );
}

function Log(props: AuditLogProps): ReactElement {
  const { title } = useAdminUi().texts.audit;
  return (
    <AdminGate title={title} resource="audit" action="list" code="YOU_ARE_NOT_ALLOWED_TO_READ_THE_AUDIT_TRAIL">
      <AuditContent {...props} />
    </AdminGate>
  );
}

function AuditContent({ pageSize = 20, shortcuts = true }: AuditLogProps): ReactElement {
  const { audit } = useAdminUi().texts;
  const filters = useAuditFilters();
  const list = useAuditPage(filters, pageSize);
  const [open, setOpen] = useState<AuditRecord | null>(null);
  const people = list.data?.people ?? {};
  const columns = useAuditColumns(people);
  const isEmpty = list.data?.records.length === 0;
  const showsFilters = useShowsFilters(filters.isActive, list.data?.records ?? null, list.error);
  return (
    <div className="lk-admin-page lk-audit">
      <PrintHeader />
      <PageHeader
        title={audit.title}
        text={audit.subtitle}
        actions={isEmpty || list.error ? null : <ExportButton filters={filters} />}
      />
      {showsFilters ? (
        <div className="lk-admin-filters">
          <AuditFilterChips filters={filters} people={people} />
        </div>
      ) : null}
      <div className="lk-table-card">
        <DataTable
          caption={audit.caption}
          columns={columns}
          rows={list.data?.records ?? null}
          rowKey={({ id }) => id}
          empty={
            filters.isActive
              ? { icon: "search", title: audit.noMatches, action: <ClearButton filters={filters} /> }
              : { icon: "clock", title: audit.empty }
          }
          busy={list.isPending}
          onOpen={setOpen}
          shortcuts={shortcuts}
          problem={list.error ? <ErrorPanel error={list.error} onRetry={list.reload} /> : undefined}
        />
      </div>
      {list.onPrevious || list.onNext ? <Pager summary="" onPrevious={list.onPrevious} onNext={list.onNext} /> : null}
      <AuditDrawer
        record={open}
        people={people}
        onFilter={(id, value) => {
          setOpen(null);
          filters.set(id, value);
        }}
        onClose={() => setOpen(null)}
      />
    </div>
  );
}

/** Loads a page. If the filters change, it starts on the first page again. */
function useAuditPage(filters: AuditFiltersState, pageSize: number) {
  const client = useAdminClient();
  const pages = usePagination();
  const lastKey = useRef(filters.key);
  const cursor = lastKey.current === filters.key ? pages.cursor : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the filters change
  useEffect(() => {
    if (lastKey.current === filters.key) return;
    lastKey.current = filters.key;
    pages.restart();
  }, [filters.key]);
  const query = { ...filters.toQuery(), limit: pageSize, ...(cursor === null ? {} : { cursor }) };
  const state = useQuery(
    "/admin/list-audit",
    filters.key === null ? null : `${filters.key} ${cursor}`,
    () => client.admin.listAudit({ query }),
    () => true,
  );
  const next = state.data?.nextCursor ?? null;
  return {
    ...state,
    onPrevious: pages.number > 0 ? () => pages.previous() : undefined,
    onNext: next === null || state.error ? undefined : () => pages.next(next),
  };
}

function ExportButton({ filters }: { readonly filters: AuditFiltersState }): ReactElement {
  const { texts } = useAuthUi();
  const { audit } = useAdminUi().texts;
  const show = useToast();
  const { rows, error, start } = useAuditExport();
  const run = async (): Promise<void> => {
    const exported = await start(filters.toQuery());
    if (!exported) return;
    show({ text: fillCount(texts, exported.isCut ? audit.exportedFirst : audit.exported, exported.rows) });
  };
  return (
    <>
      <ErrorAlert error={error} />
      {rows === null ? null : (
        <span className="lk-note" role="status">
          {fillCount(texts, audit.exporting, rows)}
        </span>
      )}
      <Button variant="secondary" icon={<Icon name="download" />} busy={rows !== null} onClick={() => void run()}>
        {audit.export}
      </Button>
    </>
  );
}

function ClearButton({ filters }: { readonly filters: AuditFiltersState }): ReactElement {
  const { texts } = useAuthUi();
  return (
    <Button variant="secondary" onClick={filters.clear}>
      {texts.clearFilters}
    </Button>
  );
}

/** Names the app and today's date on paper. */
function PrintHeader(): ReactElement | null {
  const { texts } = useAuthUi();
  const { audit } = useAdminUi().texts;
  const app = useCapabilities()?.appName;
  if (!app) return null;
  const date = new Date().toLocaleDateString(texts.language, { dateStyle: "long" });
  return <p className="lk-print-only">{fill(audit.printed, { app, date })}</p>;
}
