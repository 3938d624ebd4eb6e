/** Switches between light and dark. Follows the system until the user chooses. */

import { IconButton } from "@latchkey/ui";
import type { ReactElement } from "react";
import { Moon, Sun } from "../mark.tsx";
import { isDark, useTheme } from "./use-theme.tsx";

export function SchemeSwitch(): ReactElement {
  const { theme, change } = useTheme();
  const dark = isDark(theme);
  const other = dark ? "light" : "dark";
  return (
    <IconButton
      label={`Switch to ${other} theme`}
      icon={dark ? <Sun /> : <Moon />}
      onClick={() => change({ scheme: other })}
    />
  );
}
