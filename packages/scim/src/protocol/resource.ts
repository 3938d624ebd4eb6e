/** A resource type's endpoints. See RFC 7644, section 3. */

import type { WhereAll } from "@latchkey/core/database";
import type { EndpointOf, RequestContext } from "@latchkey/core/plugin";
import type { ListResourcesQuery, ProtocolCall, ResourceInput, ResourceRef } from "../contract.ts";
import { refuse } from "../errors.ts";
import { type Operation, readOperations } from "../patch/operations.ts";
import { isObject, type Json, type ResourceSchema } from "../schema/attributes.ts";
import type { ScimConnectionRow } from "../tables.ts";
import { readJson } from "./body.ts";
import { defineProtocolEndpoint, type ScimReply } from "./endpoint.ts";
import { findPage, type ResourceRow, type ResourceStore } from "./list.ts";
import { resourceLocation } from "./location.ts";
import { includes, type Projection, project, readProjection } from "./project.ts";
import { listInput, readListRequest } from "./query.ts";
import { listBody, noInput, projectionInput, resourceInput } from "./shared.ts";
import { isKnownVersion, versionOf } from "./version.ts";

/** A row with a version. */
interface VersionedRow extends ResourceRow {
  readonly revision: number;
}

/** A resource type and its operations. */
export interface ResourceKind<R extends VersionedRow> {
  readonly plural: "Users" | "Groups";
  /** The name with an article, such as `a user`. */
  readonly singular: string;
  readonly schema: ResourceSchema;
  /** An attribute that needs further queries. It's only read if a response, a filter, or a sort order uses it. */
  readonly related: "groups" | "members";
  readonly budgets: { readonly [Method in "list" | "create" | "get" | "change" | "delete"]: number };
  /** @param withRelated whether to read `related` */
  store(context: RequestContext, connection: ScimConnectionRow, withRelated: boolean): ResourceStore<R>;
  /** @param body the body as it was sent */
  create(context: RequestContext, connection: ScimConnectionRow, body: unknown): Promise<R>;
  /** @param body the body as it was sent */
  replace(context: RequestContext, connection: ScimConnectionRow, id: string, body: unknown): Promise<R>;
  patch(
    context: RequestContext,
    connection: ScimConnectionRow,
    id: string,
    operations: readonly Operation[],
  ): Promise<R>;
  remove(context: RequestContext, connection: ScimConnectionRow, id: string): Promise<void>;
}

/** The endpoints of a resource type. */
export interface ResourceEndpoints {
  readonly list: EndpointOf<ProtocolCall<ListResourcesQuery>>;
  readonly search: EndpointOf<ProtocolCall<object>>;
  readonly create: EndpointOf<ProtocolCall<object>>;
  readonly get: EndpointOf<ProtocolCall<ResourceInput>>;
  readonly replace: EndpointOf<ProtocolCall<ResourceRef>>;
  readonly patch: EndpointOf<ProtocolCall<ResourceRef>>;
  readonly remove: EndpointOf<ProtocolCall<ResourceRef>>;
}

const everything: Projection = { only: null, except: [] };

/** Defines a resource type's endpoints. */
export function defineResource<R extends VersionedRow>(kind: ResourceKind<R>): ResourceEndpoints {
  const { plural, singular, schema, budgets } = kind;
  const path = `/${plural}`;
  const onePath = `${path}/:id`;
  return {
    list: defineProtocolEndpoint<ListResourcesQuery>({
      method: "GET",
      path,
      summary: `List the ${plural.toLowerCase()} in a directory`,
      input: listInput,
      queryBudget: budgets.list,
      handle: (query, context, connection) => list(kind, context, connection, { ...query }),
    }),
    search: defineProtocolEndpoint<object>({
      method: "POST",
      path: `${path}/.search`,
      summary: `Search the ${plural.toLowerCase()} in a directory`,
      input: noInput,
      isWrite: false,
      queryBudget: budgets.list,
      async handle(_, context, connection) {
        const body = await readJson(context);
        return list(kind, context, connection, isObject(body) ? body : refuse("SCIM_INVALID_SYNTAX"));
      },
    }),
    create: defineProtocolEndpoint<object>({
      method: "POST",
      path,
      summary: `Add ${singular} to a directory`,
      input: noInput,
      queryBudget: budgets.create,
      async handle(_, context, connection) {
        const row = await kind.create(context, connection, await readJson(context));
        return reply(kind, context, connection, row, everything, 201);
      },
    }),
    get: defineProtocolEndpoint<ResourceInput>({
      method: "GET",
      path: onePath,
      summary: `Get ${singular} in a directory`,
      input: projectionInput,
      queryBudget: budgets.get,
      async handle({ id, attributes, excludedAttributes }, context, connection) {
        const row = (await findOne(kind, context, connection, id)) ?? refuse("SCIM_NOT_FOUND");
        if (isKnownVersion(context, row)) return { status: 304, version: versionOf(row) };
        const projection = readProjection(schema, attributes, excludedAttributes);
        return reply(kind, context, connection, row, projection, 200);
      },
    }),
    replace: defineProtocolEndpoint<ResourceRef>({
      method: "PUT",
      path: onePath,
      summary: `Replace ${singular} in a directory`,
      input: resourceInput,
      queryBudget: budgets.change,
      async handle({ id }, context, connection) {
        const row = await kind.replace(context, connection, id, await readJson(context));
        return reply(kind, context, connection, row, everything, 200);
      },
    }),
    patch: defineProtocolEndpoint<ResourceRef>({
      method: "PATCH",
      path: onePath,
      summary: `Change ${singular} in a directory`,
      input: resourceInput,
      queryBudget: budgets.change,
      async handle({ id }, context, connection) {
        const operations = readOperations(schema, await readJson(context));
        const row = await kind.patch(context, connection, id, operations);
        return reply(kind, context, connection, row, everything, 200);
      },
    }),
    remove: defineProtocolEndpoint<ResourceRef>({
      method: "DELETE",
      path: onePath,
      summary: `Delete ${singular} from a directory`,
      input: resourceInput,
      queryBudget: budgets.delete,
      async handle({ id }, context, connection) {
        await kind.remove(context, connection, id);
        return { status: 204 };
      },
    }),
  };
}

async function findOne<R extends VersionedRow>(
  kind: ResourceKind<R>,
  context: RequestContext,
  connection: ScimConnectionRow,
  id: string,
): Promise<R | null> {
  const { table } = kind.store(context, connection, false);
  const row = await context.db.findOne(table, { where: { id } as WhereAll<R> });
  return row?.connectionId === connection.id ? row : null;
}

async function reply<R extends VersionedRow>(
  kind: ResourceKind<R>,
  context: RequestContext,
  connection: ScimConnectionRow,
  row: R,
  projection: Projection,
  status: 200 | 201,
): Promise<ScimReply> {
  const [resource = {}] = await kind.store(context, connection, includes(projection, kind.related)).present([row]);
  const location = resourceLocation(context, kind.plural, row.id);
  return { status, body: project(resource, projection), version: versionOf(row), location };
}

async function list<R extends VersionedRow>(
  kind: ResourceKind<R>,
  context: RequestContext,
  connection: ScimConnectionRow,
  given: Json,
): Promise<ScimReply> {
  const request = readListRequest(kind.schema, given);
  const { rows, total } = await findPage(
    context.db,
    kind.store(context, connection, usesAttribute(kind.related, given)),
    request,
  );
  const withRelated = includes(request.projection, kind.related);
  const shown = await kind.store(context, connection, withRelated).present(rows);
  const resources = shown.map((one) => project(one, request.projection));
  return { status: 200, body: listBody(resources, total, request) };
}

/** Whether a filter or a sort order uses an attribute, so that it has to be read for each resource. */
function usesAttribute(name: string, { filter, sortBy }: Json): boolean {
  return `${String(filter ?? "")} ${String(sortBy ?? "")}`.toLowerCase().includes(name);
}
