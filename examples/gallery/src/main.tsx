/**
 * The gallery page. It lists all states, or shows a single one with `#state=…`. With `#empty` it shows nothing, and
 * tests switch between states with `window.gallery`.
 */

import "@fontsource-variable/inter";
import "@latchkey/ui/styles.css";
import { createRoot, type Root } from "react-dom/client";
import { showState, waitForAnimations } from "./frame.tsx";
import { List } from "./list.tsx";
import "./page.css";
import { gallery } from "./states/index.tsx";
import type {} from "./window.ts";

const states = new Map(
  Object.entries(gallery).flatMap(([component, all]) => all.map((state) => [`${component}/${state.name}`, state])),
);
const element = document.getElementById("root") as HTMLElement;
let root: Root = createRoot(element);

window.gallery = {
  names: [...states.keys()],
  async show(name) {
    const state = states.get(name);
    if (!state) throw new Error(`There is no state ${name}.`);
    root.unmount();
    root = createRoot(element);
    localStorage.clear();
    sessionStorage.clear();
    await showState(root, state);
  },
  async theme(name) {
    document.documentElement.dataset.theme = name;
    await waitForAnimations();
  },
};

const { theme, dir, state: asked } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
if (theme) document.documentElement.dataset.theme = theme;
if (dir) document.documentElement.dir = dir;
if (asked) await window.gallery.show(asked);
else if (location.hash !== "#empty") root.render(<List gallery={gallery} />);
