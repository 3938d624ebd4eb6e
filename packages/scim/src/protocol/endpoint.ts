/** Parts that all protocol endpoints share: the token, SCIM's media type and errors, and the log. */

import { randomId } from "@latchkey/core/crypto";
import { UniqueViolation } from "@latchkey/core/database";
import {
  AuthError,
  defineUntypedEndpoint,
  type EndpointOf,
  type HttpMethod,
  type InputField,
  type RequestContext,
} from "@latchkey/core/plugin";
import { file } from "@latchkey/core/shapes";
import type { ProtocolCall } from "../contract.ts";
import { errorBody, protocolErrors, scimErrorFormat } from "../errors.ts";
import type { Json } from "../schema/attributes.ts";
import { type ScimConnectionRow, scimEventTable } from "../tables.ts";
import { authenticate } from "./authenticate.ts";

/** A protocol response. */
export interface ScimReply {
  readonly status: 200 | 201 | 204 | 304;
  readonly body?: Json;
  readonly version?: string;
  readonly location?: string;
}

/** A protocol endpoint. */
export interface ProtocolEndpoint<Input extends object> {
  readonly method: HttpMethod;
  /** Relative to `/scim/v2`. */
  readonly path: string;
  readonly summary: string;
  readonly input: InputField<Input>;
  /** Whether the endpoint changes something. Default: true for all methods except GET. */
  readonly isWrite?: boolean;
  readonly queryBudget: number;
  handle(input: Input, context: RequestContext, connection: ScimConnectionRow): Promise<ScimReply>;
}

/** Options for endpoints that programs call with a token instead of cookies. */
export const protocol = {
  originCheck: "exempt",
  rawBody: true,
  errorFormat: scimErrorFormat,
  // Requests are counted per token instead.
  rateLimit: false,
} as const;

/** The media type of the protocol. RFC 7644, section 8.1. */
export const mediaType = "application/scim+json";

/** Defines a protocol endpoint. */
export function defineProtocolEndpoint<Input extends object>({
  method,
  path,
  isWrite = method !== "GET",
  handle,
  ...rest
}: ProtocolEndpoint<Input>): EndpointOf<ProtocolCall<Input>> {
  return defineUntypedEndpoint({
    ...protocol,
    ...rest,
    method,
    path: `/scim/v2${path}`,
    output: file(mediaType),
    errors: protocolErrors,
    async handle(input: Input, context: RequestContext) {
      let connection: ScimConnectionRow | null = null;
      try {
        connection = await authenticate(context, isWrite);
        const reply = await handle(input, context, connection);
        if (isWrite) await recordEvent(context, connection, reply.status, null);
        return toResponse(reply);
      } catch (error) {
        const refused = toProtocolError(error);
        // Other errors are logged and sent as a 500 or 503 in the same format.
        if (!refused) throw error;
        if (connection) await recordEvent(context, connection, refused.status, refused.message);
        return errorResponse(refused);
      }
    },
  }) as EndpointOf<ProtocolCall<Input>>;
}

/** Creates a response with SCIM's media type. */
export function toResponse({ status, body, version, location }: ScimReply): Response {
  const headers: Record<string, string> = { "cache-control": "no-store", "x-content-type-options": "nosniff" };
  if (version !== undefined) headers.etag = version;
  if (location !== undefined) headers.location = location;
  if (!body) return new Response(null, { status, headers });
  return new Response(JSON.stringify(body), { status, headers: { ...headers, "content-type": mediaType } });
}

function errorResponse(error: AuthError): Response {
  const challenge: Record<string, string> = error.status === 401 ? { "www-authenticate": 'Bearer realm="SCIM"' } : {};
  const headers = { ...challenge, ...error.headers, "content-type": mediaType, "cache-control": "no-store" };
  return new Response(JSON.stringify(errorBody(error)), { status: error.status, headers });
}

/** Organization plugin codes that are converted here. */
const convertedCodes: Readonly<Record<string, keyof typeof protocolErrors>> = {
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER: "SCIM_LAST_OWNER",
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER: "SCIM_LAST_OWNER",
  ORGANIZATION_MEMBERSHIP_LIMIT_REACHED: "SCIM_LIMIT_REACHED",
};

function toProtocolError(error: unknown): AuthError | null {
  if (error instanceof UniqueViolation) return new AuthError("SCIM_UNIQUENESS", protocolErrors.SCIM_UNIQUENESS);
  if (!(error instanceof AuthError) || error.status >= 500) return isNotImplemented(error) ? error : null;
  const code = Object.hasOwn(convertedCodes, error.code) ? convertedCodes[error.code] : undefined;
  return code === undefined ? error : new AuthError(code, protocolErrors[code], { cause: error });
}

function isNotImplemented(error: unknown): error is AuthError {
  return error instanceof AuthError && error.status === 501;
}

const maxTargetLength = 200;

/**
 * Records a request for the organization's admins. It's not part of the change's transaction, so that failures are
 * kept, too.
 */
async function recordEvent(
  context: RequestContext,
  { id: connectionId }: ScimConnectionRow,
  status: number,
  detail: string | null,
): Promise<void> {
  const path = context.request ? new URL(context.request.url).pathname.split("/scim/v2")[1] : "";
  const operation = `${context.method} ${(path ?? "").slice(0, maxTargetLength)}`;
  const id = randomId(context.random);
  await context.db.insert(scimEventTable, { id, connectionId, operation, status, detail, at: context.now() });
}
