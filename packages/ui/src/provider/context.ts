/** Passes the app's settings to the components. */

import { type Context, createContext, useContext } from "react";
import type { AuthUi } from "./types.ts";

export const UiContext: Context<AuthUi | null> = createContext<AuthUi | null>(null);

/** @throws {Error} if there is no `AuthUiProvider` around the component */
export function useAuthUi(): AuthUi {
  const ui = useContext(UiContext);
  if (!ui) throw new Error("Wrap components from @latchkey/ui in <AuthUiProvider client={client}>.");
  return ui;
}
