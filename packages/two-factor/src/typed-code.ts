/** Codes as people type them. */

import { type InputField, input } from "@latchkey/core/plugin";

/** So many ASCII digits; spaces are ignored. Anything else is refused before it is compared with anything. */
export function typedCode(digits: number): InputField<string> {
  const form = new RegExp(`^[0-9]{${digits}}$`);
  const bare = input.convert(input.text({ max: 64 }), (typed) => typed.replace(/\s/g, ""));
  return input.check(bare, (code) => form.test(code), `must be ${digits} digits`);
}
