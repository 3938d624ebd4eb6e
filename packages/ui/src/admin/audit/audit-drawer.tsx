/** The details of an audit log entry. */

import type { AuditRecord } from "@latchkey/admin";
import type { ReactElement, ReactNode } from "react";
import { Button } from "../../primitives/button.tsx";
import { CopyButton } from "../../primitives/copy-button.tsx";
import { Drawer } from "../../primitives/drawer.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { readDevice } from "../../sessions/device.ts";
import { fill } from "../../texts/texts.ts";
import { useAdminUi } from "../plugin.tsx";
import { EventSentence, Target } from "./audit-columns.tsx";
import { Actor, type People, PersonName } from "./person-name.tsx";
import type { AuditFilterId } from "./use-audit-filters.ts";
import { useDetails } from "./use-details.ts";

/** Props for `AuditDrawer`. */
export interface AuditDrawerProps {
  /** `null` if the drawer is closed. */
  readonly record: AuditRecord | null;
  readonly people: People;
  /** Filters the log. Without it, the drawer has no filter buttons. */
  readonly onFilter?: (id: AuditFilterId, value: string) => void;
  onClose(): void;
}

/** Every field, the data as JSON, and filters for the same actor or target. */
export function AuditDrawer({ record, people, onFilter, onClose }: AuditDrawerProps): ReactElement {
  const { drawer } = useAdminUi().texts.audit;
  return (
    <Drawer open={record !== null} title={record ? <EventSentence record={record} /> : drawer.title} onClose={onClose}>
      {record ? (
        <div className="lk-audit-drawer">
          <Fields record={record} people={people} />
          <div className="lk-actions">
            <CopyButton text={JSON.stringify(record, null, 2)}>{drawer.copyJson}</CopyButton>
            {onFilter ? <FilterButtons record={record} onFilter={onFilter} /> : null}
          </div>
        </div>
      ) : null}
    </Drawer>
  );
}

function Fields({ record, people }: { readonly record: AuditRecord; readonly people: People }): ReactElement {
  const { texts } = useAuthUi();
  const { audit } = useAdminUi().texts;
  const { drawer } = audit;
  const device = readDevice(record.userAgent);
  const deviceName = device ? fill(texts.sessions.device, { browser: device.browser, system: device.system }) : null;
  const details = useDetails()(record);
  const time = record.createdAt.toLocaleString(texts.language, { dateStyle: "full", timeStyle: "long" });
  return (
    <dl className="lk-audit-fields">
      <Item term={audit.when}>{time}</Item>
      <Item term={audit.who}>
        <Actor record={record} people={people} />
      </Item>
      {record.onBehalfOf ? (
        <Item term={drawer.onBehalfOf}>
          <PersonName id={record.onBehalfOf} people={people} />
        </Item>
      ) : null}
      <Item term={audit.whom}>
        <Target record={record} people={people} />
      </Item>
      {details ? (
        <Item term={audit.details}>
          <bdi>{details}</bdi>
        </Item>
      ) : null}
      {record.count ? <Item term={drawer.count}>{record.count.toLocaleString(texts.language)}</Item> : null}
      <Code term={audit.organizationId} text={record.organizationId} />
      <Code term={audit.where} text={record.ipAddress} />
      {record.userAgent ? (
        <Item term={drawer.userAgent}>
          {deviceName}
          <bdi className="lk-note lk-note-lines lk-block">{record.userAgent}</bdi>
        </Item>
      ) : null}
      <Code term={drawer.requestId} text={requestIdOf(record)} />
      <Code term={drawer.code} text={record.action} />
      <Code term={drawer.id} text={record.id} />
      {record.data === null || record.data === undefined ? null : (
        <Item term={drawer.data}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling block must be reachable by keyboard */}
          <pre className="lk-audit-json" dir="ltr" tabIndex={0}>
            {JSON.stringify(record.data, null, 2)}
          </pre>
        </Item>
      )}
    </dl>
  );
}

/** The id that the app's proxy gave the request, for finding it in other logs. */
function requestIdOf({ data }: AuditRecord): string | null {
  const id = (data as { readonly requestId?: unknown } | null | undefined)?.requestId;
  return typeof id === "string" ? id : null;
}

function Item({ term, children }: { readonly term: string; readonly children: ReactNode }): ReactElement {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Code({ term, text }: { readonly term: string; readonly text: string | null }): ReactElement | null {
  return text === null ? null : (
    <Item term={term}>
      <bdi className="lk-code">{text}</bdi>
    </Item>
  );
}

interface FilterButtonsProps extends Pick<AuditDrawerProps, "onFilter"> {
  readonly record: AuditRecord;
  onFilter(id: AuditFilterId, value: string): void;
}

function FilterButtons({ record, onFilter }: FilterButtonsProps): ReactElement {
  const { drawer } = useAdminUi().texts.audit;
  const button = (id: AuditFilterId, value: string | null, label: string): ReactElement | null =>
    value === null ? null : (
      <Button variant="secondary" onClick={() => onFilter(id, value)}>
        {label}
      </Button>
    );
  return (
    <>
      {button("actor", record.actorId, drawer.thisActor)}
      {button("target", record.userId, drawer.thisTarget)}
      {button("organization", record.organizationId, drawer.thisOrganization)}
    </>
  );
}
