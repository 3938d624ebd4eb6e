/** The phone number settings of the UI, and the client that its components need. */

import type { PhoneNumberCalls, PhoneNumberClient as PhoneNumberClientCalls } from "@latchkey/phone-number";
import { type AnyReactClient, useAuthClient } from "@latchkey/react";
import { useUiPlugin } from "../provider/plugin.ts";
import type { UiPlugin } from "../provider/types.ts";
import type { PhoneNumberTexts } from "./texts.ts";

/** The phone number settings of the UI. */
export interface PhoneNumberUi extends UiPlugin {
  readonly id: "phone-number";
  readonly texts: PhoneNumberTexts;
}

/** Returns the phone number settings. Throws if the provider lacks `phoneNumberUi()`. */
export const usePhoneNumberUi = (): PhoneNumberUi => useUiPlugin<PhoneNumberUi>("phone-number", "phoneNumberUi()");

/** A client of an app with phone numbers. */
export type PhoneNumberClient = AnyReactClient & PhoneNumberClientCalls<PhoneNumberCalls>;

/** Returns the client with the plugin's calls. */
export const usePhoneNumberClient = (): PhoneNumberClient => useAuthClient<PhoneNumberClient>();

/** Removes the number. `updateUser` isn't typed for the plugin's field here. */
export function removePhoneNumber(client: PhoneNumberClient): ReturnType<PhoneNumberClient["updateUser"]> {
  const changes: Readonly<Record<string, unknown>> = { phoneNumber: null };
  return client.updateUser(changes);
}
