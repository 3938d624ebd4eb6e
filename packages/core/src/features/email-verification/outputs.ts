/** Response shapes of the links in verification emails. */

import { either, literal, model, nullable, object, redirect, type Shape } from "../../shapes/shape.ts";
import type { VerifyEmailResult } from "./contract.ts";

/** The response from `/verify-email`. */
export const verifyEmailOutput: Shape<VerifyEmailResult | Response> = either(
  object<VerifyEmailResult>({ status: literal(true), user: nullable(model("user")) }),
  redirect,
);
