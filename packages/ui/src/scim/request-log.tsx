/** What a directory changed, and what failed. */

import type { ReactElement } from "react";
import { Badge } from "../primitives/badge.tsx";
import { Pager } from "../primitives/data-table.tsx";
import { ErrorPanel } from "../primitives/error-panel.tsx";
import { MetaLine } from "../primitives/meta-line.tsx";
import { ItemsSkeleton, Loading } from "../primitives/skeleton.tsx";
import { usePagination } from "../primitives/use-pagination.ts";
import { useQuery } from "../primitives/use-query.ts";
import { useAuthUi } from "../provider/context.ts";
import { timeAgoAtStart } from "../sessions/time-ago.ts";
import { useScimClient, useScimUi } from "./ui.ts";

/** The requests of a directory, newest first. */
export function RequestLog({ connectionId }: { readonly connectionId: string }): ReactElement {
  const client = useScimClient();
  const { texts } = useAuthUi();
  const words = useScimUi().texts;
  const pages = usePagination();
  const { cursor } = pages;
  const { data, error, isPending, reload } = useQuery(
    "/scim/list-events",
    `${connectionId} ${cursor}`,
    () => client.scim.listEvents({ query: { id: connectionId, limit: 20, ...(cursor === null ? {} : { cursor }) } }),
    () => true,
  );
  const next = data?.nextCursor ?? null;
  return (
    <section className="lk-form">
      <h3 className="lk-part-title">{words.log}</h3>
      {data?.events.length === 0 ? <p className="lk-note">{words.noLog}</p> : null}
      {error && !data ? (
        <ErrorPanel error={error} onRetry={reload} />
      ) : (
        <Loading pending={data === null} skeleton={<ItemsSkeleton icons={false} />}>
          <ul className="lk-rows" aria-label={words.log} aria-busy={isPending}>
            {data?.events.map(({ id, operation, status, detail, at }) => (
              <li key={id} className="lk-device" data-lk="row">
                <div className="lk-list-text">
                  <p className="lk-device-name">
                    <code className="lk-code">{operation}</code>
                    <Badge tone={status < 400 ? "success" : "destructive"}>{String(status)}</Badge>
                  </p>
                  <MetaLine facts={[timeAgoAtStart(at, new Date(), texts.language), detail]} />
                </div>
              </li>
            ))}
          </ul>
        </Loading>
      )}
      {pages.number > 0 || next !== null ? (
        <Pager
          summary=""
          onPrevious={pages.number > 0 ? () => pages.previous() : undefined}
          onNext={next === null ? undefined : () => pages.next(next)}
        />
      ) : null}
    </section>
  );
}
