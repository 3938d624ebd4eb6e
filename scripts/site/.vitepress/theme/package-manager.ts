/** Remembers which package manager a reader chose, and shows its tab in every group of commands. */

const key = "package-manager";
const names: readonly string[] = ["npm", "pnpm", "yarn", "bun"];

/** Stores the choice whenever a tab is chosen. */
export function storeChosenManager(): void {
  if (typeof document === "undefined") return;
  document.addEventListener("change", ({ target }) => {
    const name = target instanceof HTMLInputElement ? nameOf(target) : undefined;
    if (name === undefined) return;
    try {
      localStorage.setItem(key, name);
    } catch {
      // Storage can be turned off. Then the choice lasts for this page.
    }
    show(name);
  });
}

/** Shows the tabs of the stored choice. */
export function showStoredManager(): void {
  try {
    show(localStorage.getItem(key) ?? "");
  } catch {
    // Storage can be turned off.
  }
}

/** The package manager of a tab. */
function nameOf(tab: HTMLInputElement): string | undefined {
  const label = document.querySelector(`label[for="${tab.id}"]`)?.textContent?.trim() ?? "";
  return names.includes(label) ? label : undefined;
}

/** A click on each tab would do the same, but VitePress then scrolls to it. */
function show(name: string): void {
  for (const group of document.querySelectorAll(".vp-code-group")) {
    const tabs = [...group.querySelectorAll<HTMLInputElement>(".tabs input")];
    const chosen = tabs.findIndex((tab) => nameOf(tab) === name);
    const tab = tabs[chosen];
    if (!tab || tab.checked) continue;
    tab.checked = true;
    for (const [at, block] of [...(group.querySelector(".blocks")?.children ?? [])].entries()) {
      block.classList.toggle("active", at === chosen);
    }
  }
}
