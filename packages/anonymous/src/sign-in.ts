/** The endpoint `/sign-in/anonymous`. */

import { UniqueViolation } from "@latchkey/core/database";
import {
  createSession,
  defineEndpoint,
  type EndpointOf,
  fail,
  insertUser,
  newUserRow,
  normalizeEmail,
  presentUser,
  type RequestContext,
  readFields,
  readSession,
  recordAudit,
  runUserInputHooks,
  type UserRow,
} from "@latchkey/core/plugin";
import { model, object, text } from "@latchkey/core/shapes";
import type { AnonymousCalls } from "./contract.ts";
import { anonymousErrors } from "./errors.ts";
import type { AnonymousSettings } from "./options.ts";
import type { UserWithAnonymous } from "./tables.ts";

const { ANONYMOUS_USERS_CANNOT_SIGN_IN_AGAIN_ANONYMOUSLY, INVALID_EMAIL_FORMAT, FAILED_TO_CREATE_USER } =
  anonymousErrors;

/** Creates a guest, who has no sign-in method, and a session for them. */
export function signInAnonymous(settings: AnonymousSettings): EndpointOf<AnonymousCalls["signInAnonymous"]> {
  return defineEndpoint({
    method: "POST",
    path: "/sign-in/anonymous",
    summary: "Continue as a guest",
    changes: ["session"],
    output: object({ token: text, user: model("user") }),
    stages: ["signIn"],
    errors: { ANONYMOUS_USERS_CANNOT_SIGN_IN_AGAIN_ANONYMOUSLY, INVALID_EMAIL_FORMAT, FAILED_TO_CREATE_USER },
    queryBudget: 5,
    // Each call creates a row, so this limit keeps clients from filling the table.
    rateLimit: { window: 3600, max: 10 },
    originCheck: "always",
    async handle(_, context) {
      const active = await readSession(context);
      if (active && (active.user as UserWithAnonymous).isAnonymous)
        fail(anonymousErrors, "ANONYMOUS_USERS_CANNOT_SIGN_IN_AGAIN_ANONYMOUSLY");
      const user = await createGuestRow(context, settings);
      const created = await context.db
        .transaction(async (tx) => {
          await insertUser(tx, context, user, null);
          const data = { method: "anonymous" };
          await recordAudit(tx, context, { action: "user.create", actorId: user.id, userId: user.id, data });
          const newSession = { user, method: "anonymous", provenFactors: [], isNewUser: true };
          return createSession(context, newSession, tx);
        })
        .catch(toCreateError);
      if (created.kind === "challenge") return created.response;
      return { token: created.token, user: presentUser(context, created.active.user) };
    },
  });
}

async function createGuestRow(context: RequestContext, settings: AnonymousSettings): Promise<UserRow> {
  const name = (await settings.createName()) || "Anonymous";
  const given = await readFields(context.settings.fields.user, {}, "create");
  const fields = await runUserInputHooks(context, { name, ...given }, "create");
  const row = newUserRow(context, { email: "", name, fields: { ...fields, isAnonymous: true } });
  const email = normalizeEmail(await settings.createEmail(row.id));
  return { ...row, email: email ?? fail(anonymousErrors, "INVALID_EMAIL_FORMAT") };
}

function toCreateError(error: unknown): never {
  if (!(error instanceof UniqueViolation) || error.table !== "user") throw error;
  return fail(anonymousErrors, "FAILED_TO_CREATE_USER", { cause: error });
}
