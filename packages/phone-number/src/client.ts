/** The client plugin, `@latchkey/phone-number/client`. Most of it is types. */

import type { ClientPlugin } from "@latchkey/core/plugin";
import type { PhoneNumberTypes } from "./contract.ts";

/** Adds `signIn.phoneNumber`, `phoneNumber`, and the user's number to a client that has no `typeof auth`. */
export function phoneNumberClient(): ClientPlugin<PhoneNumberTypes> {
  return { id: "phone-number" };
}
