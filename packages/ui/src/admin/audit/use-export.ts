/** Exports the audit log as CSV. */

import type { AuditRecord } from "@latchkey/admin";
import type { ClientError } from "@latchkey/react";
import { useRef, useState } from "react";
import { useAdminClient } from "../client.ts";
import { saveFile, toCsv, today } from "../csv.ts";
import type { People } from "./person-name.tsx";

/** Maximum rows in a file, so that neither the server nor the browser is overwhelmed. */
export const maxRows = 10_000;
/** The server's maximum. */
const pageSize = 500;

/** The state of the export, and a function to start one. */
export interface AuditExport {
  /** Rows that were read so far. `null` if nothing is being exported. */
  readonly rows: number | null;
  readonly error: ClientError | null;
  /** Reads all pages and saves the file. Resolves to `null` if that fails or an export is already running. */
  start(query: Readonly<Record<string, unknown>>): Promise<{ readonly rows: number; readonly isCut: boolean } | null>;
}

interface ReadLog {
  readonly records: readonly AuditRecord[];
  readonly people: People;
  /** Whether there are more entries than fit in a file. */
  readonly isCut: boolean;
}

/** Exports the audit log entries that match a query. */
export function useAuditExport(): AuditExport {
  const client = useAdminClient();
  const [rows, setRows] = useState<number | null>(null);
  const [error, setError] = useState<ClientError | null>(null);
  const isRunning = useRef(false);
  const read = async (query: Readonly<Record<string, unknown>>): Promise<ReadLog | null> => {
    const records: AuditRecord[] = [];
    let people: People = {};
    let cursor: string | null = null;
    do {
      setRows(records.length);
      const next: Readonly<Record<string, unknown>> = cursor === null ? {} : { cursor };
      const { data, error: failed } = await client.admin.listAudit({ query: { ...query, ...next, limit: pageSize } });
      if (failed) {
        setError(failed);
        return null;
      }
      records.push(...data.records);
      people = { ...people, ...data.people };
      cursor = data.nextCursor;
    } while (cursor !== null && records.length < maxRows);
    return { records, people, isCut: cursor !== null };
  };
  const start: AuditExport["start"] = async (query) => {
    if (isRunning.current) return null;
    isRunning.current = true;
    setError(null);
    const log = await read(query);
    isRunning.current = false;
    setRows(null);
    if (!log) return null;
    saveFile(`audit-log-${today()}.csv`, auditCsv(log.records, log.people));
    return { rows: log.records.length, isCut: log.isCut };
  };
  return { rows, error, start };
}

const columns = [
  "time",
  "action",
  "actorId",
  "actor",
  "onBehalfOf",
  "targetId",
  "target",
  "organizationId",
  "ipAddress",
  "userAgent",
  "count",
  "data",
  "id",
];

/** The entries with the same columns in every language, for tools that read them. */
export function auditCsv(records: readonly AuditRecord[], people: People): string {
  const email = (id: string | null): string =>
    id !== null && Object.hasOwn(people, id) ? (people[id]?.email ?? "") : "";
  return toCsv([
    columns,
    ...records.map((record) => [
      record.createdAt.toISOString(),
      record.action,
      record.actorId ?? "",
      email(record.actorId),
      record.onBehalfOf ?? "",
      record.userId ?? "",
      email(record.userId),
      record.organizationId ?? "",
      record.ipAddress ?? "",
      record.userAgent ?? "",
      record.count ? String(record.count) : "",
      record.data === null || record.data === undefined ? "" : JSON.stringify(record.data),
      record.id,
    ]),
  ]);
}
