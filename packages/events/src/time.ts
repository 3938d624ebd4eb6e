/** The input field for times. */

import { type InputField, input } from "@latchkey/core/plugin";

/** A time that every database can compare. */
export const time: InputField<Date> = input.check(
  input.date,
  (value) => value.getUTCFullYear() >= 1000,
  "must be in the year 1000 or later",
);
