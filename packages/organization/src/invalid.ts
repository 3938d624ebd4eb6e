/** Refuses a value that the schema alone cannot judge. */

import { fail, httpErrors } from "@latchkey/core";

/** @throws {AuthError} `VALIDATION_ERROR` (400), with what is wrong among its `issues` */
export function invalid(path: string, message: string): never {
  fail(httpErrors, "VALIDATION_ERROR", { details: { issues: [{ path, message: `${path} ${message}` }] } });
}
