/** The responses of the management calls, and the functions that create them from rows. */

import type { RequestContext } from "@latchkey/core/plugin";
import {
  boolean,
  date,
  list,
  literal,
  nullable,
  number,
  object,
  oneOf,
  record,
  type Shape,
  text,
} from "@latchkey/core/shapes";
import type {
  AllScimConnections,
  DeletedScimConnection,
  NewScimToken,
  ScimConnection,
  ScimConnectionWithTokens,
  ScimEvent,
  ScimEventPage,
  ScimGroup,
  ScimGroupPage,
  ScimSetup,
  ScimToken,
} from "./contract.ts";
import { baseLocation } from "./protocol/location.ts";
import type { ScimConnectionRow, ScimEventRow, ScimGroupRow, ScimTokenRow } from "./tables.ts";

const connectionShapes = {
  id: text,
  organizationId: text,
  name: text,
  enabled: boolean,
  defaultRole: text,
  deprovision: oneOf("suspend", "remove"),
  lastRequestAt: nullable(date),
  createdBy: nullable(text),
  createdAt: date,
  baseURL: text,
} as const;

const tokenShapes = { token: text, tokenId: text, expiresAt: nullable(date) } as const;

/** A connection. */
export const connectionOutput: Shape<ScimConnection> = object<ScimConnection>(connectionShapes);

/** A connection with its first token. */
export const newConnectionOutput: Shape<ScimConnection & NewScimToken> = object<ScimConnection & NewScimToken>({
  ...connectionShapes,
  ...tokenShapes,
});

/** Response from `/scim/setup/state`. */
export const setupOutput: Shape<ScimSetup> = object<ScimSetup>({ connection: nullable(connectionOutput) });

/** A new token. */
export const newTokenOutput: Shape<NewScimToken> = object<NewScimToken>(tokenShapes);

/** Response from `/scim/list-connections`. */
export const connectionsOutput: Shape<readonly ScimConnectionWithTokens[]> = list(
  object<ScimConnectionWithTokens>({
    ...connectionShapes,
    tokens: list(
      object<ScimToken>({
        id: text,
        start: text,
        readOnly: boolean,
        expiresAt: nullable(date),
        lastUsedAt: nullable(date),
        graceUntil: nullable(date),
        createdAt: date,
      }),
    ),
  }),
);

/** Response from `/scim/list-all-connections`. */
export const allConnectionsOutput: Shape<AllScimConnections> = object<AllScimConnections>({
  connections: connectionsOutput,
  organizations: record(object<AllScimConnections["organizations"][string]>({ name: text })),
  nextCursor: nullable(text),
});

/** Response from `/scim/delete-connection`. */
export const deletedConnectionOutput: Shape<DeletedScimConnection> = object<DeletedScimConnection>({
  success: literal(true),
  remaining: number,
});

/** A group. */
export const groupOutput: Shape<ScimGroup> = object<ScimGroup>({
  id: text,
  displayName: text,
  role: nullable(text),
  teamId: nullable(text),
  createdAt: date,
  updatedAt: date,
});

/** Response from `/scim/list-groups`. */
export const groupPageOutput: Shape<ScimGroupPage> = object<ScimGroupPage>({
  groups: list(groupOutput),
  nextCursor: nullable(text),
});

/** Response from `/scim/list-events`. */
export const eventPageOutput: Shape<ScimEventPage> = object<ScimEventPage>({
  events: list(object<ScimEvent>({ id: text, operation: text, status: number, detail: nullable(text), at: date })),
  nextCursor: nullable(text),
});

/** Converts a row to the form that responses use. */
export function presentConnection(context: RequestContext, row: ScimConnectionRow): ScimConnection {
  const { id, organizationId, name, enabled, defaultRole, deprovision, lastRequestAt, createdBy, createdAt } = row;
  const baseURL = baseLocation(context);
  return { id, organizationId, name, enabled, defaultRole, deprovision, lastRequestAt, createdBy, createdAt, baseURL };
}

/** Converts a row to the form that responses use, without the digest. */
export function presentToken({
  id,
  start,
  readOnly,
  expiresAt,
  lastUsedAt,
  graceUntil,
  createdAt,
}: ScimTokenRow): ScimToken {
  return { id, start, readOnly, expiresAt, lastUsedAt, graceUntil, createdAt };
}

/** Converts a row to the form that responses use. */
export function presentManagedGroup(row: ScimGroupRow): ScimGroup {
  const { id, displayName, role, teamId, createdAt, updatedAt } = row;
  return { id, displayName, role, teamId, createdAt, updatedAt };
}

/** Converts a row to the form that responses use. */
export function presentEvent({ id, operation, status, detail, at }: ScimEventRow): ScimEvent {
  return { id, operation, status, detail, at };
}
