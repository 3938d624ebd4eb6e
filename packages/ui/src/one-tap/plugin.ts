/** The UI plugin for Google One Tap. */

import type { UiPlugin } from "../provider/types.ts";
import { OneTapPrompt } from "./one-tap-prompt.tsx";

/**
 * Shows Google's One Tap prompt on the sign-in page. For apps whose server has `oneTap({ clientId })` from
 * `@latchkey/one-tap`.
 */
export function oneTapUi(): UiPlugin {
  return {
    id: "one-tap",
    isAvailable: ({ signIn }) => signIn.oneTap !== null,
    SignInTop: OneTapPrompt,
  };
}
