/** The audit log: who did what, to whom, when, and from where. */

import type { AuditRecord } from "@latchkey/admin";
import { type ReactElement, type ReactNode, useState } from "react";
import { Card } from "../primitives/card.tsx";
import { type Column, DataTable, Pager } from "../primitives/data-table.tsx";
import { LoadError } from "../primitives/load-error.tsx";
import { SelectField } from "../primitives/select-field.tsx";
import { usePagination } from "../primitives/use-pagination.ts";
import { useQuery } from "../primitives/use-query.ts";
import { useAuthUi } from "../provider/context.ts";
import { SetupBoundary } from "../provider/setup-boundary.tsx";
import { fill } from "../texts/texts.ts";
import { useAdminClient } from "./client.ts";
import { useAdminUi } from "./plugin.tsx";

/** Props of `AuditTrail`. */
export interface AuditTrailProps {
  /** Shows only events whose target is this user. */
  readonly userId?: string;
  /** Events per page. Default: 20. */
  readonly pageSize?: number;
  readonly className?: string;
}

/** The audit log, newest events first. */
export function AuditTrail(props: AuditTrailProps): ReactElement {
  return (
    <SetupBoundary>
      <AuditTrailContent {...props} />
    </SetupBoundary>
  );
}

function AuditTrailContent({ userId, pageSize = 20, className }: AuditTrailProps): ReactElement {
  const client = useAdminClient();
  const { Link } = useAuthUi();
  const { texts: own, path } = useAdminUi();
  const [action, setAction] = useState("");
  const pages = usePagination();
  const query = {
    limit: pageSize,
    ...(userId === undefined ? {} : { userId }),
    ...(action === "" ? {} : { action }),
    ...(pages.cursor === null ? {} : { cursor: pages.cursor }),
  };
  const families = Object.entries(own.audit.families).map(([value, label]) => ({ value, label }));
  const choices = [{ value: "", label: own.audit.anyAction }, ...families];
  const key = JSON.stringify(query);
  const { data, error, isPending, reload } = useQuery(
    key,
    () => client.admin.listAudit({ query }),
    () => true,
  );
  const person = (id: string | null): ReactNode => {
    if (id === null) return own.audit.app;
    const known = data && Object.hasOwn(data.people, id) ? data.people[id] : undefined;
    // A deleted user only has an id.
    if (!known) {
      return (
        <span>
          <code className="lk-code">{id.slice(0, 8)}</code>
        </span>
      );
    }
    return (
      <Link href={`${path}/users/${id}`} className="lk-link">
        {known.name || known.email}
      </Link>
    );
  };
  const columns = useColumns(person, userId === undefined);
  const nextCursor = data?.nextCursor ?? null;
  return (
    <Card
      full={userId === undefined}
      wide
      title={userId === undefined ? own.audit.title : own.audit.titleOfUser}
      subtitle={own.audit.subtitle}
      className={className}
    >
      <div className="lk-toolbar">
        <SelectField
          label={own.audit.action}
          options={choices}
          value={action}
          onChange={(event) => {
            pages.restart();
            setAction(event.currentTarget.value);
          }}
        />
      </div>
      {error ? (
        <LoadError error={error} onRetry={reload} />
      ) : (
        <>
          <DataTable
            caption={own.audit.caption}
            columns={columns}
            rows={data?.records ?? null}
            rowKey={({ id }) => id}
            empty={own.audit.empty}
            busy={isPending}
          />
          <Pager
            summary=""
            onPrevious={pages.number > 0 ? () => pages.previous() : undefined}
            onNext={nextCursor === null ? undefined : () => pages.next(nextCursor)}
          />
        </>
      )}
    </Card>
  );
}

function useColumns(person: (id: string | null) => ReactNode, showUser: boolean): readonly Column<AuditRecord>[] {
  const { language } = useAuthUi().texts;
  const { audit } = useAdminUi().texts;
  const who = ({ action, actorId, onBehalfOf }: AuditRecord): ReactNode => {
    // A failed attempt isn't the app's own action. No one knows whose it is.
    if (actorId === null && action.endsWith(".failed")) return audit.unknown;
    if (onBehalfOf === null) return person(actorId);
    const [before = "", between = "", after = ""] = fill(audit.onBehalf, { admin: "\n", actor: "\n" }).split("\n");
    return (
      <span>
        {before}
        {person(onBehalfOf)}
        {between}
        {person(actorId)}
        {after}
      </span>
    );
  };
  return [
    {
      id: "when",
      title: audit.when,
      cell: ({ createdAt }) => (
        <time dateTime={createdAt.toISOString()}>
          {createdAt.toLocaleString(language, { dateStyle: "medium", timeStyle: "short" })}
        </time>
      ),
    },
    {
      id: "action",
      title: audit.action,
      cell: ({ action, count }) => {
        const text = audit.actions[action];
        if (text === undefined) return <code className="lk-code">{action}</code>;
        return count && count > 1 ? fill(audit.counted, { action: text, count: String(count) }) : text;
      },
    },
    { id: "who", title: audit.who, cell: who },
    ...(showUser
      ? [{ id: "whom", title: audit.whom, cell: ({ userId }: AuditRecord) => (userId === null ? "" : person(userId)) }]
      : []),
    {
      id: "where",
      title: audit.where,
      cell: ({ ipAddress }) => (ipAddress === null ? null : <span className="lk-address">{ipAddress}</span>),
    },
  ];
}
