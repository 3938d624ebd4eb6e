/** A request's way through an endpoint: input, guards, hooks, handler, answer. No step back. */

import { HashQueueFullError } from "../crypto/passwords/hasher.ts";
import {
  DatabaseUnavailable,
  ForeignKeyViolation,
  InsertFailed,
  UniqueViolation,
  UnstorableValue,
} from "../database/errors.ts";
import { AuthError, httpErrors, insertErrors } from "../http/errors.ts";
import { errorResponse, jsonResponse } from "../http/reply.ts";
import { type InputSchema, issuePath } from "../http/schema.ts";
import type { EndpointNames } from "./aliases.ts";
import type { RequestContext } from "./context.ts";
import type { Endpoint } from "./endpoint.ts";
import { StaleUserError } from "./gate.ts";
import type { EndpointHook } from "./plugin.ts";
import { refusal } from "./trace.ts";

/** An endpoint with everything that is decided about it when `createAuth` runs. */
export interface CompiledEndpoint {
  /** The key in `auth.api`. */
  readonly id: string;
  readonly names: EndpointNames;
  readonly endpoint: Endpoint;
  readonly hooks: readonly EndpointHook[];
}

/** Runs an endpoint and answers with data. Throws `AuthError` for every refusal. */
export async function run(compiled: CompiledEndpoint, context: RequestContext, raw: unknown): Promise<unknown> {
  const { endpoint, hooks } = compiled;
  try {
    let input = endpoint.input ? await validate(endpoint, raw) : raw;
    for (const guard of endpoint.guards) {
      const adds = guard.check(context, input);
      Object.assign(context, adds instanceof Promise ? await adds : adds);
    }
    for (const hook of hooks) if (hook.before) input = (await hook.before(input, context)) ?? input;
    let output = await endpoint.handle(input, context);
    for (const hook of hooks) if (hook.after) output = (await hook.after(output, context)) ?? output;
    return output;
  } catch (error) {
    if (error instanceof ForeignKeyViolation) throw await whoWentAway(error, context);
    throw asAuthError(error, context);
  }
}

/** Runs an endpoint and answers over HTTP. Never throws. */
export async function answer(compiled: CompiledEndpoint, context: RequestContext, raw: unknown): Promise<Response> {
  try {
    return toResponse(await run(compiled, context, raw), context);
  } catch (error) {
    // What `run` refused with, or an output that is no JSON.
    const refused = error instanceof AuthError ? error : asAuthError(error, context);
    return errorResponse(refusal(context, refused), context.reply);
  }
}

/** An endpoint's output as an answer, cookies included. */
export function toResponse(output: unknown, context: RequestContext): Response {
  if (!(output instanceof Response)) return jsonResponse(output, 200, context.reply);
  // A copy: headers of an answer that came from fetch or Response.redirect cannot be added to.
  const response = new Response(output.body, output);
  context.reply.applyTo(response.headers);
  return response;
}

/** What a client may know of an error. Everything unforeseen is logged and becomes a bare 500. */
export function asAuthError(error: unknown, context: RequestContext): AuthError {
  if (error instanceof AuthError) {
    if (error.status >= 500) context.log.error("A request failed", { endpoint: context.endpointId, error });
    return error;
  }
  if (isPassing(error)) {
    context.log.error("A request could not be served", { endpoint: context.endpointId, error });
    return new AuthError("SERVICE_UNAVAILABLE", httpErrors.SERVICE_UNAVAILABLE, {
      cause: error,
      headers: { "retry-after": "1" },
    });
  }
  if (error instanceof UniqueViolation) {
    const refusal = context.extensions.taken[`${error.table}.${error.columns.join()}`];
    if (refusal) return new AuthError(refusal.code, refusal.entry, { cause: error });
  }
  if (error instanceof UnstorableValue) {
    const issues = [{ path: error.column, message: "cannot be stored" }];
    return new AuthError("VALIDATION_ERROR", httpErrors.VALIDATION_ERROR, { cause: error, details: { issues } });
  }
  context.log.error("A request failed", { endpoint: context.endpointId, error });
  if (error instanceof InsertFailed) return notInserted(error);
  return new AuthError("INTERNAL_SERVER_ERROR", httpErrors.INTERNAL_SERVER_ERROR, { cause: error });
}

function notInserted(error: InsertFailed): AuthError {
  const code = error.table === "user" ? "FAILED_TO_CREATE_USER" : "FAILED_TO_CREATE_SESSION";
  return new AuthError(code, insertErrors[code], { cause: error });
}

/** What is over by the next try: the error's class says so itself. */
function isPassing(error: unknown): boolean {
  return error instanceof DatabaseUnavailable || error instanceof HashQueueFullError || error instanceof StaleUserError;
}

/** A row that another refers to went away while a request ran: its own user, who is signed out by that, or a mistake. */
async function whoWentAway(error: ForeignKeyViolation, context: RequestContext): Promise<AuthError> {
  const { user } = context as { readonly user?: { readonly id: string } };
  try {
    const gone = user && (await context.db.count({ name: "user", columns: {} }, { where: { id: user.id } })) === 0;
    if (gone) return new AuthError("UNAUTHORIZED", httpErrors.UNAUTHORIZED, { cause: error });
  } catch (cause) {
    return asAuthError(cause, context);
  }
  return asAuthError(error, context);
}

/** Inputs of requests that carry nothing, by schema: validated once, if nothing is what they come to. */
const emptyInputs: WeakMap<InputSchema, unknown> = new WeakMap();

async function validate(endpoint: Endpoint, raw: unknown): Promise<unknown> {
  const schema = endpoint.input as InputSchema;
  const empty = isEmpty(raw);
  if (empty && emptyInputs.has(schema)) return emptyInputs.get(schema);
  const validated = schema["~standard"].validate(raw);
  const result = validated instanceof Promise ? await validated : validated;
  if (!result.issues) {
    if (empty && isEmpty(result.value)) emptyInputs.set(schema, Object.freeze(result.value));
    return result.value;
  }
  const issues = result.issues.slice(0, 20).map((issue) => ({ path: issuePath(issue), message: issue.message }));
  const message = endpoint.method === "GET" ? "Invalid query parameters" : "Invalid body parameters";
  throw new AuthError("VALIDATION_ERROR", httpErrors.VALIDATION_ERROR, { message, details: { issues } });
}

function isEmpty(raw: unknown): boolean {
  for (const _ in raw as object) return false;
  return true;
}
