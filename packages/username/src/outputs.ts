/** The response shapes of the username calls. */

import { boolean, model, object, optional, type Shape, text } from "@latchkey/core/shapes";
import type { SignInUsernameResponse, UsernameAvailability } from "./contract.ts";

/** Response from `/sign-in/username`. */
export const signedInOutput: Shape<SignInUsernameResponse> = object({
  redirect: boolean,
  url: optional(text),
  token: text,
  user: model("user"),
});

/** Response from `/is-username-available`. */
export const availabilityOutput: Shape<UsernameAvailability> = object({ available: boolean });
