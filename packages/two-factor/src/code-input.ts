/** The input field for codes that users type. */

import { type InputField, input } from "@latchkey/core/plugin";

/**
 * Accepts exactly this many ASCII digits and ignores spaces. Rejects anything else before it's compared with a code.
 */
export function codeInput(digits: number): InputField<string> {
  const pattern = new RegExp(`^[0-9]{${digits}}$`);
  const bare = input.convert(input.text({ max: 64 }), (typed) => typed.replace(/\s/g, ""));
  return input.check(bare, (code) => pattern.test(code), `must be ${digits} digits`);
}
