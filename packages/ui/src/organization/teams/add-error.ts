/** Errors of adding members to teams. */

import type { ClientError } from "@latchkey/react";

/** The server also says that the added person isn't a member with the code that's usually about the user. */
export function toAddError(error: ClientError): ClientError {
  return error.code === "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION" ? { ...error, code: "MEMBER_NOT_FOUND" } : error;
}
