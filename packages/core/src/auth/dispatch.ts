/** Runs an endpoint: input, guards, hooks, handler, output. */

import { HashQueueFullError } from "../crypto/passwords/hasher.ts";
import {
  DatabaseUnavailable,
  ForeignKeyViolation,
  InsertFailed,
  UniqueViolation,
  UnstorableValue,
} from "../database/errors.ts";
import { isMissingSchema } from "../database/missing-schema.ts";
import { AuthError, httpErrors, insertErrors } from "../http/errors.ts";
import type { HttpResponse } from "../http/exchange.ts";
import { endpointResponse, errorResponse, jsonResponse } from "../http/reply.ts";
import type { RequestContext } from "../kernel/context.ts";
import type { EndpointNames } from "../kernel/endpoint-names.ts";
import { StaleUserError } from "../kernel/sign-in-attempt.ts";
import type { Endpoint } from "../plugin/endpoint.ts";
import type { EndpointHook } from "../plugin/plugin.ts";
import { userTable } from "../tables/user.ts";
import type { InputReader } from "./input.ts";
import { recordErrorCode } from "./trace.ts";

/** An endpoint with everything that `createAuth` precomputes for it. */
export interface CompiledEndpoint {
  /** The key in `auth.api`. */
  readonly id: string;
  readonly names: EndpointNames;
  readonly endpoint: Endpoint;
  /** Validates the raw input. */
  readonly readInput: InputReader;
  readonly hooks: readonly EndpointHook[];
}

/** Runs an endpoint and returns its data. All errors are thrown as `AuthError`. */
export async function runEndpoint(compiled: CompiledEndpoint, context: RequestContext, raw: unknown): Promise<unknown> {
  const { endpoint, hooks } = compiled;
  context.rawInput = raw;
  try {
    const validated = compiled.readInput(raw);
    let input = validated instanceof Promise ? await validated : validated;
    for (const guard of endpoint.guards) {
      const adds = guard.check(context, input);
      Object.assign(context, adds instanceof Promise ? await adds : adds);
    }
    for (const hook of hooks) if (hook.before) input = (await hook.before(input, context)) ?? input;
    let output = await endpoint.handle(input, context);
    for (const hook of hooks) if (hook.after) output = (await hook.after(output, context)) ?? output;
    return output;
  } catch (error) {
    if (error instanceof ForeignKeyViolation) throw await toDeletedUserError(error, context);
    throw toAuthError(error, context);
  }
}

/** Runs an endpoint and returns an HTTP response. Throws only if the reply has a header that can't be sent. */
export async function runToResponse(
  compiled: CompiledEndpoint,
  context: RequestContext,
  raw: unknown,
): Promise<HttpResponse> {
  try {
    return toResponse(await runEndpoint(compiled, context, raw), context);
  } catch (error) {
    // Either an error from `runEndpoint`, or an output that can't be sent.
    const authError = error instanceof AuthError ? error : toAuthError(error, context);
    return errorResponse(recordErrorCode(context, authError), context.reply, context.endpoint.errorFormat);
  }
}

/** Turns an endpoint's output into a response, with cookies. */
export function toResponse(output: unknown, { reply }: RequestContext): HttpResponse {
  return output instanceof Response
    ? endpointResponse(output, reply)
    : jsonResponse(output, reply.successStatus, reply);
}

/** Converts an error to one that clients can see. Unexpected errors are logged and become a 500 without details. */
export function toAuthError(error: unknown, context: RequestContext): AuthError {
  if (error instanceof AuthError) {
    if (error.status >= 500) context.log.error("A request failed", { endpoint: context.endpointId, error });
    return error;
  }
  if (isTransient(error)) {
    context.log.error("A request could not be served", { endpoint: context.endpointId, error });
    return new AuthError("SERVICE_UNAVAILABLE", httpErrors.SERVICE_UNAVAILABLE, {
      cause: error,
      headers: { "retry-after": "1" },
    });
  }
  if (error instanceof UniqueViolation) {
    const refusal = context.extensions.conflictErrors[`${error.table}.${error.columns.join()}`];
    if (refusal) return new AuthError(refusal.code, refusal.entry, { cause: error });
  }
  if (error instanceof UnstorableValue) {
    const issues = [{ path: error.column, message: "cannot be stored" }];
    return new AuthError("VALIDATION_ERROR", httpErrors.VALIDATION_ERROR, { cause: error, details: { issues } });
  }
  const message = isMissingSchema(error) ? missingSchemaMessage : "A request failed";
  context.log.error(message, { endpoint: context.endpointId, error });
  if (error instanceof InsertFailed) return toInsertError(error);
  return new AuthError("INTERNAL_SERVER_ERROR", httpErrors.INTERNAL_SERVER_ERROR, { cause: error });
}

const missingSchemaMessage =
  'A request failed because a table or column is missing. Run "npx @latchkey/cli migrate", or call auth.migrate() when the app starts.';

function toInsertError(error: InsertFailed): AuthError {
  const code = error.table === "user" ? "FAILED_TO_CREATE_USER" : "FAILED_TO_CREATE_SESSION";
  return new AuthError(code, insertErrors[code], { cause: error });
}

/** Whether a retry can succeed. */
function isTransient(error: unknown): boolean {
  return error instanceof DatabaseUnavailable || error instanceof HashQueueFullError || error instanceof StaleUserError;
}

/**
 * A referenced row was deleted during the request. If it was the caller's own user, they're signed out. Otherwise, it's
 * a bug.
 */
async function toDeletedUserError(error: ForeignKeyViolation, context: RequestContext): Promise<AuthError> {
  const user = context.loadedSession?.active?.user;
  try {
    const isGone = user && (await context.db.count(userTable, { where: { id: user.id } })) === 0;
    if (isGone) return new AuthError("UNAUTHORIZED", httpErrors.UNAUTHORIZED, { cause: error });
  } catch (cause) {
    return toAuthError(cause, context);
  }
  return toAuthError(error, context);
}
