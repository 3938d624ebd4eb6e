/** Describes what the server supports. See RFC 7643, sections 5 to 7. These endpoints don't need a token. */

import {
  defineUntypedEndpoint,
  type EndpointOf,
  type HttpMethod,
  type InputField,
  input,
  type RequestContext,
} from "@latchkey/core/plugin";
import { file } from "@latchkey/core/shapes";
import type { ProtocolCall } from "../contract.ts";
import { protocolErrors, refuse } from "../errors.ts";
import {
  type Attribute,
  enterpriseAttributes,
  enterpriseSchema,
  groupAttributes,
  groupSchema,
  type Json,
  userAttributes,
  userSchema,
} from "../schema/attributes.ts";
import { mediaType, protocol, toResponse } from "./endpoint.ts";
import { baseLocation } from "./location.ts";
import { maxPageSize } from "./query.ts";
import { listBody, noInput } from "./shared.ts";

interface SchemaDocument {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly attributes: readonly Attribute[];
}

const schemas: readonly SchemaDocument[] = [
  { id: userSchema, name: "User", description: "A user", attributes: userAttributes },
  { id: groupSchema, name: "Group", description: "A group", attributes: groupAttributes },
  {
    id: enterpriseSchema,
    name: "EnterpriseUser",
    description: "A user in a company",
    attributes: enterpriseAttributes,
  },
];

const resourceTypes = [
  {
    name: "User",
    endpoint: "/Users",
    schema: userSchema,
    schemaExtensions: [{ schema: enterpriseSchema, required: false }],
  },
  { name: "Group", endpoint: "/Groups", schema: groupSchema, schemaExtensions: [] },
] as const;

function presentSchema(context: RequestContext, document: SchemaDocument): Json {
  const location = `${baseLocation(context)}/Schemas/${document.id}`;
  return {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:Schema"],
    ...document,
    meta: { resourceType: "Schema", location },
  };
}

function presentResourceType(context: RequestContext, type: (typeof resourceTypes)[number]): Json {
  const location = `${baseLocation(context)}/ResourceTypes/${type.name}`;
  return {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:ResourceType"],
    id: type.name,
    ...type,
    meta: { resourceType: "ResourceType", location },
  };
}

function presentConfig(context: RequestContext): Json {
  return {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: maxPageSize },
    changePassword: { supported: false },
    sort: { supported: true },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: "oauthbearertoken",
        name: "Bearer token",
        description: "The SCIM connection's token in the Authorization header",
        specUri: "https://www.rfc-editor.org/info/rfc6750",
        primary: true,
      },
    ],
    meta: { resourceType: "ServiceProviderConfig", location: `${baseLocation(context)}/ServiceProviderConfig` },
  };
}

const fullList = { offset: 0 } as const;

function defineDocument<Input extends object>(
  path: string,
  summary: string,
  inputField: InputField<Input>,
  read: (context: RequestContext, given: Input) => Json,
): EndpointOf<ProtocolCall<Input>> {
  return defineUntypedEndpoint({
    ...protocol,
    method: "GET",
    path: `/scim/v2${path}`,
    summary,
    input: inputField,
    output: file(mediaType),
    errors: protocolErrors,
    queryBudget: 0,
    handle: (given: Input, context: RequestContext) => toResponse({ status: 200, body: read(context, given) }),
  }) as EndpointOf<ProtocolCall<Input>>;
}

function defineUnsupported(method: readonly HttpMethod[], path: string, summary: string) {
  return defineUntypedEndpoint({
    ...protocol,
    method,
    path: `/scim/v2${path}`,
    summary,
    input: noInput,
    output: file(mediaType),
    errors: protocolErrors,
    queryBudget: 0,
    handle: () => refuse("SCIM_NOT_IMPLEMENTED"),
  }) as EndpointOf<ProtocolCall<object>>;
}

const byId = input.object<{ readonly id: string }>({ id: input.id });

/** The endpoints that describe the server, and those that it doesn't support. */
export const discoveryEndpoints: {
  readonly scimGetServiceProviderConfig: EndpointOf<ProtocolCall<object>>;
  readonly scimListSchemas: EndpointOf<ProtocolCall<object>>;
  readonly scimGetSchema: EndpointOf<ProtocolCall<{ readonly id: string }>>;
  readonly scimListResourceTypes: EndpointOf<ProtocolCall<object>>;
  readonly scimGetResourceType: EndpointOf<ProtocolCall<{ readonly id: string }>>;
  readonly scimMe: EndpointOf<ProtocolCall<object>>;
  readonly scimBulk: EndpointOf<ProtocolCall<object>>;
} = {
  scimGetServiceProviderConfig: defineDocument(
    "/ServiceProviderConfig",
    "Get what the SCIM server supports",
    noInput,
    presentConfig,
  ),
  scimListSchemas: defineDocument("/Schemas", "List the SCIM schemas", noInput, (context) =>
    listBody(
      schemas.map((one) => presentSchema(context, one)),
      schemas.length,
      fullList,
    ),
  ),
  scimGetSchema: defineDocument("/Schemas/:id", "Get a SCIM schema", byId, (context, { id }) =>
    presentSchema(context, schemas.find((one) => one.id === id) ?? refuse("SCIM_NOT_FOUND")),
  ),
  scimListResourceTypes: defineDocument("/ResourceTypes", "List the SCIM resource types", noInput, (context) =>
    listBody(
      resourceTypes.map((one) => presentResourceType(context, one)),
      resourceTypes.length,
      fullList,
    ),
  ),
  scimGetResourceType: defineDocument("/ResourceTypes/:id", "Get a SCIM resource type", byId, (context, { id }) =>
    presentResourceType(context, resourceTypes.find(({ name }) => name === id) ?? refuse("SCIM_NOT_FOUND")),
  ),
  scimMe: defineUnsupported(["GET", "POST", "PUT", "PATCH", "DELETE"], "/Me", "Not supported: tokens aren't users"),
  scimBulk: defineUnsupported(["POST"], "/Bulk", "Not supported: send single requests"),
};
