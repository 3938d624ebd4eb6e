/** The filters of the audit log, which are in the URL. */

import { useMemo } from "react";
import { replaceSearchParams, useSearchParams } from "../../primitives/use-search-params.ts";
import { parseTimeRange } from "../time-range.ts";

/** The filter names, which are also the URL parameter names. */
export const auditFilterIds = ["actor", "target", "action", "organization", "time"] as const;

/** Name of a filter. */
export type AuditFilterId = (typeof auditFilterIds)[number];

/** The filters, and functions to change them. */
export interface AuditFiltersState {
  /** Filters that aren't set are empty strings. */
  readonly values: Readonly<Record<AuditFilterId, string>>;
  readonly isActive: boolean;
  /** Changes whenever the log has to be loaded again. `null` while the page's URL isn't known. */
  readonly key: string | null;
  /** Input for `client.admin.listAudit`. */
  toQuery(): Readonly<Record<string, unknown>>;
  set(id: AuditFilterId, value: string): void;
  clear(): void;
}

/** Reads the filters from the URL. */
export function useAuditFilters(): AuditFiltersState {
  const params = useSearchParams();
  const text = params?.toString() ?? null;
  const values = useMemo(() => readFilters(new URLSearchParams(text ?? "")), [text]);
  return {
    values,
    isActive: auditFilterIds.some((id) => values[id] !== ""),
    key: text === null ? null : JSON.stringify(values),
    toQuery: () => queryOf(values),
    set: (id, value) => replaceSearchParams({ [id]: value }),
    clear: () => replaceSearchParams(Object.fromEntries(auditFilterIds.map((id) => [id, null]))),
  };
}

function readFilters(params: URLSearchParams): AuditFiltersState["values"] {
  const get = (id: AuditFilterId): string => params.get(id) ?? "";
  return {
    actor: get("actor"),
    target: get("target"),
    action: get("action"),
    organization: get("organization"),
    time: get("time"),
  };
}

function queryOf({
  actor,
  target,
  action,
  organization,
  time,
}: AuditFiltersState["values"]): Readonly<Record<string, unknown>> {
  const range = parseTimeRange(time, new Date());
  return {
    ...(actor === "" ? {} : { actorId: actor }),
    ...(target === "" ? {} : { userId: target }),
    ...(action === "" ? {} : { action }),
    ...(organization === "" ? {} : { organizationId: organization }),
    ...(range?.from ? { from: range.from.toISOString() } : {}),
    ...(range?.to ? { to: range.to.toISOString() } : {}),
  };
}
