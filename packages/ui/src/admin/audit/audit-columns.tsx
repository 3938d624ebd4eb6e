/** The audit log's columns. */

import type { AuditRecord } from "@latchkey/admin";
import type { ReactElement } from "react";
import type { Column } from "../../primitives/data-table.tsx";
import { EventCode } from "../../primitives/event-code.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { timeAgoAtStart } from "../../sessions/time-ago.ts";
import { fillCount } from "../../texts/texts.ts";
import { useAdminUi } from "../plugin.tsx";
import { otherTarget, sentenceOf } from "./describe.ts";
import { Actor, type People, PersonName } from "./person-name.tsx";
import { useDetails } from "./use-details.ts";

/**
 * Returns the columns.
 * @param isOfUser whether all entries are about one user, whose page shows them
 */
export function useAuditColumns(people: People, isOfUser = false): readonly Column<AuditRecord>[] {
  const { audit } = useAdminUi().texts;
  const columns: readonly Column<AuditRecord>[] = [
    {
      id: "when",
      title: audit.when,
      width: "184px",
      phone: "meta",
      cell: ({ createdAt }) => <EventTime date={createdAt} />,
    },
    {
      id: "action",
      title: audit.action,
      width: isOfUser ? "31%" : "18%",
      phone: "title",
      cell: (record) => <EventSentence record={record} />,
    },
    {
      id: "who",
      title: audit.who,
      width: isOfUser ? "22%" : "15%",
      phone: "meta",
      titleOnPhone: isOfUser,
      cell: (record) => (
        <span>
          <Actor record={record} people={people} />
        </span>
      ),
    },
    {
      id: "whom",
      title: audit.whom,
      width: "18%",
      phone: "meta",
      cell: (record) => <TargetCell record={record} people={people} />,
    },
    { id: "details", title: audit.details, phone: "hidden", cell: (record) => <Details record={record} /> },
    {
      id: "where",
      title: audit.where,
      width: "128px",
      phone: "hidden",
      cell: ({ ipAddress }) =>
        ipAddress === null ? null : (
          <bdi className="lk-truncate" title={ipAddress}>
            {ipAddress}
          </bdi>
        ),
    },
  ];
  return isOfUser ? columns.filter(({ id }) => id !== "whom" && id !== "where") : columns;
}

/** The exact time, or on narrow screens how long ago it was. */
function EventTime({ date }: { readonly date: Date }): ReactElement {
  const { language } = useAuthUi().texts;
  return (
    <time
      className="lk-whole"
      dateTime={date.toISOString()}
      title={date.toLocaleString(language, { dateStyle: "full", timeStyle: "long" })}
    >
      <span className="lk-wide-only">{date.toLocaleString(language, { dateStyle: "medium", timeStyle: "short" })}</span>
      <span className="lk-narrow-only">{timeAgoAtStart(date, new Date(), language)}</span>
    </time>
  );
}

/** What happened, in words. */
export function EventSentence({ record }: { readonly record: AuditRecord }): ReactElement {
  const { texts } = useAuthUi();
  const { audit } = useAdminUi().texts;
  const { action, count } = record;
  if (!Object.hasOwn(audit.actions, action)) return <EventCode code={action} />;
  const sentence = sentenceOf(action, audit);
  return <>{count && count > 1 ? fillCount(texts, audit.counted, count, { action: sentence }) : sentence}</>;
}

interface TargetProps {
  readonly record: AuditRecord;
  readonly people: People;
}

/** The target. Narrow screens omit it if it's the actor, since they show both without headings. */
function TargetCell({ record, people }: TargetProps): ReactElement | null {
  const { audit } = useAdminUi().texts;
  if (targetUserOf(record) === null && otherTarget(record, audit) === null) return null;
  const isActor = record.actorId !== null && targetUserOf(record) === record.actorId;
  return (
    <span className={isActor ? "lk-wide-only" : "lk-target"}>
      <Target record={record} people={people} />
    </span>
  );
}

/** The user whom the event is about. An invitation is about an email. */
function targetUserOf({ action, userId }: AuditRecord): string | null {
  return action.startsWith("invitation.") ? null : userId;
}

/** The person, or else the team, role, organization, or invited email. */
export function Target({ record, people }: TargetProps): ReactElement | null {
  const { audit } = useAdminUi().texts;
  const userId = targetUserOf(record);
  if (userId !== null) return <PersonName id={userId} people={people} />;
  const other = otherTarget(record, audit);
  return other === null ? null : (
    <bdi className="lk-name" title={other}>
      {other}
    </bdi>
  );
}

function Details({ record }: { readonly record: AuditRecord }): ReactElement | null {
  const details = useDetails()(record);
  return details === null ? null : (
    <bdi className="lk-audit-details" title={details}>
      {details}
    </bdi>
  );
}
