/**
 * The gallery page. It lists all components, or shows a single state with `#state=…`. With `#empty` it shows nothing,
 * and tests switch between states with `window.gallery`.
 */

import "@fontsource-variable/inter";
import "@latchkey/ui/styles.css";
import { createRoot, type Root } from "react-dom/client";
import { type ShownState, showState, waitForAnimations } from "./frame.tsx";
import { List } from "./list.tsx";
import "./page.css";
import { defaultView, readAddress } from "./settings.ts";
import { gallery, groups } from "./states/index.tsx";
import type {} from "./window.ts";

const states = new Map(
  Object.entries(gallery).flatMap(([component, all]) => all.map((state) => [`${component}/${state.name}`, state])),
);
const element = document.getElementById("root") as HTMLElement;
let root: Root = createRoot(element);
let shown: ShownState | null = null;

window.gallery = {
  names: [...states.keys()],
  groups: Object.fromEntries(groups.map(({ title, components }) => [title, Object.keys(components)])),
  async show(name, view) {
    const state = states.get(name);
    if (!state) throw new Error(`The gallery has no state ${name}.`);
    shown = null;
    root.unmount();
    root = createRoot(element);
    localStorage.clear();
    sessionStorage.clear();
    shown = await showState(root, state, { ...defaultView, ...view });
  },
  async theme(name) {
    document.documentElement.dataset.theme = name;
    await waitForAnimations();
  },
  unexpectedErrors: () => shown?.unexpectedErrors() ?? [],
  untranslated: () => shown?.untranslated() ?? [],
};

const { state, ...address } = readAddress(location.hash);
if (state) {
  document.documentElement.dataset.theme = address.theme;
  document.documentElement.dir = address.direction;
  await window.gallery.show(state, address);
} else if (location.hash !== "#empty") root.render(<List groups={groups} />);
