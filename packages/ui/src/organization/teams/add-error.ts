/** Errors when adding members to teams. */

import type { ClientError } from "@latchkey/react";

/** If the added person isn't a member, the server returns a code whose usual text is about the signed-in user. */
export function toAddError(error: ClientError): ClientError {
  return error.code === "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION" ? { ...error, code: "MEMBER_NOT_FOUND" } : error;
}
