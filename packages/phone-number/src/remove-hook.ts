/** Lets `/update-user` remove the number, with `{ phoneNumber: null }`. */

import {
  type ActiveSession,
  type EndpointHook,
  fail,
  impersonationErrors,
  impersonatorOf,
  type RequestContext,
} from "@latchkey/core/plugin";
import { removeNumber } from "./attach.ts";
import { phoneNumberErrors } from "./errors.ts";

const { PHONE_NUMBER_CANNOT_BE_UPDATED, CANNOT_REMOVE_LAST_SIGN_IN_METHOD, SESSION_NOT_FRESH } = phoneNumberErrors;

/** The errors that the hook adds to `/update-user`. */
export const removeErrors: Pick<
  typeof phoneNumberErrors,
  "PHONE_NUMBER_CANNOT_BE_UPDATED" | "CANNOT_REMOVE_LAST_SIGN_IN_METHOD" | "SESSION_NOT_FRESH"
> = {
  PHONE_NUMBER_CANNOT_BE_UPDATED,
  CANNOT_REMOVE_LAST_SIGN_IN_METHOD,
  SESSION_NOT_FRESH,
};

/** The context behind the endpoint's `requireSession`. */
type WithUser = RequestContext & { session: ActiveSession["session"]; user: ActiveSession["user"] };

export const removeNumberHook: EndpointHook = {
  on: ["updateUser"],
  errors: removeErrors,
  isSensitive: ({ phoneNumber }) => phoneNumber !== undefined,
  async before(input, context) {
    const { phoneNumber, ...rest } = input as Readonly<Record<string, unknown>>;
    if (phoneNumber === undefined) return undefined;
    if (phoneNumber !== null) fail(phoneNumberErrors, "PHONE_NUMBER_CANNOT_BE_UPDATED");
    const active = context as WithUser;
    if (impersonatorOf(context, active.session) !== null) fail(impersonationErrors, "NOT_ALLOWED_WHILE_IMPERSONATING");
    active.user = await removeNumber(context, { session: active.session, user: active.user });
    // The endpoint rejects an empty update.
    return { ...rest, ...(Object.keys(rest).length === 0 ? { name: active.user.name } : {}) };
  },
};
