/** `/update-session` changes the session fields that clients can set. */

import { UniqueViolation } from "../../database/errors.ts";
import { fail, httpErrors } from "../../http/errors.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import * as input from "../../plugin/input.ts";
import type { Session } from "../../plugin/session.ts";
import { changeSession, syncSessionCookies } from "../../sessions/change.ts";
import { requireSession } from "../../sessions/guards.ts";
import { presentSession } from "../../sessions/present.ts";
import { model, object, type Shape } from "../../shapes/shape.ts";
import { fieldErrors, readFields } from "../../users/fields.ts";
import type { SessionCalls, UpdateSessionResult } from "./contract.ts";

const output: Shape<UpdateSessionResult> = object<UpdateSessionResult>({ session: model<Session>("session") });

/** Errors from `/update-session`. */
export const updateSessionErrors = {
  FIELD_NOT_ALLOWED: fieldErrors.FIELD_NOT_ALLOWED,
  NO_FIELDS_TO_UPDATE: { status: 400, message: "No fields to update" },
} as const;

/** Changes the caller's session. Doesn't make it fresh, because the user proved nothing. */
export const updateSessionEndpoint: EndpointOf<SessionCalls["updateSession"]> = defineEndpoint({
  method: "POST",
  path: "/update-session",
  summary: "Update the session's custom fields",
  changes: ["session"],
  input: input.openObject({}),
  output,
  guards: [requireSession],
  errors: updateSessionErrors,
  queryBudget: 2,
  async handle(body, context) {
    const values = await readFields(context.settings.fields.session, body, "update");
    if (Object.keys(values).length === 0) fail(updateSessionErrors, "NO_FIELDS_TO_UPDATE");
    const { session, user } = context;
    const changed = await changeSession(context.db, { session, user }, () => values).catch(failOnConflict);
    syncSessionCookies(context, changed);
    return { session: presentSession(context, changed.session) };
  },
});

function failOnConflict(error: unknown): never {
  if (!(error instanceof UniqueViolation)) throw error;
  const issues = error.columns.map((path) => ({ path, message: "is taken" }));
  fail(httpErrors, "VALIDATION_ERROR", { details: { issues }, cause: error });
}
