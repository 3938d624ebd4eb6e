/** Fields that several inputs have. */

import { type InputField, input } from "@latchkey/core/plugin";
import type { OfUserInput } from "./users/contract.ts";

/** An id, as text. A number stands for its digits. */
export const id: InputField<string> = input.either(input.id, input.convert(input.wholeNumber(), String));

/** One role or several. */
export const roles: InputField<string | readonly string[]> = input.either(
  input.text(),
  input.list(input.text({ max: 64 }), { max: 50 }),
);

/** Which user is meant. */
export const ofUser: InputField<OfUserInput> = input.object({ userId: id });
