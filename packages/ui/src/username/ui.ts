/** The username settings of the UI, and the client that its components need. */

import type { AnyReactClient } from "@latchkey/react";
import type { UsernameCalls, UsernameClient as UsernameClientCalls } from "@latchkey/username";
import type { UiPlugin } from "../provider/types.ts";
import type { UsernameTexts } from "./texts.ts";

/** The username settings of the UI. */
export interface UsernameUi extends UiPlugin {
  readonly id: "username";
  readonly texts: UsernameTexts;
}

/** A client of an app with usernames. */
export type UsernameClient = AnyReactClient & UsernameClientCalls<UsernameCalls>;
