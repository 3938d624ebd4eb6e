/** What the links of verification mails answer, as shapes. */

import { either, literal, model, nullable, object, redirect, type Shape } from "../../shapes/shape.ts";
import type { VerifiedEmail } from "./contract.ts";

/** What `/verify-email` answers. */
export const verifiedEmailOutput: Shape<VerifiedEmail | Response> = either(
  object<VerifiedEmail>({ status: literal(true), user: nullable(model("user")) }),
  redirect,
);
