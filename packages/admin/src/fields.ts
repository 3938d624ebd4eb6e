/** Input fields that several admin endpoints share. */

import { type InputField, input } from "@latchkey/core/plugin";
import type { UserIdInput } from "./users/contract.ts";

/** An id. Numbers are converted to text. */
export const id: InputField<string> = input.either(input.id, input.convert(input.jsonInteger(), String));

/** One or more roles. */
export const roles: InputField<string | readonly string[]> = input.either(
  input.text(),
  input.list(input.text({ max: 64 }), { max: 50 }),
);

/** The input of endpoints that take only a user id. */
export const userIdInput: InputField<UserIdInput> = input.object({ userId: id });
