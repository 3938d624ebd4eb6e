/** The errors of the management calls and of the protocol. */

import type { ErrorEntry } from "@latchkey/core";
import { AuthError, type AuthErrorOptions, type ErrorFormat, fail, setupErrors } from "@latchkey/core/plugin";

/** The errors of the calls that manage connections. */
export const scimErrors = {
  NO_ACTIVE_ORGANIZATION: { status: 400, message: "No active organization" },
  YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION: { status: 403, message: "You are not a member of this organization" },
  YOU_ARE_NOT_ALLOWED_TO_MANAGE_SCIM: { status: 403, message: "You are not allowed to manage SCIM" },
  SCIM_CONNECTION_NOT_FOUND: { status: 404, message: "SCIM connection not found" },
  SCIM_TOKEN_NOT_FOUND: { status: 404, message: "SCIM token not found" },
  SCIM_GROUP_NOT_FOUND: { status: 404, message: "SCIM group not found" },
  SCIM_CONNECTION_LIMIT_REACHED: { status: 403, message: "SCIM connection limit reached" },
  SCIM_DIRECTORY_CONNECTED: {
    status: 409,
    message: "The directory already uses its token. Ask an admin to replace it.",
  },
  SETUP_LINK_INVALID: setupErrors.SETUP_LINK_INVALID as ErrorEntry,
  SCIM_MEMBER_INACTIVE: { status: 403, message: "The organization's directory has turned this user off" },
  SCIM_ROLE_NOT_ALLOWED: { status: 403, message: "You can't assign this role to a directory's members" },
  SCIM_TEAM_NOT_FOUND: { status: 404, message: "Team not found" },
  SCIM_TEAM_NOT_ALLOWED: { status: 403, message: "You can't change the teams of a directory's members" },
  TEAM_MEMBER_LIMIT_REACHED: { status: 403, message: "Team member limit reached" },
} as const;

/** A code of {@link scimErrors}. */
export type ScimErrorCode = keyof typeof scimErrors;

/** The errors of the protocol. Their responses are formatted as in RFC 7644, section 3.12. */
export const protocolErrors = {
  SCIM_UNAUTHORIZED: { status: 401, message: "The token is missing, invalid, or expired" },
  SCIM_READ_ONLY_TOKEN: { status: 403, message: "The token can only read" },
  SCIM_NOT_FOUND: { status: 404, message: "Resource not found" },
  SCIM_INVALID_FILTER: { status: 400, message: "The filter is invalid" },
  SCIM_TOO_MANY: { status: 400, message: "Too many resources match. Use a more specific filter" },
  SCIM_UNIQUENESS: { status: 409, message: "Another resource has this value" },
  SCIM_MUTABILITY: { status: 400, message: "The attribute can't be changed" },
  SCIM_LAST_OWNER: { status: 409, message: "The organization would have no owner" },
  SCIM_INVALID_SYNTAX: { status: 400, message: "The request is malformed" },
  SCIM_INVALID_PATH: { status: 400, message: "The path is invalid" },
  SCIM_NO_TARGET: { status: 400, message: "The path matches nothing" },
  SCIM_INVALID_VALUE: { status: 400, message: "A required value is missing, or a value is invalid" },
  SCIM_LIMIT_REACHED: { status: 403, message: "The organization has reached a limit" },
  SCIM_VERSION_MISMATCH: { status: 412, message: "The resource was changed since it was read" },
  SCIM_NOT_IMPLEMENTED: { status: 501, message: "This endpoint isn't supported" },
} as const;

/** A code of {@link protocolErrors}. */
export type ProtocolErrorCode = keyof typeof protocolErrors;

/** RFC 7644, section 3.12, table 9. */
const scimTypes: Readonly<Record<string, string>> = {
  SCIM_INVALID_FILTER: "invalidFilter",
  SCIM_TOO_MANY: "tooMany",
  SCIM_UNIQUENESS: "uniqueness",
  SCIM_MUTABILITY: "mutability",
  SCIM_LAST_OWNER: "mutability",
  SCIM_INVALID_SYNTAX: "invalidSyntax",
  SCIM_INVALID_PATH: "invalidPath",
  SCIM_NO_TARGET: "noTarget",
  SCIM_INVALID_VALUE: "invalidValue",
  BAD_REQUEST: "invalidSyntax",
  VALIDATION_ERROR: "invalidValue",
};

/** Formats errors the way SCIM requires. */
export const scimErrorFormat: ErrorFormat = {
  body: (error) => ({ body: errorBody(error) }),
  mediaType: "application/scim+json",
  schema: {
    type: "object",
    properties: {
      schemas: { type: "array", items: { type: "string" } },
      status: { type: "string" },
      scimType: { type: "string" },
      detail: { type: "string" },
    },
    required: ["schemas", "status", "detail"],
  },
};

/** Returns the body of an error response. */
export function errorBody({ code, status, message }: AuthError): Readonly<Record<string, unknown>> {
  const scimType = scimTypes[code];
  return {
    schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
    status: String(status),
    ...(scimType === undefined ? {} : { scimType }),
    detail: message,
  };
}

/** @throws {AuthError} the protocol's error with this code. @param message Default: the catalog's message */
export function refuse(code: ProtocolErrorCode, message?: string): never {
  throw new AuthError(code, protocolErrors[code], message === undefined ? {} : { message });
}

/** @throws {AuthError} the management call's error with this code */
export function failWith(code: ScimErrorCode, options: AuthErrorOptions = {}): never {
  return fail(scimErrors, code, options);
}

/** Returns the catalog entries for these codes, for an endpoint's declaration of its errors. */
export function pickErrors<Code extends ScimErrorCode>(
  ...codes: readonly Code[]
): Readonly<Record<NoInfer<Code>, ErrorEntry>> {
  const all: Readonly<Record<ScimErrorCode, ErrorEntry>> = scimErrors;
  return Object.fromEntries(codes.map((code) => [code, all[code]])) as Record<Code, ErrorEntry>;
}
