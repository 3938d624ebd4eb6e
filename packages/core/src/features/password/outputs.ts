/** What the calls about passwords answer, as shapes. */

import { literal, model, nullable, object, type Shape, text } from "../../shapes/shape.ts";
import type { ChangedPassword, ForgetPasswordAnswer } from "./contract.ts";

/** What asking for a new password answers. */
export const forgetPasswordOutput: Shape<ForgetPasswordAnswer> = object({ status: literal(true), message: text });

/** What `/change-password` answers. */
export const changedPasswordOutput: Shape<ChangedPassword> = object({ token: nullable(text), user: model("user") });
