/** What email and password answers, as shapes. */

import { flag, model, nullable, object, optional, type Shape, text } from "../../shapes/shape.ts";
import type { SignedIn, SignedUp } from "./contract.ts";

/** What `/sign-up/email` answers. */
export const signedUpOutput: Shape<SignedUp> = object({ token: nullable(text), user: model("user") });

/** What `/sign-in/email` answers. */
export const signedInOutput: Shape<SignedIn> = object({
  redirect: flag,
  url: optional(text),
  token: text,
  user: model("user"),
});
