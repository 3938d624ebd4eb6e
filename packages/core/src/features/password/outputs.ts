/** Response shapes of the password calls. */

import { literal, model, nullable, object, type Shape, text } from "../../shapes/shape.ts";
import type { ChangePasswordResult, ForgetPasswordResult } from "./contract.ts";

/** The response from `/forget-password`. */
export const forgetPasswordOutput: Shape<ForgetPasswordResult> = object({ status: literal(true), message: text });

/** The response from `/change-password`. */
export const changePasswordOutput: Shape<ChangePasswordResult> = object({ token: nullable(text), user: model("user") });
