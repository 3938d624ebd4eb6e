/** What the calls answer, as shapes. */

import { flag, model, object, optional, type Shape, text } from "@latchkey/core/shapes";
import type { SignedInByUsername, UsernameAvailability } from "./contract.ts";

/** What `/sign-in/username` answers. */
export const signedInOutput: Shape<SignedInByUsername> = object({
  redirect: flag,
  url: optional(text),
  token: text,
  user: model("user"),
});

/** What `/is-username-available` answers. */
export const availabilityOutput: Shape<UsernameAvailability> = object({ available: flag });
