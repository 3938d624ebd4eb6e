/** Switches between light and dark. Follows the system until the user chooses. */

import { type ReactElement, useEffect, useState } from "react";

type Theme = "light" | "dark";

export function ThemeSwitch(): ReactElement {
  const [theme, setTheme] = useState<Theme>(initialTheme);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  const other: Theme = theme === "dark" ? "light" : "dark";
  const change = (): void => {
    localStorage.setItem("theme", other);
    setTheme(other);
  };
  return (
    <button type="button" className="theme" onClick={change} aria-label={`Use the ${other} theme`}>
      <svg
        viewBox="0 0 24 24"
        width="18"
        height="18"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        aria-hidden="true"
      >
        {theme === "dark" ? (
          <path
            d="M12 3v2m0 14v2M5.6 5.6 7 7m10 10 1.4 1.4M3 12h2m14 0h2M5.6 18.4 7 17M17 7l1.4-1.4M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0Z"
            strokeLinecap="round"
          />
        ) : (
          <path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z" strokeLinejoin="round" />
        )}
      </svg>
    </button>
  );
}

function initialTheme(): Theme {
  const kept = localStorage.getItem("theme");
  if (kept === "light" || kept === "dark") return kept;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
