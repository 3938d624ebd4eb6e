/** The latest events about one user, on the user's page. */

import type { AuditRecord } from "@latchkey/admin";
import { type ReactElement, useState } from "react";
import { DataTable } from "../../primitives/data-table.tsx";
import { ErrorPanel } from "../../primitives/error-panel.tsx";
import { Section } from "../../primitives/section.tsx";
import { useQuery } from "../../primitives/use-query.ts";
import { useAuthUi } from "../../provider/context.ts";
import { useAdminClient } from "../client.ts";
import { useAdminUi } from "../plugin.tsx";
import { useAuditColumns } from "./audit-columns.tsx";
import { AuditDrawer } from "./audit-drawer.tsx";

/** How many events are shown. */
const shownEvents = 10;

/** Props for `UserAuditLog`. */
export interface UserAuditLogProps {
  readonly userId: string;
  /** A new number loads the events again. */
  readonly revision: number;
}

/** The last ten events, with a link to all of them. */
export function UserAuditLog({ userId, revision }: UserAuditLogProps): ReactElement {
  const client = useAdminClient();
  const { Link } = useAuthUi();
  const { texts, path } = useAdminUi();
  const { audit } = texts;
  const [open, setOpen] = useState<AuditRecord | null>(null);
  const { data, error, isPending, reload } = useQuery(
    "/admin/list-audit",
    `${userId} ${revision}`,
    () => client.admin.listAudit({ query: { userId, limit: shownEvents } }),
    () => true,
  );
  const people = data?.people ?? {};
  const columns = useAuditColumns(people, true);
  const all = (
    <Link href={`${path}/audit?target=${encodeURIComponent(userId)}`} className="lk-link">
      {audit.all}
    </Link>
  );
  return (
    <Section title={audit.titleOfUser} actions={all}>
      <div className="lk-table-card lk-audit">
        <DataTable
          caption={audit.titleOfUser}
          columns={columns}
          rows={data?.records ?? null}
          rowKey={({ id }) => id}
          empty={audit.empty}
          busy={isPending}
          onOpen={setOpen}
          problem={error ? <ErrorPanel error={error} onRetry={reload} /> : undefined}
        />
      </div>
      <AuditDrawer record={open} people={people} onClose={() => setOpen(null)} />
    </Section>
  );
}
